import * as library from '@huggingface/tokenizers';
import type { ModelFiles } from './model-files.js';
import type { Tower } from './tower.js';

/** The used part of the library, whose own types name their files as Node does not find them. */
interface Tokenizer {
  encode(text: string): { ids: number[] };
  token_to_id(token: string): number | undefined;
}
const { Tokenizer } = library as unknown as { Tokenizer: new (json: object, config: object) => Tokenizer };

/** Where a model does not say how many it takes. */
const MAX_TOKENS = 512;

/** Words as the numbers that a model knows them by. */
export class ModelTokens {
  private readonly tokenizer: Tokenizer;
  private readonly most: number;
  /** So many there are always. */
  private readonly least: number;
  private readonly padding: number;

  constructor({ json, config }: NonNullable<ModelFiles['tokenizer']>, tower: Tower) {
    this.tokenizer = new Tokenizer(json, config);
    const { length } = tower.input('input_ids');
    this.most = Math.min(length ?? MAX_TOKENS, config.model_max_length ?? MAX_TOKENS);
    // A model that is not told where the words end was taught with all of its places filled.
    this.least = length ?? (tower.inputs.includes('attention_mask') ? 0 : this.most);
    const { pad_token: pad } = config;
    this.padding = (pad && this.tokenizer.token_to_id(typeof pad === 'string' ? pad : pad.content)) || 0;
  }

  of(text: string): { ids: number[]; mask: number[] } {
    const { ids: all } = this.tokenizer.encode(text);
    // The last one says that the text ends.
    const ids = all.length > this.most ? [...all.slice(0, this.most - 1), all.at(-1)!] : all;
    const missing = Array.from({ length: Math.max(0, this.least - ids.length) }, () => this.padding);
    return { ids: [...ids, ...missing], mask: [...ids.map(() => 1), ...missing.map(() => 0)] };
  }
}
