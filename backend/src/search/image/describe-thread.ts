import { workerData } from 'node:worker_threads';
import { serveCalls } from '../../platform/threads/worker-thread.js';
import { describePicture } from './describe.js';
import type { NetworkInfo, ImageRequest, DescribedImage } from './engine.js';
import { GarmentNetwork } from './network.js';
import { described } from './pack.js';

// Describes pictures in a thread, so that the process remains responsive.
const loading = load();

async function load(): Promise<NetworkInfo & { network: GarmentNetwork | null }> {
  try {
    const network = await GarmentNetwork.load(workerData as string);
    return { version: network.card.version, network };
  } catch (error) {
    return { version: null, why: String(error), network: null };
  }
}

serveCalls(async (request: ImageRequest): Promise<NetworkInfo | DescribedImage> => {
  const { version, why, network } = await loading;
  if ('about' in request) return { version, why };
  return { version, described: described(await describePicture(request.pixels, request.ratio, network)) };
});
