import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { PeerClient, type Peer, type PeerEvents } from './peer-client.js';

/** The heap limit of a thread, apart from the limit of the process: an index of 1,000,000 products fits. */
const MAX_MEGABYTES = 2_048;

/** A worker thread that answers calls. */
export class WorkerThread extends PeerClient {
  /**
   * @param file the thread's program, which calls `serveCalls`
   * @param data its `startData`
   * @param options `idleMs`: see `PeerLimits`. `maxMegabytes`: its heap; a thread that needs more ends, as one that fails
   */
  constructor(
    private readonly file: string | URL,
    private readonly data: unknown,
    private readonly options: { idleMs?: number; maxMegabytes?: number } = {},
  ) {
    super(`thread ${path.basename(String(file))}`, { idleMs: options.idleMs });
  }

  protected start(events: PeerEvents): Peer {
    const worker = new Worker(this.file, {
      workerData: this.data,
      resourceLimits: { maxOldGenerationSizeMb: this.options.maxMegabytes ?? MAX_MEGABYTES },
    });
    worker.on('message', events.onMessage).once('error', events.onError).once('exit', events.onExit);
    return {
      post: (message, transfer) => worker.postMessage(message, transfer),
      setRef: (isRef) => (isRef ? worker.ref() : worker.unref()),
      end: () => worker.terminate(),
    };
  }
}
