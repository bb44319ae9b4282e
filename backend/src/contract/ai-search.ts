import { z } from 'zod';
import { ListProduct } from './catalog.js';
import { Chip } from './chips.js';
import { DEFAULT_AI_RESULTS, MAX_AI_RESULTS, MAX_AI_TEXT, TEXTS } from './rules.js';

const limit = z
  .preprocess(
    (given) => (typeof given === 'string' && /^\d{1,3}$/.test(given.trim()) ? Number(given) : given),
    z
      .int(`Từ 1 đến ${MAX_AI_RESULTS}`)
      .min(1, `Từ 1 đến ${MAX_AI_RESULTS}`)
      .max(MAX_AI_RESULTS, `Từ 1 đến ${MAX_AI_RESULTS}`),
  )
  .default(DEFAULT_AI_RESULTS);

const words = z.string(TEXTS.nothingAsked).trim().max(MAX_AI_TEXT, `Tối đa ${MAX_AI_TEXT} ký tự`);

/** Parts of a picture to ignore, joined by commas: `type`, `color`. */
const ignore = z
  .preprocess(
    (given) => (typeof given === 'string' ? given.split(',').filter(Boolean) : given),
    z.array(z.enum(['type', 'color'], 'Giá trị không hợp lệ')),
  )
  .default([]);

export const SearchByText = z
  .object({ text: words.min(1, TEXTS.nothingAsked), limit })
  // Of nothing at all, or a body of another type, it is the words that are missing.
  .prefault({} as { text: string })
  .meta({ id: 'SearchByText' });
export type SearchByText = z.infer<typeof SearchByText>;

/** Beside the file `image` of a multipart body. */
export const SearchByImage = z.object({ limit, ignore }).prefault({}).meta({ id: 'SearchByImage' });
export type SearchByImage = z.infer<typeof SearchByImage>;

/** Beside the file `image`, which may be missing when there is a `text`. */
export const SearchCombined = z
  .object({ text: words.default(''), limit, ignore })
  .prefault({})
  .meta({ id: 'SearchCombined' });
export type SearchCombined = z.infer<typeof SearchCombined>;

export const FoundProduct = ListProduct.extend({
  /** How well it fits, 1 to 100: falls from one result to the next. */
  compatibility_percent: z.int().min(1).max(100),
  /** Why it was found, the weightiest first: `cùng màu`, `đúng khoảng giá`. */
  reasons: z.array(z.string()),
  /** Of its pictures the one in the colour that was asked for, where `image` shows another. */
  matched_image: z.string().optional(),
}).meta({ id: 'FoundProduct' });
export type FoundProduct = z.infer<typeof FoundProduct>;

export const AiSearchAnswer = z
  .object({
    products: z.array(FoundProduct),
    /** Whether plainer means had to do; `message` says so to the shopper. */
    fallback: z.boolean(),
    message: z.string().optional(),
    understood: z.array(Chip),
  })
  .meta({ id: 'AiSearchAnswer' });
export type AiSearchAnswer = z.infer<typeof AiSearchAnswer>;
