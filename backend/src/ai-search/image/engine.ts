import { existsSync } from 'node:fs';
import path from 'node:path';
import { decodeSafely } from '../../media/picture.js';
import type { Described, Engine } from '../engine.js';
import { DESCRIBED_SIDE, describePicture } from './describe.js';
import { described } from './pack.js';
import { PictureThread } from './picture-thread.js';
import type { Pixels } from './pixels.js';

/** Changes when pictures that were described before can no longer be compared with those described now. */
const RULES = 'builtin-2';
const MAX_BYTES = 10 * 1024 * 1024;

/** Where the parts of an engine are. */
export interface EngineFiles {
  /** The built thread.ts. */
  thread?: string;
  /** The folder of garments.onnx and garments.json. */
  weights?: string;
}

/**
 * The picture half of the engine that is built in: it knows no words. Describes pictures in a thread of its own. Without the
 * network the hand-made features serve; without the thread they are worked out here.
 */
export class PictureEngine implements Engine {
  readonly name: string;
  readonly fallback: boolean;
  readonly why?: string;

  private constructor(
    private readonly files: Required<EngineFiles>,
    private thread: Promise<PictureThread> | null,
    { version, why }: { version: string | null; why?: string },
    readonly dimensions: number,
  ) {
    this.name = nameOf(version);
    this.fallback = !version;
    this.why = why;
  }

  /** Starts the thread and has it describe a blank picture, so that the first of a shopper finds it warm. */
  static async open({
    thread = path.join(root(), 'dist/backend/src/ai-search/image/thread.js'),
    weights = path.join(root(), 'ai/weights'),
  }: EngineFiles = {}): Promise<PictureEngine> {
    const files = { thread, weights };
    if (!existsSync(thread)) return PictureEngine.alone(files, 'The thread that describes pictures is not built');
    try {
      const started = await PictureThread.start(thread, weights);
      const { vector } = await started.describe(blank(), 1);
      return new PictureEngine(files, Promise.resolve(started), started, vector.length);
    } catch (error) {
      return PictureEngine.alone(files, String(error));
    }
  }

  private static async alone(files: Required<EngineFiles>, why: string): Promise<PictureEngine> {
    const { vector } = described(await describePicture(blank(), 1, null));
    return new PictureEngine(files, null, { version: null, why }, vector.length);
  }

  async embedImage(bytes: Buffer): Promise<Described> {
    const { pixels, ratio } = await decoded(bytes);
    if (!this.thread) return described(await describePicture(pixels, ratio, null));
    return (await this.running(this.thread)).describe(pixels, ratio);
  }

  /** It has seen no words. */
  embedText(): Promise<null> {
    return Promise.resolve(null);
  }

  /** Ends the thread. The next picture starts another. */
  async close(): Promise<void> {
    const thread = await this.thread?.catch(() => null);
    await thread?.end();
  }

  /** The thread, or another in place of one that ended, provided that it says the same of pictures. */
  private async running(before: Promise<PictureThread>): Promise<PictureThread> {
    const thread = await before.catch(() => null);
    if (thread && !thread.isOver) return thread;
    // Whoever comes first starts it.
    if (this.thread === before) this.thread = this.started();
    return this.thread!;
  }

  private async started(): Promise<PictureThread> {
    const thread = await PictureThread.start(this.files.thread, this.files.weights);
    if (nameOf(thread.version) === this.name) return thread;
    await thread.end();
    throw new Error(`Pictures are described by ${nameOf(thread.version)} now, not ${this.name}: ${thread.why}`);
  }
}

const nameOf = (version: string | null): string => (version ? `${RULES}+net-${version}` : RULES);

/** The project's folder, from which built code and weights are found wherever this file was bundled to. */
function root(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return folder;
}

const blank = (): Pixels => ({
  data: new Uint8Array(DESCRIBED_SIDE * DESCRIBED_SIDE * 3).fill(255),
  width: DESCRIBED_SIDE,
  height: DESCRIBED_SIDE,
});

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
