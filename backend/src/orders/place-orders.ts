import type { EntityManager } from 'typeorm';
import { priceLines, takeStock, type PricedLine } from '../catalog/stock.js';
import { onceEach, type Attempt } from '../common/once.js';
import { ShopError } from '../common/shop-error.js';
import { BUSY, type Outcome } from '../common/together.js';
import type { PlaceOrder, Placed } from '../contract/orders.js';
import { orderTotals, type OrderTotals, type PricingRules, type Vnd } from '../contract/rules.js';
import { CouponRefused, holdCoupon, useCoupon, type HeldCoupon } from '../coupons/coupon-uses.js';
import { lockOrder, lockUnpaidOrders } from '../db/locks.js';
import { pricingRules } from '../settings/pricing.js';
import { unpaidLimits } from '../settings/unpaid-limits.js';
import { markPaid } from './mark-paid.js';
import { logOrders } from './order-log.js';
import { Order } from './order.entity.js';
import { UnpaidHoldings } from './unpaid-holdings.js';

/** What somebody wants to buy. */
export interface Cart {
  userId: number;
  wanted: PlaceOrder;
  attempt: Attempt;
}

/** A cart that holds, with what it costs. */
interface Priced extends Cart {
  lines: PricedLine[];
  totals: OrderTotals;
  coupon: HeldCoupon | null;
}

/**
 * Makes orders of carts at the shop's own prices and takes their goods out of stock, all in the same few statements.
 * @param tx undoes all of it when it throws
 * @param isLimited whether what an account's unpaid orders hold is limited
 * @returns what became of each
 * @throws ShopError 409 naming the first thing of which there are too few for all of them
 */
export function placeOrders(tx: EntityManager, carts: Cart[], isLimited: boolean): Promise<Outcome<Placed>[]> {
  const attempts = carts.map(({ attempt }) => attempt);
  return onceEach(tx, attempts, (open) => {
    const wanted = open.flatMap((nth) => carts[nth] ?? []);
    return isLimited ? placeWithinLimits(tx, wanted) : placeEach(tx, wanted);
  });
}

/** Places the carts whose accounts are not ordering elsewhere at this moment, as far as their unpaid orders allow it. */
async function placeWithinLimits(tx: EntityManager, carts: Cart[]): Promise<Outcome<Placed>[]> {
  const locked = await lockUnpaidOrders(
    tx,
    carts.map(({ userId }) => userId),
  );
  const holdings = await UnpaidHoldings.read(tx, [...locked], await unpaidLimits(tx));
  const open = carts.filter(({ userId }) => locked.has(userId));
  const placed = open.length > 0 ? await placeEach(tx, open, holdings) : [];
  const outcomes = placed[Symbol.iterator]();
  return carts.map(({ userId }) => (locked.has(userId) ? (outcomes.next().value ?? BUSY) : BUSY));
}

async function placeEach(tx: EntityManager, carts: Cart[], holdings?: UnpaidHoldings): Promise<Outcome<Placed>[]> {
  const priced = (await priceCarts(tx, carts)).map((cart) => {
    // What costs nothing is paid as it is placed.
    if (cart instanceof ShopError || cart.totals.totalPrice === 0) return cart;
    return holdings?.add(cart) ?? cart;
  });
  const good = priced.flatMap((cart) => (cart instanceof ShopError ? [] : [cart]));
  const ids = good.length > 0 ? await save(tx, good) : [];
  const idOf = new Map(good.map((cart, nth) => [cart, ids[nth]]));
  return priced.map((cart) => {
    if (cart instanceof ShopError) return cart;
    const id = idOf.get(cart);
    return id === undefined ? BUSY : { id };
  });
}

/** Each cart with what it costs, or why it does not hold. */
async function priceCarts(tx: EntityManager, carts: Cart[]): Promise<(Priced | ShopError)[]> {
  const wishes = carts.map(({ wanted }) =>
    wanted.orderItems.map(({ id, variant_id = null, qty }) => ({ productId: id, variantId: variant_id, qty })),
  );
  const lines = await priceLines(tx, wishes);
  const rules = await pricingRules(tx);
  const priced: (Priced | ShopError)[] = [];
  for (const [nth, cart] of carts.entries()) {
    const own = lines[nth] ?? [];
    priced.push(own instanceof ShopError ? own : await priceCart(tx, cart, own, rules).catch(refusal));
  }
  return priced;
}

