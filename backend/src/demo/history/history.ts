import type { DemoProduct } from '../catalogue/product.js';
import { ordersOf } from './orders.js';
import { DAY, type DemoHistory } from './records.js';
import { requestRefunds } from './refunds.js';
import { reviewsOf } from './reviews.js';
import { stockedProduct } from './stock.js';

/**
 * Generates the shop's history. The same products give the same history on every machine, except that it ends today.
 * @param today any moment of the history's last day, UTC
 */
export function makeHistory(written: readonly DemoProduct[], today: Date): DemoHistory {
  const end = Math.floor(today.getTime() / DAY) * DAY;
  const products = written.map((product, i) => stockedProduct(product, i, end));
  const orders = ordersOf(products, end);
  const reviews = reviewsOf(products, orders, end);
  requestRefunds(orders, reviews, end);
  return { products, orders, reviews };
}
