import { MAX_VND } from './money.js';

export const PAGE_SIZE = 12;
export const MAX_PAGE_SIZE = 100;
export const MAX_BARE_LIST = 1_000;
/** The maximum number of products that are requested by their ids, and that a device remembers as viewed. */
export const MAX_CARDS = 12;

export const SORTS = ['price-asc', 'price-desc', 'rating-desc', 'sold-desc', 'reviews-desc', 'newest'] as const;
export type Sort = (typeof SORTS)[number];

/** Price bands of the search page, both ends inclusive; band 0 is every price. */
export const PRICE_BANDS = [
  { band: 1, label: 'Dưới 100.000đ', from: 0, to: 99_999 },
  { band: 2, label: '100.000đ - 300.000đ', from: 100_000, to: 300_000 },
  { band: 3, label: '300.000đ - 500.000đ', from: 300_001, to: 500_000 },
  { band: 4, label: '500.000đ - 1.000.000đ', from: 500_001, to: 1_000_000 },
  { band: 5, label: 'Trên 1.000.000đ', from: 1_000_001, to: MAX_VND },
] as const;

export const NEW_FOR_DAYS = 30;
export const BESTSELLER_SOLD = 10;
export const TOP_RATED = 4.5;
export const SHORT_DESCRIPTION = 150;
