import { z } from 'zod';
import { ListProduct } from '../catalog/catalog.js';
import { withoutZeroBytes } from '../common.js';
import { Chip } from '../catalog/chips.js';
import { DEFAULT_AI_RESULTS, MAX_AI_RESULTS, MAX_AI_TEXT, TEXTS } from '../rules.js';

const limit = z
  .preprocess(
    (value) => (typeof value === 'string' && /^\d{1,3}$/.test(value.trim()) ? Number(value) : value),
    z
      .int(`Từ 1 đến ${MAX_AI_RESULTS}`)
      .min(1, `Từ 1 đến ${MAX_AI_RESULTS}`)
      .max(MAX_AI_RESULTS, `Từ 1 đến ${MAX_AI_RESULTS}`),
  )
  .default(DEFAULT_AI_RESULTS);

const words = z
  .string(TEXTS.nothingAsked)
  .trim()
  .max(MAX_AI_TEXT, `Tối đa ${MAX_AI_TEXT} ký tự`)
  .overwrite(withoutZeroBytes);

const PICTURE_PARTS = ['type', 'color'] as const;

/** Parts of a picture to ignore, joined by commas: `type`, `color`. */
const ignore = z
  .preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
    z.array(z.enum(PICTURE_PARTS, 'Giá trị không hợp lệ')).max(PICTURE_PARTS.length, 'Giá trị không hợp lệ'),
  )
  .default([]);

export const SearchByText = z
  .object({ text: words.min(1, TEXTS.nothingAsked), limit })
  // An empty body is reported as missing text.
  .prefault({} as { text: string })
  .meta({ id: 'SearchByText' });
export type SearchByText = z.infer<typeof SearchByText>;

/** The fields beside the file `image` of a multipart body. */
export const SearchByImage = z.object({ limit, ignore }).prefault({}).meta({ id: 'SearchByImage' });
export type SearchByImage = z.infer<typeof SearchByImage>;

/** The fields beside the file `image` of a multipart body. The file is optional when there is a `text`. */
export const SearchCombined = z
  .object({ text: words.default(''), limit, ignore })
  .prefault({})
  .meta({ id: 'SearchCombined' });
export type SearchCombined = z.infer<typeof SearchCombined>;

export const FoundProduct = ListProduct.extend({
  /** The quality of the match, 1 to 100. It decreases from one result to the next. */
  compatibility_percent: z.int().min(1).max(100),
  /** Why the product matches, strongest reason first: `cùng màu`, `đúng khoảng giá`. */
  reasons: z.array(z.string()),
  /** The product's picture in the requested colour, when `image` shows another colour. */
  matched_image: z.string().optional(),
}).meta({ id: 'FoundProduct' });
export type FoundProduct = z.infer<typeof FoundProduct>;

export const AiSearchAnswer = z
  .object({
    products: z.array(FoundProduct),
    /** True when the basic search answered instead; `message` tells the shopper. */
    fallback: z.boolean(),
    message: z.string().optional(),
    understood: z.array(Chip),
  })
  .meta({ id: 'AiSearchAnswer' });
export type AiSearchAnswer = z.infer<typeof AiSearchAnswer>;
