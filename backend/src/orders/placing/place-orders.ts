import type { EntityManager } from 'typeorm';
import { accountClosed, lockAccountsForReference } from '../../auth/users/user.locks.js';
import { priceLines, shortageRefusal, takeStock, type PricedLine } from '../../catalog/stock/stock.js';
import { withIdempotencyKeys } from '../../platform/batching/idempotency.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { isForeignKeyViolation, useGenericPlans } from '../../platform/database/transaction.js';
import { RETRY_ALONE, type BatchOutcome } from '../../platform/batching/request-batcher.js';
import type { Placed } from '../../contract/orders/placing.js';
import { orderTotals, type OrderTotals, type PricingRules, type Vnd } from '../../contract/rules.js';
import { CouponRefused, lockValidCoupon, recordCouponUse, type ValidCoupon } from '../../coupons/coupon-uses.js';
import { lockOrder } from '../order/order.locks.js';
import { pricingRules } from '../../settings/parts/pricing.js';
import { unpaidLimits } from '../../settings/parts/unpaid-limits.js';
import { markPaid } from '../transitions/mark-paid.js';
import { checkMeans } from './check-means.js';
import { lockCarts, withoutNetwork, type CartToPlace, type PlaceableCart } from './lock-carts.js';
import { saveItems } from './order-items.sql.js';
import { recordOrderEvents } from '../transitions/order-log.js';
import { Order } from '../order/order.entity.js';
import { newTransferCode } from '../order/transfer-code.js';
import { UnpaidHoldings } from './unpaid-holdings.js';

/** A valid cart with its prices. */
interface PricedCart extends PlaceableCart {
  lines: PricedLine[];
  totals: OrderTotals;
  coupon: ValidCoupon | null;
}

/**
 * Places a batch of orders at the shop's current prices and takes their goods out of stock, in the same few statements.
 * @param tx rolled back when this throws
 * @param isLimited whether the limits of unpaid holdings apply
 * @returns the outcome of each cart
 * @throws ShopError 409 naming the first item whose stock is too small for all of them
 */
export async function placeOrders(
  tx: EntityManager,
  carts: CartToPlace[],
  isLimited: boolean,
): Promise<BatchOutcome<Placed>[]> {
  await useGenericPlans(tx);
  const attempts = carts.map(({ attempt }) => attempt);
  return withIdempotencyKeys(tx, attempts, (open) => {
    const pending = open.flatMap((nth) => carts[nth] ?? []);
    return isLimited ? placeWithinLimits(tx, pending) : placeEach(tx, pending.map(withoutNetwork));
  });
}

/** Places the carts whose accounts and networks it can lock, within their limits. */
async function placeWithinLimits(tx: EntityManager, carts: CartToPlace[]): Promise<BatchOutcome<Placed>[]> {
  const lockedOrNull = await lockCarts(tx, carts);
  const locked = lockedOrNull.filter((cart) => cart !== null);
  const placed = locked.length > 0 ? await placeEach(tx, locked, await readHoldings(tx, locked)) : [];
  const outcomeOf = new Map<PlaceableCart | null, BatchOutcome<Placed> | undefined>();
  locked.forEach((cart, nth) => outcomeOf.set(cart, placed[nth]));
  return lockedOrNull.map((cart) => outcomeOf.get(cart) ?? RETRY_ALONE);
}

const readHoldings = async (tx: EntityManager, carts: PlaceableCart[]): Promise<UnpaidHoldings> =>
  UnpaidHoldings.read(tx, carts, await unpaidLimits(tx));

async function placeEach(
  tx: EntityManager,
  carts: PlaceableCart[],
  holdings?: UnpaidHoldings,
): Promise<BatchOutcome<Placed>[]> {
  const priced = (await priceCarts(tx, carts)).map((cart) => {
    if (cart instanceof ShopError) return cart;
    const refusal = shortageRefusal(cart.lines);
    // An order that costs nothing is paid when it is placed, so it holds nothing unpaid.
    if (refusal || cart.totals.totalPrice === 0) return refusal ?? cart;
    return holdings?.add(cart) ?? cart;
  });
  const valid = priced.flatMap((cart) => (cart instanceof ShopError ? [] : [cart]));
  const ids = valid.length > 0 ? await save(tx, valid) : [];
  const idOf = new Map(valid.map((cart, nth) => [cart, ids[nth]]));
  return priced.map((cart) => {
    if (cart instanceof ShopError) return cart;
    const id = idOf.get(cart);
    return id === undefined ? RETRY_ALONE : { id };
  });
}

