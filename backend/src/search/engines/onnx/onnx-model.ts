import { availableParallelism } from 'node:os';
import path from 'node:path';
import type * as Runtime from 'onnxruntime-node';
import { framingOf, type Framing } from '../framing.js';
import { readModelFiles } from './model-files.js';
import { ModelTokens } from './tokens.js';
import { Tower, type Onnx } from './tower.js';

/** Output names of exports: of a tower with its projection first, then of one without. */
const PICTURE_OUTPUTS = ['image_embeds', 'image_embeddings', 'pooler_output'];
const WORD_OUTPUTS = ['text_embeds', 'text_embeddings', 'sentence_embedding', 'pooler_output'];
const KNOWN_INPUTS = ['pixel_values', 'input_ids', 'attention_mask', 'token_type_ids'];

/** A model with two towers, one for pictures and one for text, whose vectors share one space. */
export class OnnxModel {
  readonly name: string;
  dimensions = 0;

  private constructor(
    folder: string,
    hash: string,
    readonly framing: Framing,
    private readonly onnx: Onnx,
    private readonly pictures: Tower,
    private readonly words: { tower: Tower; tokens: ModelTokens } | null,
  ) {
    this.name = `onnx:${path.basename(folder)}@${hash}`;
  }

  /**
   * Loads the model of a folder and runs it once.
   * @throws Error with the reason when it cannot be used
   */
  static async load(folder: string): Promise<OnnxModel> {
    const onnx = await import('onnxruntime-node').catch((error: unknown) => {
      throw new Error(`onnxruntime-node cannot be loaded: ${String(error)}`, { cause: error });
    });
    const { models, preprocessor, tokenizer, hash } = await readModelFiles(folder);
    const framing = framingOf(preprocessor);
    // Leave one core to the rest of the shop.
    const threads = Math.max(1, availableParallelism() - 1);
    const towers: Tower[] = [];
    // One after the other: each needs twice its memory while it is loaded.
    for (const file of models) towers.push(await Tower.load(onnx, file, threads));
    refuseUnknown(towers);
    const pictures = towers.find(({ inputs }) => inputs.includes('pixel_values'));
    if (!pictures) throw new Error(`No model in ${folder} takes pixel_values`);
    const tower = towers.find(({ inputs }) => inputs.includes('input_ids'));
    if (tower && !tokenizer) throw new Error(`tokenizer.json is missing in ${folder}`);
    const words = tower && tokenizer ? { tower, tokens: new ModelTokens(tokenizer, tower) } : null;
    const model = new OnnxModel(folder, hash, framing, onnx, pictures, words);
    await model.try();
    return model;
  }

  get supportsText(): boolean {
    return this.words !== null;
  }

  /** @param pixels in the framing's size, three bytes each: red, green, blue */
  picture(pixels: Uint8Array): Promise<Float32Array> {
    const isBoth = this.words?.tower === this.pictures;
    const feeds = { ...this.pixels(pixels), ...(isBoth && this.tokens('')) };
    return this.pictures.run(feeds, PICTURE_OUTPUTS);
  }

  /** @throws Error when the model supports pictures only */
  text(text: string): Promise<Float32Array> {
    if (!this.words) throw new Error(`${this.name} does not support text`);
    const { tower } = this.words;
    const isBoth = tower === this.pictures;
    const blank = () => this.pixels(new Uint8Array(this.framing.width * this.framing.height * 3));
    return tower.run({ ...this.tokens(text), ...(isBoth && blank()) }, WORD_OUTPUTS);
  }

  /** Embeds one picture and one word, so that errors appear before a shopper's search. */
  private async try(): Promise<void> {
    const { width, height } = this.framing;
    const picture = await this.picture(Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 31) % 256));
    this.dimensions = picture.length;
    if (!this.words) return;
    const text = await this.text('áo thun');
    if (text.length !== picture.length)
      throw new Error(
        `Its pictures have ${picture.length} numbers, its words ${text.length}: two exports that do not belong together?`,
      );
  }

  private pixels(pixels: Uint8Array): Record<string, Runtime.Tensor> {
    const { width, height, scale, shift } = this.framing;
    const plane = width * height;
    const input = new Float32Array(3 * plane);
    for (let i = 0; i < plane; i++) {
      for (let channel = 0; channel < 3; channel++) {
        input[channel * plane + i] = pixels[i * 3 + channel]! * scale[channel]! + shift[channel]!;
      }
    }
    return { pixel_values: new this.onnx.Tensor('float32', input, [1, 3, height, width]) };
  }

  private tokens(text: string): Record<string, Runtime.Tensor> {
    const { tower, tokens } = this.words!;
    const { ids, mask } = tokens.of(text);
    const all = { input_ids: ids, attention_mask: mask, token_type_ids: ids.map(() => 0) };
    const wanted = Object.entries(all).filter(([name]) => tower.inputs.includes(name));
    return Object.fromEntries(
      wanted.map(([name, values]) => {
        const { type } = tower.input(name);
        const data = type === 'int32' ? Int32Array.from(values) : BigInt64Array.from(values, BigInt);
        return [name, new this.onnx.Tensor(type === 'int32' ? 'int32' : 'int64', data, [1, values.length])];
      }),
    );
  }
}

function refuseUnknown(towers: Tower[]): void {
  for (const { file, inputs } of towers) {
    const unknown = inputs.filter((name) => !KNOWN_INPUTS.includes(name));
    if (unknown.length > 0)
      throw new Error(`${path.basename(file)} requires ${unknown.join(', ')}, which is not supported`);
  }
}
