import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { recordAudit } from '../audit/audit.js';
import type { Actor, Principal } from '../platform/http/access.js';
import { withIdempotencyKey, type KeyedRequest } from '../platform/batching/idempotency.js';
import { ShopError } from '../platform/errors/shop-error.js';
import type { Vnd } from '../contract/rules.js';
import type {
  RefundOrder,
  RefundQuery,
  RefundRequest as RefundOnTheWire,
  RejectRefund,
  RequestRefund,
} from '../contract/money/refunds.js';
import { lockAccountForReference } from '../auth/users/user.locks.js';
import { lockOrder } from '../orders/order/order.locks.js';
import { inTransaction } from '../platform/database/transaction.js';
import { addDisputes } from '../orders/order/disputes.js';
import { recordOrderEvent } from '../orders/transitions/order-log.js';
import type { Order } from '../orders/order/order.entity.js';
import { addRefunded } from '../orders/transitions/refund-order.js';
import { OrdersService } from '../orders/orders.service.js';
import { RefundRequest } from '../orders/order/refund-request.entity.js';
import { refundForShop } from './refund-for-shop.js';
import { listRefundRequests } from './refund-list.js';
import { refundToWallet } from './refund-to-wallet.js';
import { refundView } from './refund.view.js';

/** A locked order with its refund request. */
interface LockedRequest {
  order: Order;
  request: RefundRequest;
}

/** An administrator's decisions, as order transitions and as audit actions. */
const AUDIT_ACTIONS = { approve_refund: 'approve', reject_refund: 'reject', delete_refund: 'delete' } as const;
type Decision = keyof typeof AUDIT_ACTIONS;

/** What an administrator's decision leaves to record. */
interface Decided {
  /** The amount refunded to the buyer. */
  amount?: Vnd;
  /** The administrator's reason. */
  reason?: string;
}

/** Refunds: requested by the buyer and decided by an administrator, or begun by the shop; paid into the buyer's wallet. */
@Injectable()
export class RefundsService {
  constructor(
    private readonly db: DataSource,
    private readonly orders: OrdersService,
  ) {}

  /**
   * Requests a refund of one's own order.
   * @throws ShopError 404, 409 for an unpaid, cancelled, refunded or already requested order
   */
  request(userId: number, { order_id: id, reason }: RequestRefund, attempt: KeyedRequest): Promise<RefundOnTheWire> {
    return inTransaction(this.db, (tx) =>
      withIdempotencyKey(tx, attempt, async () => {
        const order = await lockOrder(tx, { id, userId });
        await lockAccountForReference(tx, userId);
        order.mustBePaid();
        if (await tx.existsBy(RefundRequest, { orderId: id })) {
          throw new ShopError(409, 'Đơn hàng này đã có yêu cầu hoàn tiền.');
        }
        const before = order.status;
        const request = await tx.save(RefundRequest, { orderId: id, reason, isApproved: null });
        order.refundRequest = request;
        const actor = { is: 'buyer', id: userId } as const;
        await recordOrderEvent(tx, order, 'request_refund', { before, after: order.status, actor });
        return refundView(await withOrder(tx, request.id, { isAdmin: false }));
      }),
    );
  }

  /** Lists a slice of the user's requests, of all for an administrator, newest first by default, with the total count. */
  async list(
    me: Principal,
    query: RefundQuery,
    slice: { skip: number; take: number },
  ): Promise<[RefundRequest[], number]> {
    const [requests, count] = await listRefundRequests(this.db, me, query, slice);
    const orders = requests.map(({ order }) => order);
    await addRefunded(this.db, orders);
    await addDisputes(this.db, orders, me);
    return [requests, count];
  }

  /**
   * Approves a pending request. What is left of the order's total, after refunds to the card, is credited to the buyer's wallet
   * and pays their debt first. Undelivered goods go back to stock.
   * @throws ShopError 404 without a request, 409 for a decided request and while a chargeback of the order is open
   */
  approve(actor: Actor, orderId: number): Promise<RefundRequest> {
    return this.decide(orderId, 'approve_refund', actor, async (tx, { order, request }) => {
      request.decide(true, actor.id, new Date());
      await tx.save(request);
      return { amount: await refundToWallet(tx, order) };
    });
  }

  /** Refunds an order that its buyer has not asked to be refunded, see `refundForShop`. */
  async refund(actor: Actor, orderId: number, body: RefundOrder): Promise<Order> {
    await inTransaction(this.db, (tx) => refundForShop(tx, actor, orderId, body));
    return this.orders.get(actor, orderId);
  }

  /**
   * Rejects a pending request; the order returns to its previous status. The buyer's mail states the reason, if there is one.
   * @throws ShopError 404, 409 for a decided request
   */
  reject(actor: Actor, orderId: number, { reason }: RejectRefund): Promise<RefundRequest> {
    return this.decide(orderId, 'reject_refund', actor, async (tx, { request }) => {
      request.decide(false, actor.id, new Date());
      await tx.save(request);
      return { reason: reason || undefined };
    });
  }

  /** Deletes a request, decided or not. The refunded money and the order's state stay. @throws ShopError 404 */
  async remove(actor: Actor, orderId: number): Promise<void> {
    await this.decide(orderId, 'delete_refund', actor, async (tx, { order, request }) => {
      await tx.delete(RefundRequest, request.id);
      order.refundRequest = null;
      return {};
    });
  }

  /** Changes a request under the lock of its order, and records the order event and the audit entry. */
  private decide(
    id: number,
    transition: Decision,
    actor: Actor,
    act: (tx: EntityManager, locked: LockedRequest) => Promise<Decided>,
  ): Promise<RefundRequest> {
    return inTransaction(this.db, async (tx) => {
      const order = await lockOrder(tx, { id });
      const request = await tx.findOneBy(RefundRequest, { orderId: id });
      if (!request) throw ShopError.notFound('Không tìm thấy yêu cầu hoàn tiền.');
      order.refundRequest = request;
      const before = { status: order.status, isApproved: request.isApproved };
      const { amount, reason } = await act(tx, { order, request });
      const after = { status: order.status, ...(order.refundRequest && { isApproved: request.isApproved }) };
      await recordOrderEvent(tx, order, transition, {
        before: before.status,
        after: after.status,
        actor: { is: 'admin', id: actor.id },
        amount,
        reason,
      });
      await recordAudit(tx, actor, {
        action: AUDIT_ACTIONS[transition],
        subject: 'refund',
        id,
        name: `Hoàn tiền đơn hàng #${id}`,
        // Without the buyer's reason: the log outlives what they wrote.
        before,
        after: { ...after, ...(reason && { reason }) },
      });
      return order.refundRequest ? withOrder(tx, request.id, actor) : request;
    });
  }
}

async function withOrder(tx: EntityManager, id: number, me: Pick<Principal, 'isAdmin'>): Promise<RefundRequest> {
  const request = await tx.findOneOrFail(RefundRequest, { where: { id }, relations: { order: { user: true } } });
  await addRefunded(tx, [request.order]);
  await addDisputes(tx, [request.order], me);
  return request;
}
