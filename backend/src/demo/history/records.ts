import type { Fit, orderTotals, Vnd } from '../../contract/rules.js';
import type { StockedProduct } from '../catalogue/product.js';

/** An order. Records refer to products, shoppers and variants by their index. */
export interface DemoOrder {
  shopper: number;
  createdAt: Date;
  state: 'paid' | 'delivered' | 'cancelled';
  method: 'Stripe' | 'Paybox';
  /** `fitting` is the size when it is the buyer's own size. */
  lines: { product: number; variant?: number; qty: number; price: Vnd; fitting?: string }[];
  totals: ReturnType<typeof orderTotals>;
  refund?: DemoRefund;
}

/** A refund request and its decision. Times are hours after the order was placed. */
export interface DemoRefund {
  reason: string;
  requestedAfter: number;
  decidedAfter?: number;
  /** Null while it is undecided. */
  isApproved: boolean | null;
}

export interface DemoReview {
  product: number;
  shopper: number;
  rating: number;
  comment: string;
  fit: Fit | null;
  createdAt: Date;
}

/** The demo shop's history until today. */
export interface DemoHistory {
  products: StockedProduct[];
  orders: DemoOrder[];
  reviews: DemoReview[];
}

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** The seed of all random choices of the history. */
export const SEED = 'MAY';
