import { Worker } from 'node:worker_threads';
import type { Described } from '../engine.js';
import type { Pixels } from './pixels.js';

/** What is told to the thread: a picture of 256 × 256, and its width to its height before it was made square. */
export interface Asked {
  id: number;
  pixels: Pixels;
  ratio: number;
}

/** What the thread tells, see thread.ts. */
export type Told =
  { version: string | null; why?: string } | { id: number; described: Described } | { id: number; failed: string };

interface Waiting {
  resolve: (described: Described) => void;
  reject: (error: Error) => void;
}

/** The thread in which pictures are described, so that the process goes on answering meanwhile. */
export class PictureThread {
  isOver = false;
  private readonly asked = new Map<number, Waiting>();
  private last = 0;

  private constructor(
    private readonly worker: Worker,
    /** Of the network; null when it could not be loaded, and `why`. */
    readonly version: string | null,
    readonly why?: string,
  ) {}

  /**
   * Starts it and waits until its network is loaded.
   * @param built the file that it runs
   * @param weights the folder of the network
   */
  static start(built: string, weights: string): Promise<PictureThread> {
    const worker = new Worker(built, { workerData: weights });
    return new Promise((resolve, reject) => {
      let thread: PictureThread | undefined;
      const lose = (error: Error) => {
        thread?.lost(error);
        reject(error);
      };
      worker.on('message', (told: Told) => {
        if (thread && 'id' in told) return thread.answer(told);
        if ('id' in told) return;
        thread = new PictureThread(worker, told.version, told.why);
        // A process need not wait for a thread that has nothing to do.
        worker.unref();
        resolve(thread);
      });
      worker.once('error', lose);
      worker.once('exit', () => lose(new Error('The picture thread ended')));
    });
  }

  /** Describes a picture; its pixels are handed over. */
  describe(pixels: Pixels, ratio: number): Promise<Described> {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      this.worker.ref();
      const asked: Asked = { id, pixels, ratio };
      this.worker.postMessage(asked, [pixels.data.buffer as ArrayBuffer]);
    });
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private answer(told: Extract<Told, { id: number }>): void {
    const waiting = this.asked.get(told.id);
    this.asked.delete(told.id);
    if ('described' in told) waiting?.resolve(told.described);
    else waiting?.reject(new Error(told.failed));
    if (this.asked.size === 0) this.worker.unref();
  }

  /** Whoever waits is told. */
  private lost(error: Error): void {
    this.isOver = true;
    for (const { reject } of this.asked.values()) reject(error);
    this.asked.clear();
  }
}
