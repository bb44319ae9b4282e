import { parentPort, workerData } from 'node:worker_threads';
import { describePicture } from './describe.js';
import { GarmentNetwork } from './network.js';
import { described } from './pack.js';
import type { Asked, Told } from './picture-thread.js';

// The thread in which pictures are described, see picture-thread.ts.
const port = parentPort!;
const tell = (told: Told, handed: ArrayBuffer[] = []) => port.postMessage(told, handed);
let why: string | undefined;
const network = await GarmentNetwork.load(workerData as string).catch((error: unknown) => {
  why = String(error);
  return null;
});
tell({ version: network?.card.version ?? null, why });
port.on('message', ({ id, pixels, ratio }: Asked) => {
  describePicture(pixels, ratio, network).then(
    (parts) => tell({ id, described: described(parts) }),
    (error: unknown) => tell({ id, failed: String(error) }),
  );
});
