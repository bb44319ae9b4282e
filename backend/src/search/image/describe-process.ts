import { serveCalls, startData } from '../../platform/threads/serve-calls.js';
import { describePicture } from './describe.js';
import type { NetworkInfo, ImageRequest, DescribedImage } from './engine.js';
import { GarmentNetwork } from './network.js';
import { packDescription } from './pack.js';

// Describes pictures in a process of its own, which takes the network's memory with it when it ends.
const loading = load();

async function load(): Promise<NetworkInfo & { network: GarmentNetwork | null }> {
  try {
    const network = await GarmentNetwork.load(startData());
    return { version: network.card.version, network };
  } catch (error) {
    return { version: null, why: String(error), network: null };
  }
}

serveCalls(async (request: ImageRequest): Promise<NetworkInfo | DescribedImage> => {
  const { version, why, network } = await loading;
  if ('about' in request) return { version, why };
  return { version, described: packDescription(await describePicture(request.pixels, request.ratio, network)) };
});
