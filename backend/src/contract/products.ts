import { z } from 'zod';
import { Product, Variant } from './catalog.js';
import { Id, PageQuery, Search, Timestamp, Vnd, oneOf, optionalText, requiredText } from './common.js';
import {
  MAX_BULK_LINES,
  MAX_BULK_PRODUCTS,
  MAX_PRODUCT_DESCRIPTION,
  MAX_PRODUCT_NAME,
  MAX_PRODUCT_PICTURES,
  MAX_STOCK,
  MAX_VARIANTS,
  MAX_VND,
  PRICE_CHANGES,
} from './rules.js';

const Stock = z
  .int('Số lượng phải là số nguyên')
  .min(0, 'Số lượng không được âm')
  .max(MAX_STOCK, `Tối đa ${MAX_STOCK.toLocaleString('vi-VN')} chiếc`);

/** The version that an edit was based on; without it whatever is there is overwritten. */
const Version = z.int('Phiên bản không hợp lệ').optional();

/** An id that somebody chooses from a list. */
const chosen = (message: string) => z.int(message).min(1, message).max(2_147_483_647, message);

/** A picture that stays, by any of its addresses, or the next of those that come with the call. */
const PICTURE_IN_ORDER = /^(new|\/media\/[0-9a-f]{32}\/\d+\.(webp|avif))$/;

const VariantRow = z.object({
  color_id: chosen('Vui lòng chọn màu sắc'),
  size_id: chosen('Vui lòng chọn kích thước'),
  price: Vnd,
  stock_quantity: Stock,
});

/** The variants that a product is to have, `stock_was` as in `SaveProduct`. */
const VariantRows = z
  .array(VariantRow.extend({ stock_was: Stock.optional() }), 'Danh sách phân loại không hợp lệ')
  .max(MAX_VARIANTS, `Tối đa ${MAX_VARIANTS.toLocaleString('vi-VN')} phân loại`)
  .refine((rows) => new Set(rows.map((row) => `${row.color_id}-${row.size_id}`)).size === rows.length, {
    message: 'Mỗi cặp màu sắc và kích thước chỉ được có một lần',
  });

/** Parses a multipart text; one that is no JSON is left for the schema to refuse. */
function parsed(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given) as unknown;
  } catch {
    return given;
  }
}

/**
 * The body of `POST /api/products/` and `PUT /api/products/{id}/`: multipart beside `image` (the main picture) and up to
 * 8 `images`, or as JSON.
 *
 * Without `pictures`, a sent `image` takes the place of the main picture, sent `images` that of all others. `pictures` says
 * it exactly: all that the product is to have, in their order, joined by commas; those that are not named are removed.
 */
export const SaveProduct = z
  .object({
    name: requiredText(MAX_PRODUCT_NAME, 'Vui lòng nhập tên sản phẩm'),
    description: optionalText(MAX_PRODUCT_DESCRIPTION).default(''),
    price: Vnd,
    /** Null: none. Left out: as it is. */
    oldPrice: Vnd.min(1, 'Giá cũ phải lớn hơn 0').nullish(),
    /** Of a product without variants, which must have it. */
    countInStock: Stock.nullish(),
    /** The stock that `countInStock` was based on: what was sold since is taken off it. Without it, it is absolute. */
    stock_was: Stock.nullish(),
    brand: chosen('Vui lòng chọn thương hiệu'),
    category: chosen('Vui lòng chọn danh mục'),
    has_variants: z.boolean('Giá trị không hợp lệ').nullish(),
    pictures: z.preprocess(
      (given) => (typeof given === 'string' ? given.split(',').filter(Boolean) : given),
      z
        .array(z.unknown(), 'Danh sách ảnh không hợp lệ')
        .max(MAX_PRODUCT_PICTURES, `Tối đa ${MAX_PRODUCT_PICTURES} ảnh`)
        .refine(
          (order): order is string[] => order.every((entry) => PICTURE_IN_ORDER.test(String(entry))),
          'Ảnh không hợp lệ',
        )
        .optional(),
    ),
    /** Of a product with variants: replaces them as `SaveVariants` does, in the same transaction. JSON text in multipart. */
    variants: z.preprocess(parsed, VariantRows.optional()),
    version: Version,
  })
  .refine(({ has_variants, variants }) => has_variants || !variants, {
    path: ['variants'],
    message: 'Sản phẩm không có phân loại',
  })
  .refine(({ has_variants, countInStock }) => has_variants || typeof countInStock === 'number', {
    path: ['countInStock'],
    message: 'Vui lòng nhập số lượng tồn kho',
  })
  .refine(({ has_variants, price, oldPrice }) => has_variants || !oldPrice || oldPrice > price, {
    path: ['oldPrice'],
    message: 'Giá cũ phải cao hơn giá bán',
  })
  .meta({ id: 'SaveProduct' });
