import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { returnStock } from '../catalog/stock.js';
import type { Principal } from '../common/access.js';
import { once, type Attempt } from '../common/once.js';
import { ShopError } from '../common/shop-error.js';
import type { RequestRefund, RefundRequest as RefundOnTheWire } from '../contract/refunds.js';
import { lockOrder } from '../db/locks.js';
import { inTransaction } from '../db/transaction.js';
import { post, walletOf } from '../ledger/ledger.js';
import { countSold } from '../orders/count-sold.js';
import { logOrder, type Transition } from '../orders/order-log.js';
import { OrderItem } from '../orders/order-item.entity.js';
import { Order } from '../orders/order.entity.js';
import { RefundRequest } from '../orders/refund-request.entity.js';
import { refundView } from './refund.view.js';

/** An order under its lock, with its request. */
interface Asked {
  order: Order;
  request: RefundRequest;
}

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
        return refundView(await withOrder(tx, request.id));
      }),
    );
  }

  /** Own requests, for an administrator all, newest first, and how many there are. */
  list(me: Principal, slice: { skip: number; take: number }): Promise<[RefundRequest[], number]> {
    return this.db.manager.findAndCount(RefundRequest, {
      where: me.isAdmin ? {} : { order: { userId: me.id } },
      relations: { order: { user: true } },
      order: { id: 'DESC' },
      ...slice,
    });
  }

  /**
   * Grants a pending request: the order's total goes to its buyer's wallet, goods that were not delivered back to stock.
   * @throws ShopError 404 without a request, 409 for one that was decided
   */
  approve(me: Principal, orderId: number): Promise<RefundRequest> {
    return this.change(orderId, 'approve_refund', me, async (tx, { order, request }) => {
      request.decide(true, me.id, new Date());
      await tx.save(request);
      order.refund(new Date());
      await tx.update(Order, order.id, { refundedAt: order.refundedAt });
      await countSold(tx, orderId, -1);
      if (!order.deliveredAt) await returnStock(tx, orderId, await tx.findBy(OrderItem, { orderId }));
      if (order.totalPrice > 0) {
        await post(tx, {
          kind: 'REFUND',
          from: 'refunds',
          to: await walletOf(tx, order.userId),
          amount: order.totalPrice,
          orderId,
          description: `Hoàn tiền đơn hàng #${orderId}`,
        });
      }
    });
  }

  /** Refuses a pending request; the order is again what it was before. @throws ShopError 404, 409 as above */
  reject(me: Principal, orderId: number): Promise<RefundRequest> {
    return this.change(orderId, 'reject_refund', me, async (tx, { request }) => {
      request.decide(false, me.id, new Date());
      await tx.save(request);
    });
  }

  /** Removes a request, decided or not. Money that it moved and the order's state stay. @throws ShopError 404 */
  async remove(me: Principal, orderId: number): Promise<void> {
    await this.change(orderId, 'delete_refund', me, async (tx, { order, request }) => {
      await tx.delete(RefundRequest, request.id);
      order.refundRequest = null;
    });
  }

  private change(
    id: number,
    transition: Transition,
    me: Principal,
    act: (tx: EntityManager, asked: Asked) => Promise<void>,
  ): Promise<RefundRequest> {
    return inTransaction(this.db, async (tx) => {
      const order = await lockOrder(tx, { id });
      const request = await tx.findOneBy(RefundRequest, { orderId: id });
      if (!request) throw ShopError.notFound('Không tìm thấy yêu cầu hoàn tiền.');
      order.refundRequest = request;
      const before = order.status;
      await act(tx, { order, request });
      await logOrder(tx, order, transition, { before, after: order.status, actor: { is: 'admin', id: me.id } });
      return order.refundRequest ? withOrder(tx, request.id) : request;
    });
  }
}

const withOrder = (tx: EntityManager, id: number): Promise<RefundRequest> =>
  tx.findOneOrFail(RefundRequest, { where: { id }, relations: { order: { user: true } } });