async function priceCart(tx: EntityManager, cart: Cart, lines: PricedLine[], rules: PricingRules): Promise<Priced> {
  const { userId, wanted } = cart;
  const without = totalsOf(lines, 0, rules);
  const code = wanted.coupon_code;
  const coupon = code ? await heldCoupon(tx, { code, userId, sum: without.totalPrice }) : null;
  const totals = coupon ? totalsOf(lines, coupon.coupon.discountAmount, rules) : without;
  if (totals.totalPrice !== wanted.totalPrice) {
    throw new ShopError(409, 'Giá đã thay đổi. Vui lòng kiểm tra lại đơn hàng.', { expected: totals });
  }
  return { ...cart, lines, totals, coupon };
}

function totalsOf(lines: PricedLine[], couponAmount: Vnd, rules: PricingRules): OrderTotals {
  try {
    return orderTotals(lines, couponAmount, rules);
  } catch (error) {
    if (error instanceof RangeError) throw new ShopError(400, 'Giá trị đơn hàng quá lớn');
    throw error;
  }
}

const heldCoupon = (tx: EntityManager, wish: Parameters<typeof holdCoupon>[1]): Promise<HeldCoupon> =>
  holdCoupon(tx, wish).catch((error: unknown) => {
    if (error instanceof CouponRefused) throw ShopError.fields({ coupon_code: [error.message] });
    throw error;
  });

function refusal(error: unknown): ShopError {
  if (error instanceof ShopError) return error;
  throw error;
}

/** @returns the new orders' ids */
async function save(tx: EntityManager, carts: Priced[]): Promise<number[]> {
  const { identifiers } = await tx.insert(Order, carts.map(rowOf));
  const orders = carts.map((cart, nth) => {
    const actor = { is: 'buyer', id: cart.userId } as const;
    return { ...cart, actor, id: Number(identifiers[nth]?.id) };
  });
  const ids = orders.map(({ id }) => id);
  await saveItems(tx, orders);
  await logOrders(
    tx,
    'place',
    orders.map((order) => ({ order, before: null, after: 'unpaid', actor: order.actor })),
  );
  for (const order of orders) if (order.coupon) await useCoupon(tx, order.coupon, order);
  await takeStock(
    tx,
    ids,
    orders.flatMap(({ lines }) => lines),
  );
  for (const { id, actor, totals } of orders) {
    if (totals.totalPrice === 0) await markPaid(tx, [{ order: await lockOrder(tx, { id }), actor }], null);
  }
  return ids;
}

function rowOf({ userId, wanted, totals, coupon }: Priced) {
  const { address, city, postalCode, country, receiver = '', phone = '' } = wanted.shippingAddress;
  return {
    ...totals,
    ...{ address, city, postalCode, country, receiver, phone },
    userId,
    paymentMethod: wanted.paymentMethod,
    couponCode: coupon?.coupon.code ?? null,
  };
}

async function saveItems(tx: EntityManager, orders: { id: number; lines: PricedLine[] }[]): Promise<void> {
  const items = orders.flatMap(({ id, lines }) => lines.map((line) => ({ ...line, orderId: id })));
  await tx.query(
    `INSERT INTO order_items (order_id, product_id, variant_id, product_name, color, size, image_hash, qty, price)
     SELECT * FROM unnest($1::integer[], $2::integer[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[],
       $8::integer[], $9::bigint[])`,
    [
      items.map((item) => item.orderId),
      items.map((item) => item.productId),
      items.map((item) => item.variantId),
      items.map((item) => item.name),
      items.map((item) => item.color),
      items.map((item) => item.size),
      items.map((item) => item.imageHash),
      items.map((item) => item.qty),
      items.map((item) => item.price),
    ],
  );
}
