import { builtFile } from '../../../platform/threads/built-file.js';
import { SHOP_PICTURE, decodeSafely } from '../../../media/picture.js';
import type { Described, Engine } from '../engine.js';
import { EngineUnavailable } from '../engine-unavailable.js';
import type { Framing } from '../framing.js';
import { ModelProcess, MODEL_TIMEOUT_MS, type ModelInfo, type ModelRequest } from './model-process.js';

/**
 * An engine for a two-tower model, such as CLIP or SigLIP, from a local folder, in a process of its own. Its name contains a hash
 * of the model's content.
 */
export class OnnxEngine implements Engine {
  readonly name: string;
  readonly dimensions: number;
  readonly fallback = false;

  private constructor(
    private readonly process: ModelProcess,
    private readonly about: ModelInfo,
  ) {
    this.name = about.name;
    this.dimensions = about.dimensions;
  }

  /**
   * Loads the model of a folder and runs it once.
   * @param built the compiled file of its process
   * @param timeoutMs the time limit for one picture, in milliseconds
   * @throws EngineUnavailable with the reason
   */
  static async open(
    folder: string,
    built = builtFile('search/engines/onnx/onnx-process.js'),
    timeoutMs = MODEL_TIMEOUT_MS,
  ): Promise<OnnxEngine> {
    const model = new ModelProcess(built, folder, timeoutMs);
    try {
      return new OnnxEngine(model, await model.about());
    } catch (error) {
      await model.close();
      throw error;
    }
  }

  async embedImage(bytes: Buffer): Promise<Described> {
    const pixels = await framed(bytes, this.about.framing);
    return { vector: await this.embed({ pixels }), parts: null };
  }

  async embedText(text: string): Promise<Float32Array | null> {
    return this.about.supportsText ? this.embed({ text }) : null;
  }

  /** Ends the process after its pending calls. */
  close(): Promise<void> {
    return this.process.close();
  }

  private async embed(request: ModelRequest): Promise<Float32Array> {
    const { name, vector } = await this.process.embed(request);
    if (name === this.name) return vector;
    // A restarted process may have read other files.
    throw new EngineUnavailable(`The model is ${name} now, not ${this.name}: start the shop again`);
  }
}

/** Converts a picture to the model's input: red, green and blue, a byte each, in memory of its own. @throws ShopError 413, 415 */
async function framed(bytes: Buffer, { width, height, shorterSide, kernel }: Framing): Promise<Uint8Array> {
  return decodeSafely(
    bytes,
    SHOP_PICTURE,
    async (open) => {
      const { data, info } = await open()
        .resize(
          shorterSide === null
            ? { width, height, fit: 'fill', kernel }
            : { width: shorterSide, height: shorterSide, fit: 'outside', kernel },
        )
        .flatten({ background: '#fff' })
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true });
      return middleOf(data, info, { width, height });
    },
    { lane: 'visitor' },
  );
}

interface Size {
  width: number;
  height: number;
}

function middleOf(data: Uint8Array, whole: Size, { width, height }: Size): Uint8Array {
  const left = Math.floor((whole.width - width) / 2);
  const top = Math.floor((whole.height - height) / 2);
  const middle = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * whole.width + left) * 3;
    middle.set(data.subarray(from, from + width * 3), y * width * 3);
  }
  return middle;
}
