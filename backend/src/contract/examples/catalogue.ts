import { Brand, Category, Color, ListedSize, ListProduct, Product, Review, Size, Variant } from '../catalog/catalog.js';
import { Favorite, FavoriteProduct } from '../catalog/favorites.js';
import { AdminReview, ChangeReview, OwnReview, WriteReview } from '../catalog/reviews.js';
import { StockAlertGoods, StockAlertLink, StockAlertRequest } from '../catalog/stock-alerts.js';
import { example } from './example.js';

const PICTURE = '/media/5f2c8a1e9b7d4036a8c1e5f20b9d7346/640.webp';
const BACK = '/media/0c9e4b7a1d3f58269e7b0a4c6d8f1325/640.webp';

export const BLACK = { id: 3, name: 'Đen', hex_code: '#1c1c1c' } satisfies Color;
export const MEDIUM = { id: 2, name: 'M' } satisfies Size;

export const VARIANT = {
  id: 41,
  product: 12,
  price: 199_000,
  stock_quantity: 18,
  color: BLACK,
  size: MEDIUM,
} satisfies Variant;

export const LISTED_PRODUCT = {
  id: 12,
  name: 'Áo thun cotton cổ tròn',
  image: PICTURE,
  price: 199_000,
  oldPrice: 249_000,
  min_price: 199_000,
  rating: 5,
  numReviews: 1,
  total_sold: 126,
  countInStock: 18,
  total_stock: 18,
  createdAt: '2026-01-12T03:00:00.000Z',
  brand: 4,
  category: 2,
  has_variants: true,
  discount: 20,
  is_new: true,
  hover_image: BACK,
  swatches: [{ ...BLACK, image: PICTURE }],
  colors: ['#1c1c1c'],
} satisfies ListProduct;

const REVIEW = {
  id: 88,
  name: 'khach',
  user_info: { username: 'khach' },
  rating: 5,
  comment: 'Vải mềm, mặc mát, đúng cỡ.',
  fit: 'right',
  createdAt: '2026-01-28T08:15:00.000Z',
  verified_purchase: true,
  photos: [],
} satisfies Review;

export const PRODUCT = {
  ...LISTED_PRODUCT,
  description: 'Áo thun cotton hai chiều, cổ tròn, dáng suông.',
  images: [PICTURE, BACK],
  pictures: [
    { image: PICTURE, color: BLACK.id },
    { image: BACK, color: null },
  ],
  variants: [VARIANT],
  available_colors: [BLACK],
  available_sizes: [MEDIUM],
  reviews: [REVIEW],
  rating_breakdown: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 1 },
  fit_votes: { tight: 0, right: 1, loose: 0 },
  material: '100% cotton',
  care: 'Giặt máy ở 30°C, không dùng thuốc tẩy.',
  model_height: 175,
  model_size: 'M',
  size_table: {
    measures: ['chest', 'top_length'],
    rows: [{ size: MEDIUM, values: { chest: [92, 96], top_length: [68, 68] }, height: [165, 172], weight: [55, 65] }],
  },
} satisfies Product;

const OWN_REVIEW = {
  ...REVIEW,
  all_photos: [{ id: 9, image: '/media/7b1d9f3e5a0c42688e6d4b2f19a7c350/640.webp', is_approved: false }],
} satisfies OwnReview;

/** Examples of the catalogue as shoppers see it, and of what they do there. */
export const CATALOGUE_EXAMPLES = [
  example(Color, BLACK),
  example(Size, MEDIUM),
  example(ListedSize, { ...MEDIUM, position: 2 }),
  example(Variant, VARIANT),
  example(Brand, { id: 4, title: 'MAY Basic', description: 'Đồ mặc hằng ngày.', image: null, product_count: 37 }),
  example(Category, { id: 2, title: 'Áo thun', description: '', image: PICTURE, product_count: 52 }),
  example(ListProduct, LISTED_PRODUCT),
  example(Product, PRODUCT),
  example(Review, REVIEW),
  example(WriteReview, { rating: 5, comment: 'Vải mềm, mặc mát, đúng cỡ.', fit: 'right' }),
  example(ChangeReview, {
    rating: 5,
    comment: 'Vải mềm, mặc mát.',
    was: { rating: 5, comment: 'Vải mềm, mặc mát, đúng cỡ.' },
  }),
  example(OwnReview, OWN_REVIEW),
  example(AdminReview, {
    ...OWN_REVIEW,
    product: { id: LISTED_PRODUCT.id, name: LISTED_PRODUCT.name, image: LISTED_PRODUCT.image },
  }),
  example(Favorite, { product_id: 12, color: BLACK.id }),
  example(FavoriteProduct, { ...LISTED_PRODUCT, favorite_color: BLACK.id }),
  example(StockAlertRequest, { product: 12, variant: 41, email: 'lan@example.com' }),
  example(StockAlertLink, { id: 7, token: 'qk3V0pXnR8s' }),
  example(StockAlertGoods, { product: 12, name: 'Áo thun cotton cổ tròn', color: 'Đen', size: 'M' }),
];
