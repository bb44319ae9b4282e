import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import { audit } from '../audit/audit.js';
import type { Actor, Principal } from '../common/access.js';
import { once, type Attempt } from '../common/once.js';
import { ShopError } from '../common/shop-error.js';
import type { Vnd } from '../contract/rules.js';
import type { RefundQuery, RequestRefund, RefundRequest as RefundOnTheWire } from '../contract/refunds.js';
import { holdAccount, lockOrder } from '../db/locks.js';
import { inTransaction } from '../db/transaction.js';
import { walletOf } from '../ledger/ledger.js';
import { payIn } from '../ledger/pay-in.js';
import { addDisputes, mustBeUndisputed } from '../orders/disputes.js';
import { logOrder } from '../orders/order-log.js';
import type { Order } from '../orders/order.entity.js';
import { addRefunded, leftToRefund, refundOrder } from '../orders/refund-order.js';
import { RefundRequest } from '../orders/refund-request.entity.js';
import { FROM, ORDER_BY, refundsWhere } from './refund-list.sql.js';
import { refundView } from './refund.view.js';

/** An order under its lock, with its request. */
interface Asked {
  order: Order;
  request: RefundRequest;
}

/** What an administrator does with a request, as the order's log and the log of changes call it. */
const DEEDS = { approve_refund: 'approve', reject_refund: 'reject', delete_refund: 'delete' } as const;
type Decision = keyof typeof DEEDS;

/** Money back: asked for by the buyer, decided by an administrator, paid into the buyer's wallet. */
@Injectable()
export class RefundsService {
  constructor(private readonly db: DataSource) {}

  /**
   * Asks for the money of one's own order back.
   * @throws ShopError 404, 409 for an unpaid, cancelled, refunded or already requested order
   */
  request(userId: number, { order_id: id, reason }: RequestRefund, attempt: Attempt): Promise<RefundOnTheWire> {
    return inTransaction(this.db, (tx) =>
      once(tx, attempt, async () => {
        await holdAccount(tx, userId);
        const order = await lockOrder(tx, { id, userId });
        order.mustBePaid();
        if (await tx.existsBy(RefundRequest, { orderId: id })) {
          throw new ShopError(409, 'Đơn hàng này đã có yêu cầu hoàn tiền.');
        }
        const before = order.status;
        const request = await tx.save(RefundRequest, { orderId: id, reason, isApproved: null });
        order.refundRequest = request;
        const actor = { is: 'buyer', id: userId } as const;
        await logOrder(tx, order, 'request_refund', { before, after: order.status, actor });
        return refundView(await withOrder(tx, request.id, { isAdmin: false }));
      }),
    );
  }

  /** A slice of one's own requests, for an administrator of all, newest first unless asked otherwise, and their number. */
  async list(
    me: Principal,
    query: RefundQuery,
    { skip, take }: { skip: number; take: number },
  ): Promise<[RefundRequest[], number]> {
    const where = refundsWhere(me, query);
    const slice: { id: number }[] = await this.db.query(
      `SELECT r.id FROM ${FROM} ${where.sql} ORDER BY ${ORDER_BY[query.sort ?? 'date-desc']} OFFSET ${skip} LIMIT ${take}`,
      where.values,
    );
    const requests = await this.db.manager.find(RefundRequest, {
      where: { id: In(slice.map(({ id }) => id)) },
      relations: { order: { user: true } },
    });
    const orders = requests.map(({ order }) => order);
    await addRefunded(this.db, orders);
    await addDisputes(this.db, orders, me);
    const byId = new Map(requests.map((request) => [request.id, request]));
    return [slice.flatMap(({ id }) => byId.get(id) ?? []), await where.count(this.db, FROM)];
  }

  /**
   * Grants a pending request: what is left of the order's total, after what its card was given back, goes to its buyer's
   * wallet, or pays what they owe; goods that were not delivered go back to stock.
   * @throws ShopError 404 without a request, 409 for one that was decided, and while the card may still get the money
   */
  approve(by: Actor, orderId: number): Promise<RefundRequest> {
    return this.change(orderId, 'approve_refund', by, async (tx, { order, request }) => {
      request.decide(true, by.id, new Date());
      await mustBeUndisputed(tx, order);
      await tx.save(request);
      const amount = await leftToRefund(tx, order);
      await refundOrder(tx, order);
      if (amount > 0) {
        await payIn(tx, {
          kind: 'REFUND',
          from: 'refunds',
          to: await walletOf(tx, order.userId),
          amount,
          orderId,
          description: `Hoàn tiền đơn hàng #${orderId}`,
        });
      }
      return amount;
    });
  }

  /** Refuses a pending request; the order is again what it was before. @throws ShopError 404, 409 as above */
  reject(by: Actor, orderId: number): Promise<RefundRequest> {
    return this.change(orderId, 'reject_refund', by, async (tx, { request }) => {
      request.decide(false, by.id, new Date());
      await tx.save(request);
    });
  }

  /** Removes a request, decided or not. Money that it moved and the order's state stay. @throws ShopError 404 */
  async remove(by: Actor, orderId: number): Promise<void> {
    await this.change(orderId, 'delete_refund', by, async (tx, { order, request }) => {
      await tx.delete(RefundRequest, request.id);
      order.refundRequest = null;
    });
  }

  /** @param act gives what went back to the buyer */
  private change(
    id: number,
    transition: Decision,
    by: Actor,
    act: (tx: EntityManager, asked: Asked) => Promise<Vnd | void>,
  ): Promise<RefundRequest> {
    return inTransaction(this.db, async (tx) => {
      const order = await lockOrder(tx, { id });
      const request = await tx.findOneBy(RefundRequest, { orderId: id });
      if (!request) throw ShopError.notFound('Không tìm thấy yêu cầu hoàn tiền.');
      order.refundRequest = request;
      const before = { status: order.status, isApproved: request.isApproved };
      const amount = await act(tx, { order, request });
      const after = { status: order.status, isApproved: request.isApproved };
      await logOrder(tx, order, transition, {
        before: before.status,
        after: after.status,
        actor: { is: 'admin', id: by.id },
        amount: amount ?? undefined,
      });
      await audit(tx, by, {
        action: DEEDS[transition],
        subject: 'refund',
        id,
        name: `Hoàn tiền đơn hàng #${id}`,
        before: { ...before, reason: request.reason },
        after: order.refundRequest ? { ...after, reason: request.reason } : { status: after.status },
      });
      return order.refundRequest ? withOrder(tx, request.id, by) : request;
    });
  }
}

async function withOrder(tx: EntityManager, id: number, me: Pick<Principal, 'isAdmin'>): Promise<RefundRequest> {
  const request = await tx.findOneOrFail(RefundRequest, { where: { id }, relations: { order: { user: true } } });
  await addRefunded(tx, [request.order]);
  await addDisputes(tx, [request.order], me);
  return request;
}