/** Returns each cart with its prices, or the reason why it is refused. */
async function priceCarts(tx: EntityManager, carts: PlaceableCart[]): Promise<(PricedCart | ShopError)[]> {
  const requests = carts.map(({ request }) =>
    request.orderItems.map(({ id, variant_id = null, qty }) => ({ productId: id, variantId: variant_id, qty })),
  );
  const lines = await priceLines(tx, requests);
  const rules = await pricingRules(tx);
  const priced: (PricedCart | ShopError)[] = [];
  for (const [nth, cart] of carts.entries()) {
    const own = lines[nth] ?? [];
    const outcome = own instanceof ShopError ? own : await priceCart(tx, cart, own, rules).catch(onlyShopErrors);
    priced.push(outcome instanceof ShopError ? outcome : ((await checkMeans(tx, outcome)) ?? outcome));
  }
  return priced;
}

async function priceCart(
  tx: EntityManager,
  cart: PlaceableCart,
  lines: PricedLine[],
  rules: PricingRules,
): Promise<PricedCart> {
  const { userId, request } = cart;
  const fullTotals = totalsOf(lines, 0, rules);
  const code = request.coupon_code;
  const coupon = code ? await lockCouponFor(tx, { code, userId, sum: fullTotals.totalPrice }) : null;
  const totals = coupon ? totalsOf(lines, coupon.coupon.discountAmount, rules) : fullTotals;
  if (totals.totalPrice !== request.totalPrice) {
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

const lockCouponFor = (tx: EntityManager, use: Parameters<typeof lockValidCoupon>[1]): Promise<ValidCoupon> =>
  lockValidCoupon(tx, use).catch((error: unknown) => {
    if (error instanceof CouponRefused) throw ShopError.fields({ coupon_code: [error.message] });
    throw error;
  });

function onlyShopErrors(error: unknown): ShopError {
  if (error instanceof ShopError) return error;
  throw error;
}

/** @returns the ids of the new orders */
async function save(tx: EntityManager, carts: PricedCart[]): Promise<number[]> {
  const { identifiers } = await tx.insert(Order, carts.map(rowOf)).catch(throwAccountClosed);
  const orders = carts.map((cart, nth) => {
    const actor = { is: 'buyer', id: cart.userId } as const;
    return { ...cart, actor, id: Number(identifiers[nth]?.id) };
  });
  const ids = orders.map(({ id }) => id);
  await saveItems(tx, orders);
  await recordOrderEvents(
    tx,
    'place',
    orders.map((order) => ({
      order,
      before: null,
      after: 'unpaid' as const,
      actor: order.actor,
      isMailed: order.isMailed,
    })),
  );
  for (const order of orders) if (order.coupon) await recordCouponUse(tx, order.coupon, order);
  await takeStock(
    tx,
    ids,
    orders.flatMap(({ lines }) => lines),
  );
  const free: Parameters<typeof markPaid>[1] = [];
  for (const { id, actor, totals } of orders) {
    if (totals.totalPrice === 0) free.push({ order: await lockOrder(tx, { id }), actor });
  }
  await markPaid(tx, free, null);
  // An account that was closed after its request came in gets no order.
  await lockAccountsForReference(
    tx,
    carts.map(({ userId }) => userId),
  );
  return ids;
}

function throwAccountClosed(error: unknown): never {
  throw isForeignKeyViolation(error) ? accountClosed() : error;
}

function rowOf({ userId, network, request, totals, coupon }: PricedCart) {
  const { address, city, postalCode, country, receiver = '', phone = '' } = request.shippingAddress;
  return {
    ...totals,
    address,
    city,
    postalCode,
    country,
    receiver,
    phone,
    userId,
    network,
    paymentMethod: request.paymentMethod,
    transferCode: request.paymentMethod === 'VietQR' ? newTransferCode() : null,
    couponCode: coupon?.coupon.code ?? null,
    giftNote: request.gift_note ?? '',
  };
}