export type SaveProduct = z.infer<typeof SaveProduct>;

export const AddVariant = VariantRow.extend({ product: Id }).meta({ id: 'AddVariant' });
export type AddVariant = z.infer<typeof AddVariant>;

/** All variants that a product is to have. One whose colour and size are there already keeps its id. */
export const SaveVariants = z
  .object({
    variants: VariantRows,
    version: Version,
  })
  .meta({ id: 'SaveVariants' });
export type SaveVariants = z.infer<typeof SaveVariants>;

/** A product as its editors see it: archived or not, with variants that are switched off, and the version of what they see. */
export const AdminProduct = Product.extend({
  /** As it is kept, also where the shop does not show it because it is not higher than the price. */
  oldPrice: Vnd.nullable(),
  variants: z.array(Variant),
  handle: z.string(),
  version: z.int(),
  archived_at: Timestamp.nullable(),
}).meta({ id: 'AdminProduct' });
export type AdminProduct = z.infer<typeof AdminProduct>;

/** A line of the back office's table. */
export const AdminProductRow = z
  .object({
    id: Id,
    name: z.string(),
    /** Its first 50 characters. */
    description: z.string(),
    image: z.string().nullable(),
    pictures: z.int(),
    price: Vnd,
    min_price: Vnd,
    oldPrice: Vnd.nullable(),
    brand: Id.nullable(),
    category: Id.nullable(),
    has_variants: z.boolean(),
    variants: z.int(),
    total_stock: z.int(),
    total_sold: z.int(),
    createdAt: Timestamp,
    archived_at: Timestamp.nullable(),
    /** Whether an order names it: then it is archived, not deleted. */
    is_ordered: z.boolean(),
  })
  .meta({ id: 'AdminProductRow' });
export type AdminProductRow = z.infer<typeof AdminProductRow>;

export const PRODUCT_SORTS = [
  'newest',
  'oldest',
  'name-asc',
  'name-desc',
  'price-asc',
  'price-desc',
  'stock-asc',
  'stock-desc',
  'sold-asc',
  'sold-desc',
] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];

const attributeId = z.preprocess((id) => (id === '' || id === '0' ? undefined : Number(id)), Id.optional());

/** Which products a table shows, and a change of many is for. */
const ProductFilter = z.object({
  /** Part of the name, or the number of a product. */
  search: Search,
  category: attributeId.optional(),
  brand: attributeId.optional(),
  /** Nothing left, 5 or fewer left, more; or a variant with nothing left, whatever the others have. */
  stock: oneOf(['out', 'low', 'in', 'variant-out']).optional(),
  picture: oneOf(['missing']).optional(),
  /** Only archived ones; without it only those in the shop. */
  archived: oneOf(['1']).optional(),
});
export type ProductFilter = z.infer<typeof ProductFilter>;

export const AdminProductQuery = PageQuery.extend({ ...ProductFilter.shape, sort: oneOf(PRODUCT_SORTS) });
export type AdminProductQuery = z.infer<typeof AdminProductQuery>;

const Amount = z.int('Phải là số nguyên').min(-MAX_VND, 'Số quá lớn').max(MAX_VND, 'Số quá lớn');

/**
 * Changes prices, stock or both of many products: of those with variants each variant, of the others themselves. With
 * `preview` nothing is changed and everything told.
 */
export const BulkEdit = z
  .object({
    ids: z.array(Id).min(1, 'Vui lòng chọn sản phẩm').max(MAX_BULK_PRODUCTS, 'Quá nhiều sản phẩm').optional(),
    /** All that fit, instead of `ids`. */
    filter: ProductFilter.optional(),
    price: z.object({ by: z.enum(PRICE_CHANGES, 'Giá trị không hợp lệ'), value: Amount }).optional(),
    stock: z.object({ by: z.enum(['set', 'add'], 'Giá trị không hợp lệ'), value: Amount }).optional(),
    preview: z.boolean().default(false),
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

/** One thing that has a price and a stock, before and after. */
export const BulkLine = z
  .object({
    product: Id,
    /** Null for a product without variants. */
    variant: Id.nullable(),
    name: z.string(),
    /** Colour and size, empty for a product without variants. */
    choice: z.string(),
    price_before: Vnd,
    price_after: z.number(),
    stock_before: z.int(),
    stock_after: z.int(),
    /** Why it stays as it is; null when it is changed. */
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
    /** Those that are refused first, then those that are changed. */
    lines: z.array(BulkLine).max(MAX_BULK_LINES),
  })
  .meta({ id: 'BulkOutcome' });
export type BulkOutcome = z.infer<typeof BulkOutcome>;
