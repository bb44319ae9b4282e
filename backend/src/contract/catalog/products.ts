import { z } from 'zod';
import { Product, ProductPicture, SizeTable, Variant } from './catalog.js';
import { Id, PageQuery, Search, Timestamp, Vnd, fromJsonText, oneOf, optionalText, requiredText } from '../common.js';
import { MAX_PRODUCT_DESCRIPTION, MAX_PRODUCT_NAME, MAX_PRODUCT_PICTURES, MAX_STOCK, MAX_VARIANTS } from '../rules.js';
import { FIT_FIELDS, SaveSizeTable } from './size-tables.js';

const Stock = z
  .int('Số lượng phải là số nguyên')
  .min(0, 'Số lượng không được âm')
  .max(MAX_STOCK, `Tối đa ${MAX_STOCK.toLocaleString('vi-VN')} chiếc`);

/** The version that the edit is based on. Without it the edit overwrites any other. */
const Version = z.int('Phiên bản không hợp lệ').optional();

/** An id chosen from a list. */
const chosen = (message: string) => z.int(message).min(1, message).max(2_147_483_647, message);

/** An existing picture by any of its URLs, or `new` for the next uploaded picture. */
const PICTURE_IN_ORDER = /^(new|\/media\/[0-9a-f]{32}\/\d+\.(webp|avif))$/;

const VariantRow = z.object({
  color_id: chosen('Vui lòng chọn màu sắc'),
  size_id: chosen('Vui lòng chọn kích cỡ'),
  price: Vnd,
  stock_quantity: Stock,
});

/** A product's variants after the edit; `stock_was` as in `SaveProduct`. */
const VariantRows = z
  .array(VariantRow.extend({ stock_was: Stock.optional() }), 'Danh sách phân loại không hợp lệ')
  .max(MAX_VARIANTS, `Tối đa ${MAX_VARIANTS.toLocaleString('vi-VN')} phân loại`)
  .refine((rows) => new Set(rows.map((row) => `${row.color_id}-${row.size_id}`)).size === rows.length, {
    message: 'Mỗi cặp màu sắc và kích cỡ chỉ được có một lần',
  });

const isPictureColor = (color: unknown) =>
  color === null || (Number.isInteger(color) && Number(color) >= 0 && Number(color) <= 2_147_483_647);
const noColors = 'Danh sách màu của ảnh không hợp lệ';

/** For each of `pictures`: the id of the colour that it shows, 0 for none, or null (`-` in multipart) to leave it as it is. */
const PictureColors = z.preprocess(
  (value) =>
    typeof value === 'string'
      ? value
          .split(',')
          .filter(Boolean)
          .map((color) => (color === '-' ? null : Number(color)))
      : value,
  z
    .array(z.unknown(), noColors)
    .max(MAX_PRODUCT_PICTURES, `Tối đa ${MAX_PRODUCT_PICTURES} ảnh`)
    .refine((colors): colors is (number | null)[] => colors.every(isPictureColor), noColors)
    .optional(),
);

/**
 * The body of `POST /api/products/` and `PUT /api/products/{id}/`: JSON, or multipart with the files `image` (the main picture)
 * and up to 8 `images`.
 *
 * Without `pictures`, an uploaded `image` replaces the main picture, and uploaded `images` replace all others. `pictures` lists
 * all pictures of the product in order, joined by commas; pictures that it does not list are removed.
 */
