import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Incremented when the preprocessing of pictures or text, or the use of the model's output, changes. */
const RULES = 'onnx-1';

/** The files of a model, in the layout of exports for onnxruntime. */
export interface ModelFiles {
  /** One model for pictures and one for text, or one for both. */
  models: string[];
  preprocessor: unknown;
  /** Null without a tokenizer. */
  tokenizer: { json: object; config: TokenizerConfig } | null;
  /** 12 hex digits of a hash of all files' content. */
  hash: string;
}

/** The used fields of a `tokenizer_config.json`. */
export interface TokenizerConfig {
  model_max_length?: number;
  pad_token?: string | { content: string } | null;
}

/**
 * Finds the files of a model in a folder and its `onnx` subfolder, and reads the small ones.
 * @throws Error naming a file that is missing or cannot be read
 */
export async function readModelFiles(folder: string): Promise<ModelFiles> {
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}`);
  const vision = find(folder, 'vision_model');
  const text = find(folder, 'text_model');
  const models = vision
    ? [vision, ...(text ? [text] : [])]
    : [find(folder, 'model')].filter((file) => file !== undefined);
  if (models.length === 0) throw new Error(`Neither vision_model.onnx nor model.onnx is in ${folder}`);
  const described = ['preprocessor_config.json', 'tokenizer.json', 'tokenizer_config.json'].map((name) =>
    path.join(folder, name),
  );
  const [preprocessor, json, config] = await Promise.all(described.map(readJson));
  if (!preprocessor) throw new Error(`preprocessor_config.json is missing in ${folder}`);
  const tokenizer = json ? { json, config: config ?? {} } : null;
  return { models, preprocessor, tokenizer, hash: await hashOf([...models, ...described]) };
}

function find(folder: string, name: string): string | undefined {
  const names = [`${name}.onnx`, `onnx/${name}.onnx`, `${name}_quantized.onnx`, `onnx/${name}_quantized.onnx`];
  return names.map((file) => path.join(folder, file)).find((file) => existsSync(file));
}

/** The pattern of the tokenizer's `Whitespace`. The library's own pattern omits letters with diacritics. */
const WORDS = { type: 'Split', pattern: { Regex: '\\w+|[^\\w\\s]+' }, behavior: 'Removed', invert: true };
const withMarks = (_key: string, value: { type?: unknown } | null) => (value?.type === 'Whitespace' ? WORDS : value);

async function readJson(file: string): Promise<object | null> {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(await readFile(file, 'utf8'), withMarks) as object;
  } catch (error) {
    throw new Error(`${path.basename(file)} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Hashes all content; a model may have its large weights in a separate file. */
async function hashOf(files: string[]): Promise<string> {
  const hash = createHash('sha256').update(RULES);
  for (const file of files.flatMap((file) => [file, `${file}_data`, `${file}.data`])) {
    if (!existsSync(file)) continue;
    hash.update(`\n${path.basename(file)}\n`);
    await pipeline(createReadStream(file), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) hash.update(chunk);
    });
  }
  return hash.digest('hex').slice(0, 12);
}
