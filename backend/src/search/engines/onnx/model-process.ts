import { waitAtMost } from '../../../platform/promises/wait-at-most.js';
import { EngineUnavailable } from '../engine-unavailable.js';
import type { Framing } from '../framing.js';
import { NetworkProcess } from '../network-process.js';

/** A request to the process: embed a picture or text, or describe the model. */
export type ModelRequest = { pixels: Uint8Array } | { text: string } | { about: true };

/** The description of the model. */
export type ModelInfo = { name: string; dimensions: number; framing: Framing; supportsText: boolean };
export type Embedding = { name: string; vector: Float32Array };

/** In milliseconds; a model that has not answered by then may never do so. */
export const MODEL_TIMEOUT_MS = 30_000;

/** A call that takes this long, loading included, never ends: the process hangs, and the next call starts another. */
const MAX_CALL_MS = 10 * 60_000;

/** The process of a model. It is not ended when it is merely late: loading a model anew would take longer still. */
export class ModelProcess {
  private readonly process: NetworkProcess;
  private readonly pending = new Set<Promise<void>>();
  private isUnresponsive = false;

  /** @param built the compiled file of the process @param folder of the model */
  constructor(
    built: string,
    folder: string,
    private readonly timeoutMs: number,
  ) {
    this.process = new NetworkProcess(built, folder, { maxCallMs: MAX_CALL_MS });
  }

  /** Loads the model, within ten minutes. @throws EngineUnavailable with the reason */
  about(): Promise<ModelInfo> {
    return this.call<ModelInfo>({ about: true });
  }

  /** @throws EngineUnavailable when the model fails, exits or times out; immediately until it answers again */
  async embed(request: ModelRequest): Promise<Embedding> {
    if (this.isUnresponsive) throw new EngineUnavailable('The model does not answer');
    const answer = this.call<Embedding>(request);
    const embedding = await waitAtMost(this.timeoutMs, answer);
    if (embedding) return embedding;
    this.isUnresponsive = true;
    answer.catch(() => undefined);
    throw new EngineUnavailable(`The model did not answer for ${this.timeoutMs / 1_000} s`);
  }

  /** Ends the process after its pending calls, or after the timeout. */
  async close(): Promise<void> {
    if (!this.isUnresponsive) await waitAtMost(this.timeoutMs, Promise.all(this.pending));
    await this.process.close();
  }

  private async call<T>(request: ModelRequest): Promise<T> {
    const answer = this.process.call<T>(request);
    const onSettled = () => {
      this.pending.delete(settled);
      this.isUnresponsive = false;
    };
    const settled: Promise<void> = answer.then(onSettled, onSettled);
    this.pending.add(settled);
    return answer.catch((error: Error) => {
      throw new EngineUnavailable(error.message.replace(/^Error: /, ''));
    });
  }
}
