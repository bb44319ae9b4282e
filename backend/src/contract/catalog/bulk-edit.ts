import { z } from 'zod';
import { Id, Vnd } from '../common.js';
import { MAX_BULK_LINES, MAX_BULK_PRODUCTS, MAX_VND, PRICE_CHANGES } from '../rules.js';
import { ProductFilter } from './products.js';

const Amount = z.int('Phải là số nguyên').min(-MAX_VND, 'Số quá lớn').max(MAX_VND, 'Số quá lớn');

/**
 * Changes the price, the stock or both of many products; for products with variants, of each variant. With `preview` it
 * changes nothing and returns what it would do.
 */
export const BulkEdit = z
  .object({
    ids: z.array(Id).min(1, 'Vui lòng chọn sản phẩm').max(MAX_BULK_PRODUCTS, 'Quá nhiều sản phẩm').optional(),
    /** All products that match, instead of `ids`. */
    filter: ProductFilter.optional(),
    price: z.object({ by: z.enum(PRICE_CHANGES, 'Giá trị không hợp lệ'), value: Amount }).optional(),
    stock: z.object({ by: z.enum(['set', 'add'], 'Giá trị không hợp lệ'), value: Amount }).optional(),
    preview: z.boolean().default(false),
    /** The `digest` of the preview that the edit is based on. Without it the edit applies to whatever it finds. */
    seen: z.string().max(64).optional(),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    path: ['ids'],
    message: 'Vui lòng chọn sản phẩm',
  })
  .refine(({ price, stock }) => price ?? stock, {
    path: ['price'],
    message: 'Vui lòng nhập thay đổi về giá hoặc tồn kho',
  })
  .refine(({ price }) => price?.by !== 'percent' || (price.value > -100 && price.value <= 1_000), {
    path: ['price'],
    message: 'Phần trăm từ -99 đến 1.000',
  })
  .meta({ id: 'BulkEdit' });
export type BulkEdit = z.infer<typeof BulkEdit>;

/** The price and stock of a product or variant, before and after. */
export const BulkLine = z
  .object({
    product: Id,
    /** Null for a product without variants. */
    variant: Id.nullable(),
    name: z.string(),
    /** Colour and size; empty for a product without variants. */
    choice: z.string(),
    price_before: Vnd,
    price_after: z.number(),
    stock_before: z.int(),
    stock_after: z.int(),
    /** Why it is not changed; null when it is changed. */
    refused: z.string().nullable(),
  })
  .meta({ id: 'BulkLine' });
export type BulkLine = z.infer<typeof BulkLine>;

export const BulkOutcome = z
  .object({
    products: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    refused: z.int(),
    /** Stands for the products that the edit found, as they were last edited; stock that is sold meanwhile does not change it. */
    digest: z.string(),
    /** Refused lines first, then changed lines. */
    lines: z.array(BulkLine).max(MAX_BULK_LINES),
  })
  .meta({ id: 'BulkOutcome' });
export type BulkOutcome = z.infer<typeof BulkOutcome>;
