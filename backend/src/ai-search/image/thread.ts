import { workerData } from 'node:worker_threads';
import { answerQuestions } from '../../common/thread.js';
import { describePicture } from './describe.js';
import type { About, Asked, Seen } from './engine.js';
import { GarmentNetwork } from './network.js';
import { described } from './pack.js';

// The thread in which pictures are described, so that the process goes on answering meanwhile.
const loading = load();

async function load(): Promise<About & { network: GarmentNetwork | null }> {
  try {
    const network = await GarmentNetwork.load(workerData as string);
    return { version: network.card.version, network };
  } catch (error) {
    return { version: null, why: String(error), network: null };
  }
}

answerQuestions(async (asked: Asked): Promise<About | Seen> => {
  const { version, why, network } = await loading;
  if ('about' in asked) return { version, why };
  return { version, described: described(await describePicture(asked.pixels, asked.ratio, network)) };
});
