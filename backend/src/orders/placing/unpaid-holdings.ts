import type { EntityManager } from 'typeorm';
import { lineName, type PricedLine } from '../../catalog/stock/stock.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { UnpaidLimits } from '../../contract/rules.js';
import type { PlaceOrder } from '../../contract/orders/placing.js';
import { Holdings } from './holdings.js';
import type { ValidCoupon } from '../../coupons/coupon-uses.js';
import { readAccountHoldings, readNetworkCouponUses, readNetworkHoldings } from './unpaid-holdings.sql.js';

/** A cart that is about to become an unpaid order. */
interface NewOrder {
  userId: number;
  /** A newcomer's network as a keyed hash; null for other buyers. */
  network: string | null;
  lines: PricedLine[];
  coupon: ValidCoupon | null;
}

/** An account that is about to place an order, and where from. */
interface Buyer {
  userId: number;
  network: string | null;
  request: Pick<PlaceOrder, 'coupon_code'>;
}

/**
 * How many uses of a coupon the newcomers of one network may hold unpaid: a tenth of them, and at least 50, so that the check
 * of a coupon and the order agree in a campaign that is smaller than that.
 */
const maxHeldUses = (usageLimit: number) => Math.max(50, usageLimit / 10);

/**
 * The newcomers of one network together may hold this multiple of one account's limits. It is far above what shoppers leave
 * unpaid, because a mobile carrier has thousands of them behind one address, and far below a shop's stock.
 */
const NETWORK_TIMES = { perItem: 10, pieces: 5 };

/**
 * The unpaid holdings of accounts and of the networks that newcomers order from. Unpaid orders take goods out of stock for free,
 * so the holdings of one account are limited. Accounts are free too, so the holdings of all newcomers in a network are limited
 * as well, and the uses of a limited coupon that they hold.
 */
export class UnpaidHoldings {
  private readonly accounts = new Map<number, Holdings>();
  private readonly networks = new Map<string, Holdings>();
  /** The uses of coupons that newcomers hold, by their networks and the coupons' ids. */
  private readonly couponUses = new Map<string, Map<number, number>>();

  private constructor(private readonly limits: UnpaidLimits) {}

  /**
   * @param tx holds the locks of the accounts and networks, see `lockUnpaidOrders` and `lockUnpaidNetworks`:
   *   otherwise two concurrent orders would not count each other
   * @param buyers the accounts and networks to read
   */
  static async read(tx: EntityManager, buyers: Buyer[], limits: UnpaidLimits): Promise<UnpaidHoldings> {
    const holdings = new UnpaidHoldings(limits);
    const userIds = buyers.map(({ userId }) => userId);
    const accounts = await readAccountHoldings(tx, userIds);
    for (const row of accounts) holdingsOf(holdings.accounts, row.user_id).add(row, row.order_id);
    const networks = buyers.flatMap(({ network }) => network ?? []);
    if (networks.length === 0) return holdings;
    const shared = await readNetworkHoldings(tx, networks);
    for (const row of shared) holdingsOf(holdings.networks, row.network).add(row);
    const withCoupons = buyers.flatMap(({ network, request }) => (request.coupon_code ? (network ?? []) : []));
    if (withCoupons.length === 0) return holdings;
    for (const { network, coupon_id: id, uses } of await readNetworkCouponUses(tx, withCoupons))
      holdings.usesIn(network).set(id, uses);
    return holdings;
  }

  /**
   * Adds an order that is about to be placed.
   * @returns the refusal, a 409 that names the account's orders that hold too much or a 400 beside the coupon, or null when it was added
   */
  add({ userId, network, lines, coupon }: NewOrder): ShopError | null {
    const account = holdingsOf(this.accounts, userId);
    const shared = network === null ? null : holdingsOf(this.networks, network);
    const refusal =
      accountRefusal(account, lines, this.limits) ??
      (shared && networkRefusal(shared, account, lines, this.limits)) ??
      (network !== null && coupon ? this.takeUse(network, coupon) : null);
    if (refusal) return refusal;
    account.addNew(lines);
    shared?.addNew(lines);
    return null;
  }

