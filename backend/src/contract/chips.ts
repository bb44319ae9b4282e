import { z } from 'zod';

/** Parts of a query that the search understood and that the shopper can remove. */
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
 * One thing that was understood. Of words it has the part of the sent text that says it, so that it is taken back by
 * leaving that part out; of the picture it has none, and is taken back by `ignore`.
 */
export const Chip = z
  .object({
    kind: z.enum(UNDERSTOOD),
    /** As it is shown: `áo khoác`, `đen`, `dưới 500.000đ`. */
    label: z.string(),
    of: z.enum(['text', 'image']),
    /** Of `text`: from which character of it, counted as JavaScript does, and up to which. */
    start: z.int().optional(),
    end: z.int().optional(),
  })
  .meta({ id: 'Chip' });
export type Chip = z.infer<typeof Chip>;
