import * as library from '@huggingface/tokenizers';
import type { ModelFiles } from './model-files.js';
import type { Tower } from './tower.js';

/** The used part of the library, whose own types refer to files that Node does not resolve. */
interface Tokenizer {
  encode(text: string): { ids: number[] };
  token_to_id(token: string): number | undefined;
}
const { Tokenizer } = library as unknown as { Tokenizer: new (json: object, config: object) => Tokenizer };

/** The limit for a model that states none. */
const MAX_TOKENS = 512;

/** Converts text to the token ids of a model. */
export class ModelTokens {
  private readonly tokenizer: Tokenizer;
  private readonly maxLength: number;
  /** The minimum number of tokens. */
  private readonly minLength: number;
  private readonly padding: number;

  constructor({ json, config }: NonNullable<ModelFiles['tokenizer']>, tower: Tower) {
    this.tokenizer = new Tokenizer(json, config);
    const { length } = tower.input('input_ids');
    this.maxLength = Math.min(length ?? MAX_TOKENS, config.model_max_length ?? MAX_TOKENS);
    // A model without an attention mask was trained with all positions filled.
    this.minLength = length ?? (tower.inputs.includes('attention_mask') ? 0 : this.maxLength);
    const { pad_token: pad } = config;
    this.padding = (pad && this.tokenizer.token_to_id(typeof pad === 'string' ? pad : pad.content)) || 0;
  }

  of(text: string): { ids: number[]; mask: number[] } {
    const { ids: all } = this.tokenizer.encode(text);
    // The last token marks the end of the text.
    const ids = all.length > this.maxLength ? [...all.slice(0, this.maxLength - 1), all.at(-1)!] : all;
    const missing = Array.from({ length: Math.max(0, this.minLength - ids.length) }, () => this.padding);
    return { ids: [...ids, ...missing], mask: [...ids.map(() => 1), ...missing.map(() => 0)] };
  }
}
