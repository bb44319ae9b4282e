import { z } from 'zod';
import { Chip } from './chips.js';
import { Id, PageQuery, Timestamp, Vnd, pageSchema, withoutZeroBytes } from '../common.js';
import { MAX_CARDS, MAX_KEYWORD, SORTS, FITS } from '../rules.js';
import { MAX_SIZE_ROWS, MEASURES } from './size-rules.js';

export const Color = z.object({ id: Id, name: z.string(), hex_code: z.string() }).meta({ id: 'Color' });
export type Color = z.infer<typeof Color>;

export const Size = z.object({ id: Id, name: z.string() }).meta({ id: 'Size' });
export type Size = z.infer<typeof Size>;

/** A size in the list of all, by name. `position`: its place in the order in which sizes are shown, 1, 2, 3 … */
export const ListedSize = Size.extend({ position: z.int() }).meta({ id: 'ListedSize' });
export type ListedSize = z.infer<typeof ListedSize>;

/** From and to, both inclusive. */
const SizeRange = z.tuple([z.number(), z.number()]);

/** A size table in centimetres; the bodies that a size is for in centimetres and kilograms. */
export const SizeTable = z
  .object({
    measures: z.array(z.enum(MEASURES)).max(MEASURES.length),
    rows: z
      .array(
        z.object({
          size: Size,
          values: z.partialRecord(z.enum(MEASURES), SizeRange),
          height: SizeRange.nullable(),
          weight: SizeRange.nullable(),
        }),
      )
      .max(MAX_SIZE_ROWS),
  })
  .meta({ id: 'SizeTable' });
export type SizeTable = z.infer<typeof SizeTable>;

const TaxonomyItem = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  image: z.string().nullable(),
  product_count: z.int(),
});
export const Brand = TaxonomyItem.meta({ id: 'Brand' });
export type Brand = z.infer<typeof Brand>;
export const Category = TaxonomyItem.meta({ id: 'Category' });
export type Category = z.infer<typeof Category>;

export const Variant = z
  .object({ id: Id, product: Id, price: Vnd, stock_quantity: z.int().min(0), color: Color, size: Size })
  .meta({ id: 'Variant' });
export type Variant = z.infer<typeof Variant>;

export const Review = z
  .object({
    id: Id,
    name: z.string(),
    user_info: z.object({ username: z.string() }),
    rating: z.int().min(1).max(5),
    comment: z.string(),
    /** How it fits the author; null when they did not say. */
    fit: z.enum(FITS).nullable(),
    createdAt: Timestamp,
    verified_purchase: z.boolean(),
    /** Those that an administrator has approved. */
    photos: z.array(z.string()),
  })
  .meta({ id: 'Review' });
export type Review = z.infer<typeof Review>;

/** A colour in which a product can be bought; `image` is the first picture that shows it, null without one. */
export const Swatch = Color.extend({ image: z.string().nullable() }).meta({ id: 'Swatch' });
export type Swatch = z.infer<typeof Swatch>;

/** A picture of a product, and the id of the colour that it shows; null for none, and while that is unknown. */
export const ProductPicture = z.object({ image: z.string(), color: Id.nullable() }).meta({ id: 'ProductPicture' });
export type ProductPicture = z.infer<typeof ProductPicture>;

/** A product as lists show it. `image` is null when it has no picture. */
export const ListProduct = z
  .object({
    id: Id,
    name: z.string(),
    image: z.string().nullable(),
    price: Vnd,
    oldPrice: Vnd.nullable(),
    min_price: Vnd,
    rating: z.number().min(0).max(5),
    numReviews: z.int(),
    total_sold: z.int(),
    countInStock: z.int().min(0),
    total_stock: z.int().min(0),
    createdAt: Timestamp,
    brand: Id.nullable(),
    category: Id.nullable(),
    has_variants: z.boolean(),
    discount: z.int().min(0).max(100),
    is_new: z.boolean(),
    /** Beyond the contract's fields, for the product card: the second picture and the available colours. */
    hover_image: z.string().nullable(),
    swatches: z.array(Swatch),
    /** The values of `swatches`, for pages of the release before. */
    colors: z.array(z.string()),
  })
  .meta({ id: 'ListProduct' });
