import { existsSync } from 'node:fs';
import path from 'node:path';
import { WorkerThread, builtFile, projectFolder } from '../../platform/threads/worker-thread.js';
import { SHOP_PICTURE, decodeSafely } from '../../media/picture.js';
import type { Described, Engine } from '../engines/engine.js';
import { DESCRIBED_SIDE, describePicture } from './describe.js';
import { described } from './pack.js';
import type { Pixels } from './features/pixels.js';

/** Incremented when new descriptions can no longer be compared with older ones. */
const RULES = 'builtin-2';

/** Idle for so long, the thread ends: the network and its thread take some 30 MB, and the next picture loads them again. */
const IDLE_MS = 60_000;

/** The files of the engine. */
export interface EngineFiles {
  /** The compiled describe-thread.ts. */
  thread?: string;
  /** The folder with garments.onnx and garments.json. */
  weights?: string;
}

/** A request to the thread: describe the network, or a picture of 256 × 256 with its original aspect ratio. */
export type ImageRequest = { about: true } | { pixels: Pixels; ratio: number };

/** About the network; null when it could not be loaded, with the reason in `why`. */
export interface NetworkInfo {
  version: string | null;
  why?: string;
}

/** A described picture, and the version of the network that described it. */
export interface DescribedImage {
  version: string | null;
  described: Described;
}

/**
 * The built-in engine, for pictures only. Describes pictures in a thread of its own. Without the network it uses hand-made
 * features; without the thread it computes in this one.
 */
export class ImageEngine implements Engine {
  readonly name: string;
  readonly fallback: boolean;
  readonly why?: string;
  readonly hasParts = true;

  private constructor(
    private readonly thread: WorkerThread | null,
    private readonly about: NetworkInfo,
    readonly dimensions: number,
  ) {
    this.name = nameOf(about.version);
    this.fallback = !about.version;
    this.why = about.why;
  }

  /** Starts the thread and describes a blank picture: whether the network runs here decides the engine's name. */
  static async open({
    thread = builtFile('search/image/describe-thread.js'),
    weights = path.join(projectFolder(), 'ai/weights'),
  }: EngineFiles = {}): Promise<ImageEngine> {
    if (!existsSync(thread)) return ImageEngine.alone('The thread that describes pictures is not built');
    const started = new WorkerThread(thread, weights, { idleMs: IDLE_MS });
    try {
      const about = await started.call<NetworkInfo>({ about: true });
      const { described } = await started.call<DescribedImage>({ pixels: blank(), ratio: 1 });
      return new ImageEngine(started, about, described.vector.length);
    } catch (error) {
      await started.close();
      return ImageEngine.alone(String(error));
    }
  }

  private static async alone(why: string): Promise<ImageEngine> {
    const { vector } = described(await describePicture(blank(), 1, null));
    return new ImageEngine(null, { version: null, why }, vector.length);
  }

  async embedImage(bytes: Buffer): Promise<Described> {
    const { pixels, ratio } = await decoded(bytes);
    if (!this.thread) return described(await describePicture(pixels, ratio, null));
    const seen = await this.thread.call<DescribedImage>({ pixels, ratio }, [pixels.data.buffer as ArrayBuffer]);
    // A restarted thread may have loaded other weights.
    if (seen.version === this.about.version) return seen.described;
    throw new Error(`Pictures are described by ${nameOf(seen.version)} now, not ${this.name}`);
  }

  /** This engine does not support text. */
  embedText(): Promise<null> {
    return Promise.resolve(null);
  }

  /** Closes the thread after its pending calls. */
  async close(): Promise<void> {
    await this.thread?.close();
  }
}

const nameOf = (version: string | null): string => (version ? `${RULES}+net-${version}` : RULES);

const blank = (): Pixels => ({
  data: new Uint8Array(DESCRIBED_SIDE * DESCRIBED_SIDE * 3).fill(255),
  width: DESCRIBED_SIDE,
  height: DESCRIBED_SIDE,
});

/** Decodes a picture for the description: upright, without transparency, 256 × 256. */
async function decoded(bytes: Buffer): Promise<{ pixels: Pixels; ratio: number }> {
  return decodeSafely(
    bytes,
    SHOP_PICTURE,
    async (open) => {
      const { width, height, autoOrient } = await open().metadata();
      const size = autoOrient ?? { width, height };
      const { data } = await open()
        .resize({ width: DESCRIBED_SIDE, height: DESCRIBED_SIDE, fit: 'fill' })
        .flatten({ background: '#fff' })
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true });
      // In memory of its own, which can be transferred to the thread.
      const pixels = { data: new Uint8Array(data), width: DESCRIBED_SIDE, height: DESCRIBED_SIDE };
      return { pixels, ratio: size.width / size.height };
    },
    { lane: 'visitor' },
  );
}
