import { orderTotals } from '../contract/rules.js';
import type { Vnd } from '../contract/rules.js';
import { SIZES } from './palette.js';
import type { DemoColor } from './palette.js';
import type { DemoProduct } from './products/product.js';
import { sizeFor } from './fitting.js';
import { randomFrom } from './random.js';
import type { Random } from './random.js';
import { SUBJECTS } from './review-words.js';
import { reviewWriter } from './reviews.js';
import { DEMO_DEPOSIT, SHOPPERS } from './shoppers.js';
import type { DemoShopper } from './shoppers.js';

/** A product with everything that is made up for it. Numbers of products, shoppers and variants count from 0. */
export interface StockedProduct extends DemoProduct {
  createdAt: Date;
  countInStock: number;
  variants: { color: DemoColor; size: string; price: Vnd; stock: number }[];
}

export interface DemoOrder {
  shopper: number;
  createdAt: Date;
  state: 'paid' | 'delivered' | 'cancelled';
  method: 'Stripe' | 'Paybox';
  /** `fitting` is the size, when it is the buyer's own. */
  lines: { product: number; variant?: number; qty: number; price: Vnd; fitting?: string }[];
  totals: ReturnType<typeof orderTotals>;
  refund?: DemoRefund;
}

/** A refund request and its decision. Times are hours after the order was placed. */
export interface DemoRefund {
  reason: string;
  askedAfter: number;
  decidedAfter?: number;
  /** Null while nobody has decided. */
  isApproved: boolean | null;
}

export interface DemoReview {
  product: number;
  shopper: number;
  rating: number;
  comment: string;
  createdAt: Date;
}

/** The demo shop's history until today. */
export interface Story {
  products: StockedProduct[];
  orders: DemoOrder[];
  reviews: DemoReview[];
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ORDERS = 460;
const SEED = 'MAY';

/** Each fits any one thing that has sizes. */
const REFUNDS: readonly DemoRefund[] = [
  {
    reason: 'Mình chọn đúng theo bảng cỡ mà vẫn chật. Hàng chưa dùng, còn nguyên tem mác.',
    askedAfter: 80,
    decidedAfter: 86,
    isApproved: true,
  },
  {
    reason: 'Mình dùng được ba tuần rồi mới thấy không hợp nên muốn hoàn lại tiền.',
    askedAfter: 600,
    decidedAfter: 604,
    isApproved: false,
  },
  {
    reason: 'Màu bên ngoài nhạt hơn hẳn ảnh trên trang. Mình mới mở ra xem, hàng còn nguyên tem và túi.',
    askedAfter: 90,
    isApproved: null,
  },
];

/**
 * Makes up the shop's past. The same products give the same past on every machine, moved so that it ends today.
 * @param today any moment of the day that it ends on, UTC
 */
export function tellStory(written: readonly DemoProduct[], today: Date): Story {
  const end = Math.floor(today.getTime() / DAY) * DAY;
  const products = written.map((product, i) => stock(product, i, end));
  const orders = sell(products, end);
  const reviews = review(products, orders, end);
  askBack(orders, reviews, end);
  return { products, orders, reviews };
}

function stock(product: DemoProduct, index: number, end: number): StockedProduct {
  const random = randomFrom(`${SEED} stock ${product.name}`);
  // Every sixth product is new this month, the others came over a year.
  const age = index % 6 === 2 ? random.int(1, 26) : random.int(34, 400);
  const createdAt = new Date(end - age * DAY + random.int(1, 20) * HOUR);
  const isSoldOut = random.chance(0.02);
  const sizes = product.sizes ? SIZES[product.sizes] : [];
  const variants =
    sizes.length === 0
      ? []
      : product.colors.flatMap((color) =>
          sizes.map((size, i) => {
            const isEdge = i === 0 || i === sizes.length - 1;
            const isOut = isSoldOut || random.chance(isEdge ? 0.24 : 0.1);
            const isLarge = size === 'XXL';
            return {
              color,
              size,
              price: product.price + (isLarge ? 20_000 : 0),
              stock: isOut ? 0 : random.int(2, isEdge ? 14 : 40),
            };
          }),
        );
  return { ...product, createdAt, variants, countInStock: variants.length > 0 || isSoldOut ? 0 : random.int(4, 80) };
}

/** Orders of the last half year, more of them lately; some products sell far better than others. */
function sell(products: StockedProduct[], end: number): DemoOrder[] {
  const random = randomFrom(`${SEED} orders`);
  const popularity = random.shuffle(products.map((_, i) => 1 / (i + 3) ** 0.75));
  const orders = Array.from({ length: ORDERS }, (): DemoOrder => {
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

/** The demo shopper paid her latest orders from her wallet, as far as most of the deposit went. */
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

/**
 * Some want their money back for the one thing that they ordered, and wrote no review of it. It is the demo shopper who got
 * it, so that she sees what that looks like.
 */
function askBack(orders: DemoOrder[], reviews: DemoReview[], end: number): void {
  for (const refund of REFUNDS) {
    const latest = end - (refund.decidedAfter ?? refund.askedAfter) * HOUR;
    const order = orders.findLast(
      ({ state, shopper, createdAt, lines: [line, ...more], refund: other }) =>
        state === 'delivered' &&
        !other &&
        (shopper === 0) === (refund.isApproved === true) &&
        createdAt.getTime() <= latest &&
        line?.fitting !== undefined &&
        more.length === 0 &&
        !reviews.some((review) => review.product === line.product && review.shopper === shopper),
    );
    if (order) order.refund = refund;
  }
}

function weighted(weights: number[], draw: number): number {
  let left = draw * weights.reduce((sum, weight) => sum + weight, 0);
  return Math.max(
    0,
    weights.findIndex((weight) => (left -= weight) < 0),
  );
}

/** About every second buyer says something a few days later, and a few people who bought elsewhere do too. */
function review(products: StockedProduct[], orders: DemoOrder[], end: number): DemoReview[] {
  const random = randomFrom(`${SEED} reviews`);
  const write = reviewWriter(random);
  const quality = products.map(() => random.next() ** 0.6);
  const reviews: DemoReview[] = [];
  const done = new Set<string>();
  const add = (product: number, shopper: number, at: number, size?: string) => {
    const key = `${product} ${shopper}`;
    // Nobody reviews before the parcel came; the demo shopper keeps her chance to.
    if (at > end || shopper === 0 || done.has(key)) return;
    done.add(key);
    const words = write(SUBJECTS[products[product]!.category], SHOPPERS[shopper]!, quality[product]!, size);
    reviews.push({ product, shopper, createdAt: new Date(at), ...words });
  };
  for (const { state, shopper, createdAt, lines } of orders) {
    if (state !== 'delivered') continue;
    for (const { product, fitting } of lines) {
      const later = random.int(3, 12) * DAY + random.int(0, 80_000) * 1000;
      if (random.chance(0.62)) add(product, shopper, createdAt.getTime() + later, fitting);
    }
  }
  products.forEach(({ createdAt }, product) => {
    if (random.chance(0.3))
      add(product, random.int(1, SHOPPERS.length - 1), createdAt.getTime() + random.int(5, 40) * DAY);
  });
  return reviews.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}
