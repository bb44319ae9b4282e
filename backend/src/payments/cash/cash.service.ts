import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import type { Vnd } from '../../contract/rules.js';
import { lockOrder } from '../../orders/order/order.locks.js';
import type { Order } from '../../orders/order/order.entity.js';
import { OrdersService } from '../../orders/orders.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { Actor } from '../../platform/http/access.js';
import { receivePayment } from '../receiving/receive-payment.js';

/** Records the cash that was collected for orders. */
@Injectable()
export class CashService {
  constructor(
    private readonly db: DataSource,
    private readonly orders: OrdersService,
  ) {}

  /**
   * Pays an order with cash that was collected on delivery, before or after the delivery itself is recorded. Recorded once: of two
   * administrators, or two clicks, the second is refused.
   * @param actor an administrator
   * @throws ShopError 404; 409 for an order that is paid, cancelled or to be paid in another way; 400 for another amount than its
   *   total
   */
  async record(actor: Actor, id: number, amount: Vnd): Promise<Order> {
    await inTransaction(this.db, async (tx) => {
      const order = await lockOrder(tx, { id });
      order.mustBeUnpaid();
      if (order.paymentMethod !== 'COD') throw new ShopError(409, 'Đơn hàng không thanh toán khi nhận hàng.');
      order.mustCost(amount);
      await receivePayment(tx, order, { method: 'COD', amount, actor: { is: 'admin', id: actor.id } });
      await recordAudit(tx, actor, {
        ...order.auditSubject,
        action: 'pay',
        before: { isPaid: false },
        after: { isPaid: true, amount },
      });
    });
    return this.orders.get(actor, id);
  }
}
