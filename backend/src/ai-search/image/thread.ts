import { parentPort, workerData } from 'node:worker_threads';
import { describePicture } from './describe.js';
import type { Told } from './engine.js';
import { GarmentNetwork } from './network.js';
import type { Pixels } from './pixels.js';

// The thread in which pictures are described, so that the backend goes on answering meanwhile.
const port = parentPort!;
const tell = (told: Told) => port.postMessage(told);
let why: string | undefined;
const network = await GarmentNetwork.load(workerData as string).catch((error: unknown) => {
  why = String(error);
  return null;
});
tell({ ready: network?.card ?? null, why });
port.on('message', ({ id, pixels, ratio }: { id: number; pixels: Pixels; ratio: number }) => {
  describePicture(pixels, ratio, network).then(
    (parts) => tell({ id, parts }),
    (error: unknown) => tell({ id, failed: String(error) }),
  );
});
