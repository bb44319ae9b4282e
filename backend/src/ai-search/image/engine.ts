import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { decodeSafely } from '../../media/picture.js';
import { vectorOf } from './compare.js';
import { DESCRIBED_SIDE, describePicture } from './describe.js';
import type { PictureParts } from './describe.js';
import type { Pixels } from './pixels.js';

/** Changes when pictures that were described before can no longer be compared with those described now. */
const RULES = 'hand-1';
const MAX_BYTES = 10 * 1024 * 1024;

/** A picture as it is searched for and compared. */
export interface DescribedPicture extends PictureParts {
  /** Name and version of what described it. Two pictures can be compared when they have the same. */
  engine: string;
  /** What a search over many pictures compares, see compare.ts and vector-scan.ts. */
  vector: Float32Array;
  /** True where the network is missing and the hand-made features alone serve. */
  fallback: boolean;
}

/** What a thread tells, see thread.ts. */
export type Told =
  | { ready: { version: string } | null; why?: string }
  | { id: number; parts: PictureParts }
  | { id: number; failed: string };

interface Thread {
  worker: Worker;
  version: string | null;
  why?: string;
}

/** The project's folder, from which built code and weights are found wherever this file was bundled to. */
function root(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
}

/** Where the parts of an engine are. */
export interface EngineFiles {
  /** The built thread.ts. */
  thread?: string;
  /** The folder of garments.onnx and garments.json. */
  weights?: string;
}

/**
 * Describes pictures in a thread of its own, which starts with the first of them. Without the network the hand-made features
 * serve; without the thread they are worked out here.
 */
export class PictureEngine {
  private starting: Promise<Thread | null> | undefined;
  private readonly asked = new Map<
    number,
    { resolve: (parts: PictureParts) => void; reject: (error: Error) => void }
  >();
  private last = 0;

  constructor(private readonly files: EngineFiles = {}) {}

  /**
   * Describes an uploaded picture.
   * @throws ShopError 413 over 10 MB or 50 megapixels, 415 when it cannot be decoded
   */
  async embedImage(bytes: Buffer): Promise<DescribedPicture> {
    const { pixels, ratio } = await decoded(bytes);
    const thread = await this.thread();
    const parts = thread ? await this.ask(thread, pixels, ratio) : await describePicture(pixels, ratio, null);
    return { ...parts, vector: vectorOf(parts), engine: nameOf(thread), fallback: !parts.network };
  }

  /** The name and version of the engine, and why its network is missing if it is. */
  async about(): Promise<{ engine: string; fallback: boolean; why?: string }> {
    const thread = await this.thread();
    return { engine: nameOf(thread), fallback: !thread?.version, why: thread ? thread.why : 'no thread' };
  }

  /** Ends the thread. The next picture starts another. */
  async close(): Promise<void> {
    const thread = await this.starting;
    this.starting = undefined;
    await thread?.worker.terminate();
  }

  private thread(): Promise<Thread | null> {
    return (this.starting ??= this.start());
  }

  private async start(): Promise<Thread | null> {
    const {
      thread = path.join(root(), 'dist/backend/src/ai-search/image/thread.js'),
      weights = path.join(root(), 'ai/weights'),
    } = this.files;
    if (!existsSync(thread)) return null;
    const worker = new Worker(thread, { workerData: weights });
    return new Promise((resolve) => {
      worker.on('message', (told: Told) => {
        if (!('ready' in told)) return this.answer(told);
        // A process need not wait for a thread that has nothing to do.
        if (this.asked.size === 0) worker.unref();
        resolve({ worker, version: told.ready?.version ?? null, why: told.why });
      });
      worker.once('error', (error) => this.lost(error, resolve));
      worker.once('exit', () => this.lost(new Error('The picture thread ended'), resolve));
    });
  }

  private ask({ worker }: Thread, pixels: Pixels, ratio: number): Promise<PictureParts> {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, pixels, ratio }, [pixels.data.buffer as ArrayBuffer]);
    });
  }

  private answer(told: Exclude<Told, { ready: unknown }>): void {
    const waiting = this.asked.get(told.id);
    this.asked.delete(told.id);
    if ('parts' in told) waiting?.resolve(told.parts);
    else waiting?.reject(new Error(told.failed));
    if (this.asked.size === 0) void this.starting?.then((thread) => thread?.worker.unref());
  }

  /** Whoever waits for a thread that ended is told; the next picture starts another. */
  private lost(error: Error, resolve: (thread: null) => void): void {
    for (const { reject } of this.asked.values()) reject(error);
    this.asked.clear();
    this.starting = undefined;
    resolve(null);
  }
}

const nameOf = (thread: Thread | null): string => (thread?.version ? `${RULES}+net-${thread.version}` : RULES);

/** A picture as it is described: upright, without transparency, 256 × 256. */
async function decoded(bytes: Buffer): Promise<{ pixels: Pixels; ratio: number }> {
  return decodeSafely(bytes, MAX_BYTES, async (open) => {
    const { width, height, autoOrient } = await open().metadata();
    const size = autoOrient ?? { width, height };
    const { data } = await open()
      .resize({ width: DESCRIBED_SIDE, height: DESCRIBED_SIDE, fit: 'fill' })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    // Its own memory, which can be handed to the thread.
    const pixels = { data: new Uint8Array(data), width: DESCRIBED_SIDE, height: DESCRIBED_SIDE };
    return { pixels, ratio: size.width / size.height };
  });
}
