import type { PeerLimits } from '../../platform/threads/peer-client.js';
import { WorkerProcess } from '../../platform/threads/worker-process.js';

/**
 * Without it onnxruntime stores a number of the machine and reports the network's name and more to its maker. The library reads it
 * once, when it is loaded, from the environment of the process: no thread of the worker could set it.
 */
export const NO_REPORTS = { ORT_DISABLE_TELEMETRY: '1' };

/** A process that runs networks with onnxruntime. */
export class NetworkProcess extends WorkerProcess {
  /** @param limits with the time that a call may take: native code may hang */
  constructor(file: string, data: unknown, limits: PeerLimits & { maxCallMs: number }) {
    super(file, data, { ...limits, env: NO_REPORTS });
  }
}
