import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { Detail } from '../../contract/common.js';
import type { CardIntent } from '../../contract/money/payments.js';
import { MAX_CARD_CHARGE, TEXTS, formatVnd } from '../../contract/rules.js';
import { lockAccountForReference } from '../../auth/users/user.locks.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { Transfer } from '../../ledger/transfer.entity.js';
import { lockOrderForReference } from '../../orders/order/order.locks.js';
import { Order } from '../../orders/order/order.entity.js';
import { CardProvider, type AmountRefusal, type ProviderIntent } from '../provider/card-provider.js';
import { PaymentIntent } from './payment-intent.entity.js';
import { creditNotice } from '../../orders/order/credit-notice.js';
import { SettlementsService } from './settlements.service.js';

const REFUSALS: Record<AmountRefusal, string> = {
  amount_too_small: 'Đơn hàng có giá trị quá nhỏ để thanh toán bằng thẻ. Vui lòng thanh toán bằng ví Paybox.',
  amount_too_large: 'Đơn hàng có giá trị quá lớn để thanh toán bằng thẻ. Vui lòng thanh toán bằng ví Paybox.',
};

/** How often a concurrent request may close the intent that was just made. */
const MAX_ATTEMPTS = 5;

/** An order's intent, and what the provider knows of it. */
interface OpenIntent {
  intent: PaymentIntent;
  charge: ProviderIntent;
}

/** Pays an order by card: creates the intent that the page charges, then books the charge. */
@Injectable()
export class CardPaymentsService {
  constructor(
    private readonly db: DataSource,
    private readonly provider: CardProvider,
    private readonly settlements: SettlementsService,
  ) {}

  /**
   * Returns the client secret that the page's card form needs. The same order gets the same intent.
   * @throws ShopError 404, 409 for an order that is paid, cancelled or on its way, 400 for a total that cannot be charged to a card, 503
   */
  async start(userId: number, orderId: number): Promise<CardIntent> {
    const { intent, charge } = await this.openIntent(userId, orderId);
    if (charge.status === 'succeeded') {
      // The card was charged, but the page never confirmed it.
      await this.settlements.settle(intent, charge, { is: 'buyer', id: userId });
      throw new ShopError(409, 'Đơn hàng đã được thanh toán.');
    }
    return { clientSecret: charge.clientSecret };
  }

  /**
   * Books a charge that the page reports, after checking it at the provider. Idempotent.
   * @throws ShopError 404, 400 for an intent that is not this order's or has not succeeded, 503
   */
  async confirm(userId: number, orderId: number, intentId: string): Promise<Detail> {
    await this.orderOf(userId, orderId);
    const intent = await this.db.manager.findOneBy(PaymentIntent, { id: intentId, orderId });
    if (!intent) throw new ShopError(400, 'Giao dịch không thuộc đơn hàng này.');
    if (!intent.settledAt) {
      await this.settlements.settle(intent, await this.provider.intent(intentId), { is: 'buyer', id: userId });
    }
    const order = await this.orderOf(userId, orderId);
    return {
      detail: (await this.isLatePayment(intentId))
        ? creditNotice(order, { kind: 'LATE_PAYMENT', amount: intent.amount })
        : TEXTS.paid,
    };
  }

  /** The intent of an order that can be paid by card. @throws ShopError as `start` does */
  private async openIntent(userId: number, orderId: number): Promise<OpenIntent> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const order = await this.orderOf(userId, orderId);
      order.mustBePayable();
      if (order.totalPrice > MAX_CARD_CHARGE) {
        throw new ShopError(400, `Mỗi lần thanh toán bằng thẻ tối đa ${formatVnd(MAX_CARD_CHARGE)}.`);
      }
      const found = await this.intentFor(order);
      if (found) return found;
      // A concurrent request has closed the intent: the order was paid or cancelled, or needs another one.
    }
    throw new ShopError(503, TEXTS.unavailable);
  }

  /** True when a charge went to the wallet, because its order was paid or cancelled before it arrived. */
  private isLatePayment(paymentIntentId: string): Promise<boolean> {
    return this.db.manager.existsBy(Transfer, { paymentIntentId, kind: 'LATE_PAYMENT' });
  }

  /**
   * Returns the order's open intent; creates one when none is open. Null when a concurrent request closed the created one.
   *
   * A process may die after the provider has created an intent and before its row is written. The idempotency key returns the
   * same intent to the next request. Without a next request the intent can never be charged, because its client secret leaves
   * the shop only after the row is written.
   */
  private async intentFor(order: Order): Promise<OpenIntent | null> {
    const known = await this.db.manager.find(PaymentIntent, { where: { orderId: order.id } });
    const open = known.find((intent) => !intent.closedAt);
    if (open) {
      const charge = await this.settlements.readOrCloseUnknown(open, () => this.provider.intent(open.id));
      if (charge && charge.status !== 'canceled') return { intent: open, charge };
      if (charge) await this.settlements.close(open);
    }
    return this.newIntent(order, known.length);
  }

  /** @param nth the number of intents that the order has had */
  private async newIntent(order: Order, nth: number): Promise<OpenIntent | null> {
    const charge = await this.provider.createIntent({
      amount: order.totalPrice,
      description: `Đơn hàng #${order.id}`,
      metadata: { purpose: 'order', order_id: String(order.id), user_id: String(order.userId) },
      // The key includes the time, because a new database numbers its orders from 1 again.
      idempotencyKey: `order-${order.id}-${order.createdAt.getTime()}-${nth}`,
      amountError: (refusal) => new ShopError(400, REFUSALS[refusal]),
    });
    const row = {
      id: charge.id,
      purpose: 'order',
      userId: order.userId,
      orderId: order.id,
      amount: order.totalPrice,
    } as const;
    await inTransaction(this.db, async (tx) => {
      await lockOrderForReference(tx, order.id);
      await lockAccountForReference(tx, order.userId);
      await tx.createQueryBuilder().insert().into(PaymentIntent).values(row).orIgnore().execute();
    });
    // A concurrent request may have inserted its intent first, and it may be closed by now.
    const intent = await this.db.manager.findOneBy(PaymentIntent, { orderId: order.id, closedAt: IsNull() });
    return intent && { intent, charge: intent.id === charge.id ? charge : await this.provider.intent(intent.id) };
  }

  private async orderOf(userId: number, id: number): Promise<Order> {
    const order = await this.db.manager.findOneBy(Order, { id, userId });
    if (!order) throw ShopError.notFound('Không tìm thấy đơn hàng.');
    return order;
  }
}