export const SaveProduct = z
  .object({
    name: requiredText(MAX_PRODUCT_NAME, 'Vui lòng nhập tên sản phẩm'),
    description: optionalText(MAX_PRODUCT_DESCRIPTION).default(''),
    price: Vnd,
    /** Null removes it; omitted leaves it unchanged. */
    oldPrice: Vnd.min(1, 'Giá cũ phải lớn hơn 0').nullish(),
    /** Required for a product without variants. */
    countInStock: Stock.nullish(),
    /** The stock that `countInStock` is based on; sales since then are subtracted. Without it `countInStock` is absolute. */
    stock_was: Stock.nullish(),
    brand: chosen('Vui lòng chọn thương hiệu'),
    category: chosen('Vui lòng chọn danh mục'),
    has_variants: z.boolean('Giá trị không hợp lệ').nullish(),
    pictures: z.preprocess(
      (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
      z
        .array(z.unknown(), 'Danh sách ảnh không hợp lệ')
        .max(MAX_PRODUCT_PICTURES, `Tối đa ${MAX_PRODUCT_PICTURES} ảnh`)
        .refine(
          (order): order is string[] => order.every((entry) => PICTURE_IN_ORDER.test(String(entry))),
          'Ảnh không hợp lệ',
        )
        .optional(),
    ),
    /** Chosen by the owner, so they stand. A new picture whose colour is left open gets one that the picture engine guesses. */
    picture_colors: PictureColors,
    /** For a product with variants: replaces them as `SaveVariants` does, in the same transaction. JSON text in multipart. */
    variants: z.preprocess(fromJsonText, VariantRows.optional()),
    ...FIT_FIELDS,
    /** The product's own size table; null removes it, so that its category's counts. JSON text in multipart. */
    size_table: z.preprocess(fromJsonText, SaveSizeTable.nullish()),
    version: Version,
  })
  .refine(({ pictures, picture_colors: colors }) => !colors || colors.length === pictures?.length, {
    path: ['picture_colors'],
    message: 'Mỗi ảnh phải có đúng một màu',
  })
  .refine(({ has_variants, variants }) => has_variants || !variants, {
    path: ['variants'],
    message: 'Sản phẩm không có phân loại',
  })
  .refine(({ has_variants, countInStock }) => has_variants || typeof countInStock === 'number', {
    path: ['countInStock'],
    message: 'Vui lòng nhập số lượng tồn kho',
    // Beside the errors of other fields, which skip the checks of the whole.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .refine(({ has_variants, price, oldPrice }) => has_variants || !oldPrice || oldPrice > price, {
    path: ['oldPrice'],
    message: 'Giá cũ phải cao hơn giá bán',
  })
  .meta({ id: 'SaveProduct' });
export type SaveProduct = z.infer<typeof SaveProduct>;

export const AddVariant = VariantRow.extend({ product: Id }).meta({ id: 'AddVariant' });
export type AddVariant = z.infer<typeof AddVariant>;

/** All variants of a product after the edit. A variant whose colour and size already exist keeps its id. */
export const SaveVariants = z
  .object({
    variants: VariantRows,
    version: Version,
  })
  .meta({ id: 'SaveVariants' });
export type SaveVariants = z.infer<typeof SaveVariants>;

/** A product as its editors see it, archived or not, with inactive variants and the version that an edit is based on. */
export const AdminProduct = Product.extend({
  /** The stored old price. The shop hides it when it is not higher than the price. */
  oldPrice: Vnd.nullable(),
  variants: z.array(Variant),
  /** `color_source` says who knows the colour: the owner, or the picture engine by a guess; null while nobody does. */
  pictures: z.array(ProductPicture.extend({ color_source: z.enum(['owner', 'engine']).nullable() })),
  /** The product's own one alone. */
  size_table: SizeTable.nullable(),
  /** How many e-mail addresses wait for the stock of each variant; the variant is null for a product without variants. */
  stock_alerts: z.array(z.object({ variant: Id.nullable(), waiting: z.int() })),
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
    /** The first 50 characters. */
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
    /** How many e-mail addresses wait for its stock. */
    stock_alerts: z.int(),
    /** True when an order contains the product: it can then only be archived, not deleted. */
    is_ordered: z.boolean(),
  })
  .meta({ id: 'AdminProductRow' });
export type AdminProductRow = z.infer<typeof AdminProductRow>;

const PRODUCT_SORTS = [
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

/** Filters products for a table or a bulk edit. */
export const ProductFilter = z.object({
  /** Part of a product's name, or its id. */
  search: Search,
  category: attributeId.optional(),
  brand: attributeId.optional(),
  /** The id of a colour or size in which at least one variant comes. */
  color: attributeId.optional(),
  size: attributeId.optional(),
  /** `out`: no stock; `low`: `LOW_STOCK` or less; `in`: more; `variant-out`: at least one variant without stock. */
  stock: oneOf(['out', 'low', 'in', 'variant-out']).optional(),
  picture: oneOf(['missing']).optional(),
  /** `1` shows only archived products, `all` those and the products in the shop; without it only products in the shop. */
  archived: oneOf(['1', 'all']).optional(),
});
export type ProductFilter = z.infer<typeof ProductFilter>;

export const AdminProductQuery = PageQuery.extend({ ...ProductFilter.shape, sort: oneOf(PRODUCT_SORTS) });
export type AdminProductQuery = z.infer<typeof AdminProductQuery>;