export type ListProduct = z.infer<typeof ListProduct>;

const RatingBreakdown = z.object({ 1: z.int(), 2: z.int(), 3: z.int(), 4: z.int(), 5: z.int() });

export const Product = ListProduct.extend({
  description: z.string(),
  images: z.array(z.string()),
  /** `images` with their colours. */
  pictures: z.array(ProductPicture),
  variants: z.array(Variant),
  available_colors: z.array(Color),
  available_sizes: z.array(Size),
  reviews: z.array(Review),
  rating_breakdown: RatingBreakdown,
  /** The number of reviews that voted for each fit. */
  fit_votes: z.object({ tight: z.int(), right: z.int(), loose: z.int() }),
  material: z.string(),
  care: z.string(),
  /** The height of the model in the pictures in centimetres, and the size that they wear; null and empty when unknown. */
  model_height: z.int().nullable(),
  model_size: z.string(),
  /** The product's own size table, else its category's. */
  size_table: SizeTable.nullable(),
}).meta({ id: 'Product' });
export type Product = z.infer<typeof Product>;

/** The number of products each choice would show while the other filters apply. Keys are ids or price bands. */
export const Facets = z.object({
  category: z.record(z.string(), z.int()),
  brand: z.record(z.string(), z.int()),
  price: z.record(z.string(), z.int()),
});
export type Facets = z.infer<typeof Facets>;

export const ProductPage = pageSchema(ListProduct)
  .extend({
    facets: Facets,
    /** For a keyword: the parts of it that the search understood. */
    understood: z.array(Chip).optional(),
    /** For a keyword: the corrected words when they differ from the typed ones, otherwise null. */
    correction: z.string().nullable().optional(),
    /** For a keyword that no product matches in full: the closest products, best first. */
    nearest: z.array(ListProduct).optional(),
  })
  .meta({ id: 'ProductPage' });
export type ProductPage = z.infer<typeof ProductPage>;

const noId = 'Mã không hợp lệ';
const ids = z
  .string()
  .regex(/^\d{1,10}(,\d{1,10})*$/, noId)
  .transform((list) => list.split(',').map(Number))
  .pipe(z.array(z.int().max(2_147_483_647, noId)).max(50, noId))
  .transform((list) => list.filter((id) => id > 0));
const oneId = z
  .string()
  .regex(/^\d{1,10}$/, noId)
  .transform(Number)
  .pipe(z.int().max(2_147_483_647, noId));
/** Treats an empty filter as omitted. */
const orEmpty = <T extends z.ZodType>(filter: T) =>
  z.union([z.literal('').transform(() => undefined), filter]).optional();

/** The query of `GET /api/products/`. `0` or an empty value means all; `color` and `size` take several ids joined by commas. */
export const ProductQuery = PageQuery.extend({
  /** A longer keyword is cut, as search engines do. */
  keyword: z
    .string()
    .transform((keyword) => withoutZeroBytes(keyword.slice(0, MAX_KEYWORD)))
    .optional(),
  brand: orEmpty(oneId),
  category: orEmpty(oneId),
  price: orEmpty(
    z
      .string()
      .regex(/^[0-5]$/, 'Khoảng giá không hợp lệ')
      .transform(Number),
  ),
  color: orEmpty(ids),
  size: orEmpty(ids),
  in_stock: orEmpty(
    z.enum(['0', '1', 'false', 'true'], 'Giá trị không hợp lệ').transform((flag) => flag === '1' || flag === 'true'),
  ),
  sort: z.enum(SORTS).optional().catch(undefined),
});
export type ProductQuery = z.infer<typeof ProductQuery>;

/** The products of `GET /api/products/cards/`, joined by commas. */
export const CardsQuery = z.object({
  ids: ids.pipe(z.array(z.int()).max(MAX_CARDS, `Tối đa ${MAX_CARDS} sản phẩm`)),
});
export type CardsQuery = z.infer<typeof CardsQuery>;

export const VariantQuery = PageQuery.extend({ product: oneId });
export type VariantQuery = z.infer<typeof VariantQuery>;
