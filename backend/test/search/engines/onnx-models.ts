import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onnxBytes, type Graph } from './onnx-bytes.js';

/** In pixels. */
export const SIDE = 8;
/** What the words of the small model mean: parts of red, green and blue, and how much they fill. */
const MEANINGS: Record<string, number[]> = {
  '[PAD]': [0, 0, 0, 1],
  '[UNK]': [0, 0, 0, 2],
  '[CLS]': [0, 0, 0, 0],
  '[SEP]': [0, 0, 0, 0],
  đỏ: [1, 0, 0, 0],
  xanh: [0, 0, 1, 0],
  lá: [0, 2, -1, 0],
};

/** A tower of pictures: the mean of red, of green and of blue, and nothing. */
export const PICTURES: Graph = {
  inputs: { pixel_values: ['batch', 3, SIDE, SIDE] },
  outputs: { image_embeds: ['batch', 4] },
  floats: { parts: { shape: [3, 4], values: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0] } },
  steps: [
    { op: 'GlobalAveragePool', takes: ['pixel_values'], gives: ['means'] },
    { op: 'Flatten', takes: ['means'], gives: ['flat'], with: { axis: 1 } },
    { op: 'MatMul', takes: ['flat', 'parts'], gives: ['image_embeds'] },
  ],
};

/** A tower of words: the mean of what they mean. */
export const WORDS: Graph = {
  inputs: { input_ids: ['batch', 'sequence'] },
  whole: ['input_ids'],
  outputs: { text_embeds: ['batch', 4] },
  floats: { meanings: { shape: [Object.keys(MEANINGS).length, 4], values: Object.values(MEANINGS).flat() } },
  steps: [
    { op: 'Gather', takes: ['meanings', 'input_ids'], gives: ['each'] },
    { op: 'ReduceMean', takes: ['each'], gives: ['text_embeds'], with: { axes: [1], keepdims: 0 } },
  ],
};

/** The same, told by a mask where the words end. */
export const MASKED_WORDS: Graph = {
  ...WORDS,
  inputs: { input_ids: ['batch', 'sequence'], attention_mask: ['batch', 'sequence'] },
  whole: ['input_ids', 'attention_mask'],
  numbers: { last: [2] },
  steps: [
    { op: 'Gather', takes: ['meanings', 'input_ids'], gives: ['each'] },
    { op: 'Cast', takes: ['attention_mask'], gives: ['mask'], with: { to: 1 } },
    { op: 'Unsqueeze', takes: ['mask', 'last'], gives: ['wide'] },
    { op: 'Mul', takes: ['each', 'wide'], gives: ['heard'] },
    { op: 'ReduceMean', takes: ['heard'], gives: ['text_embeds'], with: { axes: [1], keepdims: 0 } },
  ],
};

/** One file for both, as some exports are. */
export const BOTH: Graph = {
  inputs: { ...PICTURES.inputs, ...WORDS.inputs },
  whole: WORDS.whole,
  outputs: { logits_per_image: ['batch', 'batch'], ...WORDS.outputs, ...PICTURES.outputs },
  floats: { ...PICTURES.floats, ...WORDS.floats },
  steps: [
    ...PICTURES.steps,
    ...WORDS.steps,
    { op: 'Transpose', takes: ['text_embeds'], gives: ['turned'] },
    { op: 'MatMul', takes: ['image_embeds', 'turned'], gives: ['logits_per_image'] },
  ],
};

/** As Hugging Face describes them. */
export const PREPROCESSOR = {
  do_normalize: true,
  do_rescale: true,
  do_resize: true,
  image_mean: [0, 0, 0],
  image_std: [1, 1, 1],
  resample: 3,
  rescale_factor: 1 / 255,
  size: { height: SIDE, width: SIDE },
};

const TOKENIZER = {
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: ['[PAD]', '[UNK]', '[CLS]', '[SEP]'].map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  })),
  normalizer: { type: 'Lowercase' },
  pre_tokenizer: { type: 'Whitespace' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
    ],
    pair: [],
    special_tokens: {
      '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
      '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
    },
  },
  decoder: null,
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(Object.keys(MEANINGS).map((word, id) => [word, id])),
  },
};
const TOKENIZER_CONFIG = { model_max_length: 8, pad_token: '[PAD]', tokenizer_class: 'BertTokenizer' };

const DESCRIBED: Files = {
  'preprocessor_config.json': PREPROCESSOR,
  'tokenizer.json': TOKENIZER,
  'tokenizer_config.json': TOKENIZER_CONFIG,
};

/** By name: a graph, what a JSON file says, or content as it is. */
type Files = Record<string, Graph | object | string>;

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A folder of a small model, away when the tests end. @param files beside its descriptions, or in their place */
export function modelFolder(files: Files): string {
  const above = mkdtempSync(path.join(os.tmpdir(), 'may-model-'));
  folders.push(above);
  const folder = path.join(above, 'small');
  writeModel(folder, { ...DESCRIBED, ...files });
  return folder;
}

/** Writes files of a model in place of those that are there. */
export function writeModel(folder: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    const bytes =
      typeof content === 'string' ? content : isGraph(content) ? onnxBytes(content) : JSON.stringify(content);
    writeFileSync(path.join(folder, name), bytes);
  }
}

const isGraph = (content: object): content is Graph => 'steps' in content;
