import type { EntityManager } from 'typeorm';
import type { Principal } from '../../platform/http/access.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { formatVnd } from '../../contract/rules.js';
import type { Order } from './order.entity.js';
import { findOpenChargeback, readDisputes } from './disputes.sql.js';

/**
 * Adds the disputes of their charges to orders, oldest first, for administrators only: the buyer may not be the cardholder, and
 * reads the order's notice instead.
 */
export async function addDisputes(
  db: Pick<EntityManager, 'query'>,
  orders: Order[],
  { isAdmin }: Pick<Principal, 'isAdmin'>,
): Promise<void> {
  if (!isAdmin || orders.length === 0) return;
  const rows = await readDisputes(
    db,
    orders.map(({ id }) => id),
  );
  const byId = new Map(orders.map((order) => [order.id, order]));
  for (const { order_id: id, dispute } of rows) (byId.get(id)!.disputes ??= []).push(dispute);
}

/**
 * Rejects a refund to the wallet while a chargeback of the order is open, because the buyer could receive the money twice. An
 * inquiry counts, because it can become a dispute, and so does a pending refund. Both are booked under the order's lock, so the
 * result stays valid while the lock is held.
 * @param order locked by `lockOrder`
 * @throws ShopError 409
 */
export async function mustHaveNoOpenChargeback(tx: EntityManager, order: Order): Promise<void> {
  const chargeback = await findOpenChargeback(tx, order.id);
  if (!chargeback) return;
  const { kind, amount } = chargeback;
  throw new ShopError(
    409,
    kind === 'dispute'
      ? `Chủ thẻ đang khiếu nại khoản thanh toán ${formatVnd(amount)} của đơn hàng này. Hãy chờ ngân hàng kết luận: nếu hoàn vào ví bây giờ, khách có thể nhận tiền hai lần.`
      : `Khoản hoàn ${formatVnd(amount)} về thẻ của đơn hàng này đang được xử lý. Hãy chờ cổng thanh toán báo kết quả: nếu hoàn vào ví bây giờ, khách có thể nhận tiền hai lần.`,
  );
}
