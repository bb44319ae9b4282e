import { existsSync } from 'node:fs';
import path from 'node:path';
import { builtFile, projectFolder } from '../../platform/threads/built-file.js';
import { SHOP_PICTURE, decodeSafely } from '../../media/picture.js';
import type { Described, Engine } from '../engines/engine.js';
import { NetworkProcess } from '../engines/network-process.js';
import { DESCRIBED_SIDE, describePicture } from './describe.js';
import { packDescription } from './pack.js';
import type { Pixels } from './features/pixels.js';

/** Incremented when new descriptions can no longer be compared with older ones. */
const RULES = 'builtin-2';

/** After this long without work the process ends: with the network it takes some 90 MB, and the next picture loads it again. */
const IDLE_MS = 60_000;

/** A picture takes a fraction of a second, on a busy machine some seconds: a process that takes this long hangs, and is ended. */
const MAX_CALL_MS = 2 * 60_000;

/** The files of the engine, and what it is for. */
export interface EngineFiles {
  /** The compiled describe-process.ts. */
  program?: string;
  /** The folder with garments.onnx and garments.json. */
  weights?: string;
  /** Why the configured engine, which this one replaces, cannot be used. */
  insteadOf?: string;
}

/** A request to the process: describe the network, or a picture of 256 × 256 with its original aspect ratio. */
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
 * The built-in engine, for pictures only. Describes pictures in a process of its own. Without the network it uses hand-made
 * features; without that process it computes in this one.
 */
export class ImageEngine implements Engine {
  readonly name: string;
  readonly fallback: boolean;
  readonly why?: string;
  readonly hasParts = true;

  private constructor(
    private readonly describing: NetworkProcess | null,
    private readonly about: NetworkInfo,
    readonly dimensions: number,
    insteadOf?: string,
  ) {
    this.name = nameOf(about.version);
    this.why = insteadOf ?? about.why;
    this.fallback = !about.version || insteadOf !== undefined;
  }

  /** Starts the process and describes a blank picture: whether the network runs here decides the engine's name. */
  static async open({
    program = builtFile('search/image/describe-process.js'),
    weights = path.join(projectFolder(), 'ai/weights'),
    insteadOf,
  }: EngineFiles = {}): Promise<ImageEngine> {
    if (!existsSync(program)) return ImageEngine.alone('The process that describes pictures is not built', insteadOf);
    const started = new NetworkProcess(program, weights, { idleMs: IDLE_MS, maxCallMs: MAX_CALL_MS });
    try {
      const about = await started.call<NetworkInfo>({ about: true });
      const { described } = await started.call<DescribedImage>({ pixels: blank(), ratio: 1 });
      return new ImageEngine(started, about, described.vector.length, insteadOf);
    } catch (error) {
      await started.close();
      return ImageEngine.alone(String(error), insteadOf);
    }
  }

  private static async alone(why: string, insteadOf?: string): Promise<ImageEngine> {
    const { vector } = packDescription(await describePicture(blank(), 1, null));
    return new ImageEngine(null, { version: null, why }, vector.length, insteadOf);
  }

  async embedImage(bytes: Buffer): Promise<Described> {
    const { pixels, ratio } = await decoded(bytes);
    if (!this.describing) return packDescription(await describePicture(pixels, ratio, null));
    const description = await this.describing.call<DescribedImage>({ pixels, ratio });
    // A restarted process may have loaded other weights.
    if (description.version === this.about.version) return description.described;
    throw new Error(`Pictures are described by ${nameOf(description.version)} now, not ${this.name}`);
  }

  /** This engine does not support text. */
  embedText(): Promise<null> {
    return Promise.resolve(null);
  }

  /** Closes the process after its pending calls. */
  async close(): Promise<void> {
    await this.describing?.close();
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
      const pixels = { data: new Uint8Array(data), width: DESCRIBED_SIDE, height: DESCRIBED_SIDE };
      return { pixels, ratio: size.width / size.height };
    },
    { lane: 'visitor' },
  );
}
