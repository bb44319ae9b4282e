import type { EntityManager } from 'typeorm';
import type { Principal } from '../common/access.js';
import { ShopError } from '../common/shop-error.js';
import type { Dispute } from '../contract/orders.js';
import { formatVnd, type Vnd } from '../contract/rules.js';
import type { Order } from './order.entity.js';

/** What a card took back, `r`, as long as the bank or the provider has not decided about it. */
const IS_OPEN = `r.stage IN ('waiting', 'held')`;

/**
 * Adds to each order the disputes of its charges, oldest first, for an administrator: its buyer, who may be somebody else
 * than the cardholder, reads the order's notice.
 */
export async function addDisputes(
  db: Pick<EntityManager, 'query'>,
  orders: Order[],
  { isAdmin }: Pick<Principal, 'isAdmin'>,
): Promise<void> {
  if (!isAdmin || orders.length === 0) return;
  const rows: { order_id: number; dispute: Dispute }[] = await db.query(
    `SELECT i.order_id, json_build_object('id', r.id, 'amount', r.amount, 'status', r.status, 'isOpen', ${IS_OPEN},
       'reason', r.reason, 'dueBy', to_char(r.due_by AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS dispute
     FROM payment_intents i JOIN card_returns r ON r.payment_intent_id = i.id
     WHERE i.order_id = ANY ($1) AND r.kind = 'dispute' ORDER BY r.created_at, r.id`,
    [orders.map(({ id }) => id)],
  );
  const byId = new Map(orders.map((order) => [order.id, order]));
  for (const { order_id: id, dispute } of rows) (byId.get(id)!.disputes ??= []).push(dispute);
}

/**
 * Refuses to pay an order's money to the wallet while its card may get it: the buyer would have it twice. An inquiry counts,
 * because it can become a dispute, and so does a refund that the provider has not made yet. Both are booked under the
 * order's lock, so what is read here stays true.
 * @param order locked by `lockOrder`
 * @throws ShopError 409
 */
export async function mustBeUndisputed(tx: EntityManager, order: Order): Promise<void> {
  const rows: { open: { kind: 'refund' | 'dispute'; amount: Vnd } }[] = await tx.query(
    `SELECT json_build_object('kind', r.kind, 'amount', r.amount) AS open
     FROM payment_intents i JOIN card_returns r ON r.payment_intent_id = i.id
     WHERE i.order_id = $1 AND ${IS_OPEN} ORDER BY r.kind, r.created_at LIMIT 1`,
    [order.id],
  );
  const [found] = rows;
  if (!found) return;
  const { kind, amount } = found.open;
  throw new ShopError(
    409,
    kind === 'dispute'
      ? `Chủ thẻ đang khiếu nại khoản thanh toán ${formatVnd(amount)} của đơn hàng này. Hãy chờ ngân hàng kết luận: nếu hoàn vào ví bây giờ, khách có thể nhận tiền hai lần.`
      : `Khoản hoàn ${formatVnd(amount)} về thẻ của đơn hàng này đang được xử lý. Hãy chờ cổng thanh toán báo kết quả: nếu hoàn vào ví bây giờ, khách có thể nhận tiền hai lần.`,
  );
}
