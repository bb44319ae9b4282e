import { orderTotals } from '../../contract/rules.js';
import { randomFrom } from '../support/random.js';
import type { Random } from '../support/random.js';
import type { StockedProduct } from '../catalogue/product.js';
import { DAY, HOUR, SEED, type DemoOrder } from './records.js';
import { DEMO_DEPOSIT, SHOPPERS } from './shoppers.js';
import type { DemoShopper } from './shoppers.js';
import { sizeFor } from './size-choice.js';

const COUNT = 460;

/** Generates the orders of the last half year. Most are recent, and some products sell far better than others. */
export function ordersOf(products: StockedProduct[], end: number): DemoOrder[] {
  const random = randomFrom(`${SEED} orders`);
  const popularity = random.shuffle(products.map((_, i) => 1 / (i + 3) ** 0.75));
  const orders = Array.from({ length: COUNT }, (): DemoOrder => {
    const daysAgo = 180 * random.next() ** 1.5;
    const createdAt = new Date(end - daysAgo * DAY - HOUR);
    const known = products.map((product, p) => (product.createdAt < createdAt ? popularity[p]! : 0));
    const wanted = Array.from({ length: random.pick([1, 1, 1, 2, 2, 3, 4]) }, () => weighted(known, random.next()));
    const shopper = random.int(0, SHOPPERS.length - 1);
    const lines = [...new Set(wanted)].map((product) => buy(products, product, SHOPPERS[shopper]!, random));
    const state = random.chance(0.05) ? 'cancelled' : daysAgo > 4 ? 'delivered' : 'paid';
    return { shopper, createdAt, state, method: 'Stripe', lines, totals: orderTotals(lines) };
  });
  orders.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return payFromWallet(orders);
}

function buy(
  products: StockedProduct[],
  product: number,
  shopper: DemoShopper,
  random: Random,
): DemoOrder['lines'][number] {
  const { variants, price, sizes } = products[product]!;
  const qty = random.pick([1, 1, 1, 1, 2, 2, 3]);
  if (variants.length === 0 || !sizes) return { product, qty, price };
  const fitting = sizeFor(shopper, sizes);
  const choice = random.pick(variants.filter(({ size }) => !fitting || size === fitting));
  const variant = variants.indexOf(choice);
  return { product, variant, qty, price: choice.price, fitting };
}

/** The demo shopper pays her latest orders from her wallet, up to three quarters of the deposit. */
function payFromWallet(orders: DemoOrder[]): DemoOrder[] {
  let left = DEMO_DEPOSIT * 0.75;
  for (const order of orders.toReversed()) {
    const { shopper, state, totals } = order;
    if (shopper !== 0 || state === 'cancelled' || totals.totalPrice > left) continue;
    left -= totals.totalPrice;
    order.method = 'Paybox';
  }
  return orders;
}

function weighted(weights: number[], draw: number): number {
  let left = draw * weights.reduce((sum, weight) => sum + weight, 0);
  return Math.max(
    0,
    weights.findIndex((weight) => (left -= weight) < 0),
  );
}
