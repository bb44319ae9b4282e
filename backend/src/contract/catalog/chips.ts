import { z } from 'zod';

/** Kinds of query parts that the search understands and the shopper can remove. */
export const UNDERSTOOD = [
  'type',
  'color',
  'gender',
  'material',
  'size',
  'occasion',
  'style',
  'price',
  'brand',
] as const;

/**
 * One understood part of a query. A part of the text has its range, and is removed by deleting that range from the text. A
 * part of the picture has none, and is removed with `ignore`.
 */
export const Chip = z
  .object({
    kind: z.enum(UNDERSTOOD),
    /** The label that is shown: `áo khoác`, `đen`, `dưới 500.000đ`. */
    label: z.string(),
    of: z.enum(['text', 'image']),
    /** The range in `text`, in UTF-16 units: first index, and index after the last. */
    start: z.int().optional(),
    end: z.int().optional(),
  })
  .meta({ id: 'Chip' });
export type Chip = z.infer<typeof Chip>;
