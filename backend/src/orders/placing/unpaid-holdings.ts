import type { EntityManager } from 'typeorm';
import type { PricedLine } from '../../catalog/products/stock.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { UnpaidLimits } from '../../contract/rules.js';
import { Holdings } from './holdings.js';
import { readAccountHoldings, readNetworkHoldings } from './unpaid-holdings.sql.js';

/** A cart that is about to become an unpaid order. */
interface NewOrder {
  userId: number;
  /** A newcomer's network as a keyed hash; null for other buyers. */
  network: string | null;
  lines: PricedLine[];
}

/**
 * The newcomers of one network together may hold this multiple of one account's limits. It is far above what shoppers leave
 * unpaid, because a mobile carrier has thousands of them behind one address, and far below a shop's stock.
 */
const NETWORK_TIMES = { perItem: 10, pieces: 5 };

/**
 * The unpaid holdings of accounts and of the networks that newcomers order from. Unpaid orders take goods out of stock for free,
 * so the holdings of one account are limited. Accounts are free too, so the holdings of all newcomers in a network are limited
 * as well.
 */
export class UnpaidHoldings {
  private readonly accounts = new Map<number, Holdings>();
  private readonly networks = new Map<string, Holdings>();

  private constructor(private readonly limits: UnpaidLimits) {}

  /**
   * @param tx holds the locks of the accounts and networks, see `lockUnpaidOrders` and `lockUnpaidNetworks`:
   *   otherwise two concurrent orders would not count each other
   * @param buyers the accounts and networks to read
   */
  static async read(
    tx: EntityManager,
    buyers: { userId: number; network: string | null }[],
    limits: UnpaidLimits,
  ): Promise<UnpaidHoldings> {
    const holdings = new UnpaidHoldings(limits);
    const userIds = buyers.map(({ userId }) => userId);
    const accounts = await readAccountHoldings(tx, userIds);
    for (const row of accounts) holdingsOf(holdings.accounts, row.user_id).add(row, row.order_id);
    const networks = buyers.flatMap(({ network }) => network ?? []);
    if (networks.length === 0) return holdings;
    const shared = await readNetworkHoldings(tx, networks);
    for (const row of shared) holdingsOf(holdings.networks, row.network).add(row);
    return holdings;
  }

  /**
   * Adds an order that is about to be placed.
   * @returns the refusal, a 409 that names the account's orders that hold too much, or null when it was added
   */
  add({ userId, network, lines }: NewOrder): ShopError | null {
    const account = holdingsOf(this.accounts, userId);
    const shared = network === null ? null : holdingsOf(this.networks, network);
    const refusal =
      accountRefusal(account, lines, this.limits) ?? (shared && networkRefusal(shared, account, lines, this.limits));
    if (refusal) return refusal;
    account.addNew(lines);
    shared?.addNew(lines);
    return null;
  }
}

function holdingsOf<Key>(holdings: Map<Key, Holdings>, key: Key): Holdings {
  const holding = holdings.get(key) ?? new Holdings();
  holdings.set(key, holding);
  return holding;
}

const PAY_OR_CANCEL = 'Hãy thanh toán hoặc hủy bớt đơn chưa thanh toán rồi đặt lại.';
const LESS = 'Hãy giảm số lượng.';

function accountRefusal(account: Holdings, lines: PricedLine[], limits: UnpaidLimits): ShopError | null {
  if (account.orders >= limits.orders) {
    return limitExceeded(
      `Bạn đang có ${account.orders} đơn chưa thanh toán, nhiều nhất là ${limits.orders}. ${PAY_OR_CANCEL}`,
      account.all.orderIds,
    );
  }
  for (const line of lines) {
    const { pieces, orderIds } = account.ofItem(line);
    if (pieces + line.qty <= limits.perItem) continue;
    const limit = `Bạn chỉ giữ được nhiều nhất ${limits.perItem} chiếc "${nameOf(line)}" khi chưa thanh toán`;
    return limitExceeded(pieces > 0 ? `${limit}, đang giữ ${pieces}. ${PAY_OR_CANCEL}` : `${limit}. ${LESS}`, orderIds);
  }
  const { pieces, orderIds } = account.all;
  if (pieces + piecesOf(lines) <= limits.pieces) return null;
  const limit = `Bạn chỉ giữ được nhiều nhất ${limits.pieces} sản phẩm khi chưa thanh toán`;
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
  const what = line ? `"${nameOf(line)}"` : 'hàng';
  const way = account.orders > 0 ? 'thanh toán đơn đang có rồi đặt lại' : 'thử lại sau hoặc đặt từ mạng khác';
  return limitExceeded(
    `Các tài khoản chưa từng thanh toán trên mạng bạn đang dùng đã giữ quá nhiều ${what}. Hãy ${way}.`,
    account.all.orderIds,
  );
}

const piecesOf = (lines: PricedLine[]) => lines.reduce((sum, { qty }) => sum + qty, 0);

function nameOf({ name, color, size }: PricedLine): string {
  const choice = [color, size].filter(Boolean).join(', ');
  return choice ? `${name} (${choice})` : name;
}

/** `unpaid_orders` lets the page link to the orders that hold the goods. */
const limitExceeded = (sentence: string, orderIds: Set<number>) =>
  new ShopError(409, sentence, { unpaid_orders: [...orderIds].sort((a, b) => a - b) });
