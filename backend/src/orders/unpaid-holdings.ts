import type { EntityManager } from 'typeorm';
import type { PricedLine } from '../catalog/stock.js';
import { ShopError } from '../common/shop-error.js';
import type { UnpaidLimits } from '../contract/rules.js';

/** A cart that is about to become an unpaid order. */
interface NewOrder {
  userId: number;
  lines: PricedLine[];
}

interface HoldingRow {
  order_id: number;
  user_id: number;
  product_id: number | null;
  variant_id: number | null;
  qty: number;
}

/** A number of pieces, and the orders that hold them. */
interface Held {
  pieces: number;
  orderIds: Set<number>;
}

/**
 * What the unpaid orders of some accounts hold. Unpaid orders take goods out of stock for nothing, so what one account may
 * hold that way is limited.
 */
export class UnpaidHoldings {
  private readonly accounts = new Map<number, AccountHoldings>();

  private constructor(private readonly limits: UnpaidLimits) {}

  /**
   * @param tx holds the accounts' locks, see `lockUnpaidOrders`: else two orders at once would each see only the others
   * @param userIds whose holdings are read
   */
  static async read(tx: EntityManager, userIds: number[], limits: UnpaidLimits): Promise<UnpaidHoldings> {
    const rows: HoldingRow[] = await tx.query(
      `SELECT o.id AS order_id, o.user_id, i.product_id, i.variant_id, i.qty
       FROM orders o JOIN order_items i ON i.order_id = o.id
       WHERE o.user_id = ANY ($1::integer[]) AND o.paid_at IS NULL AND o.cancelled_at IS NULL`,
      [userIds],
    );
    const holdings = new UnpaidHoldings(limits);
    for (const row of rows) holdings.of(row.user_id).add(row, row.order_id);
    return holdings;
  }

  /**
   * Adds an order that is about to be placed.
   * @returns the refusal, a 409 that names the orders that hold too much, or null when it was added
   */
  add({ userId, lines }: NewOrder): ShopError | null {
    const account = this.of(userId);
    const refusal = account.refusal(lines, this.limits);
    if (!refusal) account.addNew(lines);
    return refusal;
  }

  private of(userId: number): AccountHoldings {
    const account = this.accounts.get(userId) ?? new AccountHoldings();
    this.accounts.set(userId, account);
    return account;
  }
}

type Item = { productId: number; variantId: number | null };

class AccountHoldings {
  private readonly all: Held = nothing();
  private readonly items = new Map<string, Held>();
  /** Orders of the same transaction, which have no ids yet. */
  private newOrders = 0;

  add({ product_id, variant_id, qty }: HoldingRow, orderId: number): void {
    this.count({ productId: product_id ?? 0, variantId: variant_id }, qty, orderId);
  }

  addNew(lines: PricedLine[]): void {
    this.newOrders += 1;
    for (const line of lines) this.count(line, line.qty);
  }

  refusal(lines: PricedLine[], limits: UnpaidLimits): ShopError | null {
    if (this.all.orderIds.size + this.newOrders >= limits.orders) {
      return tooMuch(
        `Bạn đang có ${this.all.orderIds.size + this.newOrders} đơn chưa thanh toán, nhiều nhất là ${limits.orders}. ${PAY_OR_CANCEL}`,
        this.all,
      );
    }
    for (const line of lines) {
      const held = this.items.get(keyOf(line)) ?? nothing();
      if (held.pieces + line.qty <= limits.perItem) continue;
      const most = `Bạn chỉ giữ được nhiều nhất ${limits.perItem} chiếc "${nameOf(line)}" khi chưa thanh toán`;
      return tooMuch(held.pieces > 0 ? `${most}, đang giữ ${held.pieces}. ${PAY_OR_CANCEL}` : `${most}. ${LESS}`, held);
    }
    const pieces = lines.reduce((sum, { qty }) => sum + qty, 0);
    if (this.all.pieces + pieces <= limits.pieces) return null;
    const most = `Bạn chỉ giữ được nhiều nhất ${limits.pieces} sản phẩm khi chưa thanh toán`;
    const sentence =
      this.all.pieces > 0 ? `${most}, đang giữ ${this.all.pieces}. ${PAY_OR_CANCEL}` : `${most}. ${LESS}`;
    return tooMuch(sentence, this.all);
  }

  private count(item: Item, qty: number, orderId?: number): void {
    const held = this.items.get(keyOf(item)) ?? nothing();
    this.items.set(keyOf(item), held);
    for (const sum of [held, this.all]) {
      sum.pieces += qty;
      if (orderId !== undefined) sum.orderIds.add(orderId);
    }
  }
}

const PAY_OR_CANCEL = 'Hãy thanh toán hoặc hủy bớt đơn chưa thanh toán rồi đặt lại.';
const LESS = 'Hãy giảm số lượng.';

const nothing = (): Held => ({ pieces: 0, orderIds: new Set() });
const keyOf = ({ productId, variantId }: Item) => `${productId}-${variantId ?? ''}`;

function nameOf({ name, color, size }: PricedLine): string {
  const choice = [color, size].filter(Boolean).join(', ');
  return choice ? `${name} (${choice})` : name;
}

/** `unpaid_orders` lets the page link to the orders that hold the goods. */
const tooMuch = (sentence: string, { orderIds }: Held) =>
  new ShopError(409, sentence, { unpaid_orders: [...orderIds].sort((a, b) => a - b) });
