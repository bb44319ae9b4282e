import { setTimeout as sleep } from 'node:timers/promises';
import { WorkerThread } from '../../../platform/threads/worker-thread.js';
import { EngineUnavailable } from '../engine-unavailable.js';
import type { Framing } from '../framing.js';

/** A request to the thread: embed a picture or words, or describe the model. */
export type ToModel = { pixels: Uint8Array } | { text: string } | { about: true };

/** The description of the model. */
export type ModelInfo = { name: string; dimensions: number; framing: Framing; knowsWords: boolean };
export type Read = { name: string; vector: Float32Array };

/** In milliseconds: a model that has not answered by then may never do. */
export const MODEL_TIMEOUT_MS = 30_000;

/**
 * The thread of a model. It is not ended while the runtime is at work: a thread that ends amid that takes the whole process
 * with it.
 */
export class ModelThread {
  private readonly thread: WorkerThread;
  private readonly asked = new Set<Promise<void>>();
  private isSilent = false;

  /** @param built the file that it runs @param folder of the model */
  constructor(
    built: string,
    folder: string,
    private readonly patience: number,
  ) {
    this.thread = new WorkerThread(built, folder);
  }

  /** Loads the model, for which it may take its time. @throws EngineUnavailable saying what is wrong with it */
  about(): Promise<ModelInfo> {
    return this.ask<ModelInfo>({ about: true });
  }

  /** @throws EngineUnavailable when the model fails, ends or is silent; while it is silent, at once */
  async read(question: ToModel): Promise<Read> {
    if (this.isSilent) throw new EngineUnavailable('The model does not answer');
    const timer = new AbortController();
    const late = sleep(this.patience, null, { signal: timer.signal });
    const answer = this.ask<Read>(question);
    try {
      const read = await Promise.race([answer, late]);
      if (read) return read;
      this.isSilent = true;
      answer.catch(() => undefined);
      throw new EngineUnavailable(`The model was silent for ${this.patience / 1_000} s`);
    } finally {
      late.catch(() => undefined);
      timer.abort();
    }
  }

  /** Ends it when it has answered, or when it had its time to. */
  async close(): Promise<void> {
    if (!this.isSilent) await Promise.race([Promise.all(this.asked), sleep(this.patience, null, { ref: false })]);
    await this.thread.close();
  }

  private async ask<T>(question: ToModel): Promise<T> {
    const handed = 'pixels' in question ? [question.pixels.buffer as ArrayBuffer] : [];
    const answer = this.thread.call<T>(question, handed);
    const over = () => {
      this.asked.delete(settled);
      this.isSilent = false;
    };
    const settled: Promise<void> = answer.then(over, over);
    this.asked.add(settled);
    return answer.catch((error: Error) => {
      throw new EngineUnavailable(error.message.replace(/^Error: /, ''));
    });
  }
}