  /** Counts one more use of a coupon by a newcomer. @returns the refusal of a coupon of which their network holds too many uses */
  private takeUse(network: string, { coupon: { id, usageLimit } }: ValidCoupon): ShopError | null {
    const uses = (this.usesIn(network).get(id) ?? 0) + 1;
    if (usageLimit !== null && uses > maxHeldUses(usageLimit)) return ShopError.fields({ coupon_code: [HELD_COUPON] });
    this.usesIn(network).set(id, uses);
    return null;
  }

  private usesIn(network: string): Map<number, number> {
    const uses = this.couponUses.get(network) ?? new Map<number, number>();
    this.couponUses.set(network, uses);
    return uses;
  }
}

function holdingsOf<Key>(holdings: Map<Key, Holdings>, key: Key): Holdings {
  const holding = holdings.get(key) ?? new Holdings();
  holdings.set(key, holding);
  return holding;
}

const PAY_OR_CANCEL = 'Hãy thanh toán hoặc hủy bớt đơn chưa thanh toán rồi đặt lại.';
const LESS = 'Hãy giảm số lượng.';
const HELD_COUPON =
  'Các tài khoản chưa từng thanh toán trên mạng bạn đang dùng đã giữ quá nhiều lượt của mã này. Hãy thử lại sau, đặt từ mạng khác hoặc bỏ mã.';

function accountRefusal(account: Holdings, lines: PricedLine[], limits: UnpaidLimits): ShopError | null {
  if (account.orders >= limits.orders) {
    return limitExceeded(
      `Bạn đang có ${account.orders} đơn chưa thanh toán, tối đa là ${limits.orders}. ${PAY_OR_CANCEL}`,
      account.all.orderIds,
    );
  }
  for (const line of lines) {
    const { pieces, orderIds } = account.ofItem(line);
    if (pieces + line.qty <= limits.perItem) continue;
    const limit = `Bạn chỉ giữ được tối đa ${limits.perItem} chiếc “${lineName(line)}” khi chưa thanh toán`;
    return limitExceeded(pieces > 0 ? `${limit}, đang giữ ${pieces}. ${PAY_OR_CANCEL}` : `${limit}. ${LESS}`, orderIds);
  }
  const { pieces, orderIds } = account.all;
  if (pieces + piecesOf(lines) <= limits.pieces) return null;
  const limit = `Bạn chỉ giữ được tối đa ${limits.pieces} sản phẩm khi chưa thanh toán`;
  return limitExceeded(pieces > 0 ? `${limit}, đang giữ ${pieces}. ${PAY_OR_CANCEL}` : `${limit}. ${LESS}`, orderIds);
}

/** Does not name the orders of other accounts: they are private. */
function networkRefusal(
  network: Holdings,
  account: Holdings,
  lines: PricedLine[],
  limits: UnpaidLimits,
): ShopError | null {
  const line = lines.find((item) => network.ofItem(item).pieces + item.qty > limits.perItem * NETWORK_TIMES.perItem);
  if (!line && network.all.pieces + piecesOf(lines) <= limits.pieces * NETWORK_TIMES.pieces) return null;
  const what = line ? `“${lineName(line)}”` : 'hàng';
  const way = account.orders > 0 ? 'thanh toán đơn đang có rồi đặt lại' : 'thử lại sau hoặc đặt từ mạng khác';
  return limitExceeded(
    `Các tài khoản chưa từng thanh toán trên mạng bạn đang dùng đã giữ quá nhiều ${what}. Hãy ${way}.`,
    account.all.orderIds,
  );
}

const piecesOf = (lines: PricedLine[]) => lines.reduce((sum, { qty }) => sum + qty, 0);

/** `unpaid_orders` lets the page link to the orders that hold the goods. */
const limitExceeded = (sentence: string, orderIds: Set<number>) =>
  new ShopError(409, sentence, { unpaid_orders: [...orderIds].sort((a, b) => a - b) });
