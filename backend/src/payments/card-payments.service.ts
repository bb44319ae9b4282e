import { Injectable } from '@nestjs/common';
import type { Stripe } from 'stripe';
import { DataSource, IsNull } from 'typeorm';
import { ShopError } from '../common/shop-error.js';
import type { Detail } from '../contract/common.js';
import type { CardIntent } from '../contract/payments.js';
import { MAX_CARD_CHARGE, TEXTS, formatVnd } from '../contract/rules.js';
import { holdAccount } from '../db/locks.js';
import { inTransaction } from '../db/transaction.js';
import { Order } from '../orders/order.entity.js';
import { CardProvider, type AmountRefusal } from './card-provider.js';
import { PaymentIntent } from './payment-intent.entity.js';
import { lateNotice } from './settle.js';
import { SettlementsService } from './settlements.service.js';

const REFUSALS: Record<AmountRefusal, string> = {
  amount_too_small: 'Đơn hàng có giá trị quá nhỏ để thanh toán bằng thẻ. Vui lòng thanh toán bằng ví Paybox.',
  amount_too_large: 'Đơn hàng có giá trị quá lớn để thanh toán bằng thẻ. Vui lòng thanh toán bằng ví Paybox.',
};

/** Paying an order by card: an intent to charge, the charge on the page, and the booking of it. */
@Injectable()
export class CardPaymentsService {
  constructor(
    private readonly db: DataSource,
    private readonly provider: CardProvider,
    private readonly settlements: SettlementsService,
  ) {}

  /**
   * What the page's card form needs to charge an order. The same order gets the same intent.
   * @throws ShopError 404, 409 for a paid or cancelled order, 400 for a total that no card may be charged, 503
   */
  async start(userId: number, orderId: number): Promise<CardIntent> {
    const order = await this.orderOf(userId, orderId);
    order.mustBeUnpaid();
    if (order.totalPrice > MAX_CARD_CHARGE) {
      throw new ShopError(400, `Mỗi lần thanh toán bằng thẻ tối đa ${formatVnd(MAX_CARD_CHARGE)}.`);
    }
    const { asked, told } = await this.intentFor(order);
    if (told.status === 'succeeded') {
      // Charged, but the page never came back to say so.
      await this.settlements.settle(asked, told, { is: 'buyer', id: userId });
      throw new ShopError(409, 'Đơn hàng đã được thanh toán.');
    }
    return { clientSecret: told.client_secret ?? '' };
  }

  /**
   * Books a charge that the page says was made, after asking the provider. Repeating it changes nothing.
   * @throws ShopError 404, 400 for an intent that is not this order's or has not succeeded, 503
   */
  async confirm(userId: number, orderId: number, intentId: string): Promise<Detail> {
    await this.orderOf(userId, orderId);
    const asked = await this.db.manager.findOneBy(PaymentIntent, { id: intentId, orderId });
    if (!asked) throw new ShopError(400, 'Giao dịch không thuộc đơn hàng này.');
    if (!asked.settledAt) {
      await this.settlements.settle(asked, await this.provider.intent(intentId), { is: 'buyer', id: userId });
    }
    const order = await this.orderOf(userId, orderId);
    return { detail: (await this.cameLate(intentId)) ? lateNotice(order, asked) : TEXTS.paid };
  }

  /** Whether a charge went to the wallet, because its order was paid or cancelled before it came. */
  private async cameLate(intentId: string): Promise<boolean> {
    const rows: unknown[] = await this.db.query(
      `SELECT FROM transfers WHERE payment_intent_id = $1 AND kind = 'LATE_PAYMENT'`,
      [intentId],
    );
    return rows.length > 0;
  }

  /**
   * The intent that charges an order, made when there is none that can still be charged.
   *
   * A process may die after the provider has made an intent and before its row is written. The key of creation gives the
   * same intent back to whoever asks next; and should nobody ask, the intent can never be charged, because its client
   * secret leaves this shop only when the row is there.
   */
  private async intentFor(order: Order): Promise<{ asked: PaymentIntent; told: Stripe.PaymentIntent }> {
    const known = await this.db.manager.find(PaymentIntent, { where: { orderId: order.id } });
    const open = known.find((intent) => !intent.closedAt);
    if (open) {
      const told = await this.provider.intent(open.id);
      if (told.status !== 'canceled') return { asked: open, told };
      await this.settlements.close(open);
    }
    return this.newIntent(order, known.length);
  }

  /** @param nth how many intents the order has had */
  private async newIntent(order: Order, nth: number): Promise<{ asked: PaymentIntent; told: Stripe.PaymentIntent }> {
    const told = await this.provider.createIntent({
      amount: order.totalPrice,
      description: `Đơn hàng #${order.id}`,
      metadata: { purpose: 'order', order_id: String(order.id), user_id: String(order.userId) },
      // With the moment, because a database that was set up anew counts its orders from 1 again.
      idempotencyKey: `order-${order.id}-${order.createdAt.getTime()}-${nth}`,
      refused: (why) => new ShopError(400, REFUSALS[why]),
    });
    const row = {
      id: told.id,
      purpose: 'order',
      userId: order.userId,
      orderId: order.id,
      amount: order.totalPrice,
    } as const;
    await inTransaction(this.db, async (tx) => {
      await holdAccount(tx, order.userId);
      await tx.createQueryBuilder().insert().into(PaymentIntent).values(row).orIgnore().execute();
    });
    // Somebody who asked at the same time may have been first.
    const asked = await this.db.manager.findOneByOrFail(PaymentIntent, { orderId: order.id, closedAt: IsNull() });
    return { asked, told: asked.id === told.id ? told : await this.provider.intent(asked.id) };
  }

  private async orderOf(userId: number, id: number): Promise<Order> {
    const order = await this.db.manager.findOneBy(Order, { id, userId });
    if (!order) throw ShopError.notFound('Không tìm thấy đơn hàng.');
    return order;
  }
}
