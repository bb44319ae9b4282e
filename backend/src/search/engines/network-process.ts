import { WorkerProcess } from '../../platform/threads/worker-process.js';

/**
 * Without it onnxruntime stores a number of the machine and reports the network's name and more to its maker. The library reads it
 * once, when it is loaded, from the environment of the process: no thread of the worker could set it.
 */
export const NO_REPORTS = { ORT_DISABLE_TELEMETRY: '1' };

/** A process that runs networks with onnxruntime. */
export class NetworkProcess extends WorkerProcess {
  constructor(file: string, data: unknown, { idleMs }: { idleMs?: number } = {}) {
    super(file, data, { idleMs, env: NO_REPORTS });
  }
}
