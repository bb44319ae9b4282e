import { createHmac } from 'node:crypto';
import type { Response } from 'supertest';
import { Config } from '../../../src/platform/config/config.js';
import { cardKeys } from '../../../src/platform/config/card-keys.js';
import { Product } from '../../../src/contract/catalog/catalog.js';
import { pageSchema } from '../../../src/contract/common.js';
import { Coupon, CouponOffer, ListedCoupon } from '../../../src/contract/orders/coupons.js';
import type { Order } from '../../../src/contract/orders/orders.js';
import { Placed } from '../../../src/contract/orders/placing.js';
import { AdminWallet, DepositIntent, Wallet, WalletTransaction } from '../../../src/contract/money/paybox.js';
import { CardIntent } from '../../../src/contract/money/payments.js';
import { OrderExpiry } from '../../../src/orders/expiry/expiry.js';
import { backfill, confirmCard, sweepCards } from '../../support/payments/card.js';
import { atProvider } from '../../support/payments/chargebacks.js';
import { answer, shop, visitor } from '../../support/client.js';
import { given, type Shopper } from '../../support/given.js';
import {
  FIRST_BALANCE,
  FIRST_TERMS,
  NO_PRODUCT,
  NO_VARIANT,
  THINGS,
  type Answer,
  type Call,
  type CouponTerms,
  type SeenOrder,
  type View,
} from './calls.js';
import { changeCatalogue } from '../../catalog/stocked.js';

const DAY_MS = 86_400_000;
/** An id that is well formed and nobody's. */
const NOBODYS = 2_147_483_647;
const PARCEL = { carrier: 'ghn', tracking_code: 'GAX4KD7B' };

interface Goods {
  id: number;
  variant_id?: number;
}

let worlds = 0;

/** The small world in the real shop, which is called over HTTP and knows things by their ids. */
export class RealShop {
  private readonly orders: number[] = [];
  private readonly intents: { id: string; secret: string }[] = [];
  private readonly coupons: { id: number; code: string }[] = [];
  private copies = 0;

  private constructor(
    private readonly shoppers: readonly Shopper[],
    private readonly admin: Shopper,
    private readonly wallets: readonly number[],
    private readonly goods: readonly Goods[],
  ) {}

  /** Everything in it is new: people, goods, coupons. */
  static async open(): Promise<RealShop> {
    worlds += 1;
    const shoppers = [await given.shopper({ balance: FIRST_BALANCE }), await given.shopper()];
    for (const shopper of shoppers) await shopper.balance();
    const admin = await given.admin();
    const walletsNow = await lastWallets(admin);
    const wallets = shoppers.map(
      ({ username }) => walletsNow.find((one) => one.user_info.username === username)?.id ?? 0,
    );
    const real = new RealShop(shoppers, admin, wallets, await someGoods());
    for (const [place, terms] of FIRST_TERMS.entries()) await real.send({ do: 'save coupon', coupon: place, terms });
    return real;
  }

  /** Closes the open intents, so that the reconciler of the next world does not check them. */
  async close(): Promise<void> {
    const ids = this.intents.map(({ id }) => id);
    await shop().db.query(
      `WITH closed AS (UPDATE payment_intents SET closed_at = now()
         WHERE id = ANY ($1) AND settled_at IS NULL AND closed_at IS NULL RETURNING id)
       UPDATE wallet_transactions SET status = 'CANCELLED' WHERE payment_intent_id IN (SELECT id FROM closed)`,
      [ids],
    );
    await shop().db.query('DELETE FROM sandbox.events');
  }

  /** Prepares a call that is sent at once with others. */
  async prepare(call: Call): Promise<void> {
    if (call.do !== 'expire' || !call.isOverdue) return;
    await shop().db.query('UPDATE orders SET created_at = $2 WHERE id = $1', [
      this.orderId(call.order),
      new Date(Date.now() - 2 * DAY_MS),
    ]);
  }

  /** Sends a call to the shop. */
  async send(call: Call): Promise<Answer> {
    switch (call.do) {
      case 'deposit':
        return this.intentOf(await this.post(call, '/api/paybox/deposit/', { amount: call.amount }));
      case 'confirm deposit':
        return only(
          await this.post(call, '/api/paybox/deposit/confirm/', { payment_intent_id: this.intentId(call.intent) }),
        );
      case 'place':
        return this.placed(await this.post(call, '/api/placeorder/', this.orderForm(call)));
      case 'pay from wallet':
        return only(await this.post(call, '/api/paybox/payment/', { order_id: this.orderId(call.order) }));
      case 'ask for card form':
        return this.intentOf(await this.post(call, '/api/stripe-payment/', { order: this.orderId(call.order) }));
      case 'charge card':
        return only(await confirmCard(this.intents[call.intent]?.secret ?? '', call.card));
      case 'confirm card':
        return only(
          await this.post(call, `/api/orders/${this.orderId(call.order)}/pay/`, {
            payment_intent: this.intentId(call.intent),
          }),
        );
      case 'refund at provider':
        return only(await atProvider('refunds', this.chargebackForm(call)));
      case 'fail refund':
        return only(await atProvider(`refunds/${await this.chargebackId('refund', call.refund)}/fail`));
      case 'dispute':
        return only(
          await atProvider('disputes', { ...this.chargebackForm(call), ...(call.isInquiry && { is_inquiry: 'true' }) }),
        );
      case 'decide dispute': {
        const evidence = { 'evidence[uncategorized_text]': `${call.evidence}_evidence` };
        return only(await atProvider(`disputes/${await this.chargebackId('dispute', call.dispute)}`, evidence));
      }
      case 'send webhook':
        return this.sendWebhook(call);
      case 'reconcile':
        await sweepCards();
        return { status: 204 };
      case 'backfill':
        await backfill().read();
        return { status: 204 };
      case 'cancel':
        return only(await this.post(call, `/api/orders/${this.orderId(call.order)}/cancel/`));
      case 'expire':
        await this.prepare(call);
        await shop().app.get(OrderExpiry).expire(this.orderId(call.order));
        return { status: 204 };
      case 'send':
        return only(await this.admin.put(`/api/admin/orders/${this.orderId(call.order)}/parcel/`, PARCEL));
      case 'undo send':
        return only(await this.admin.delete(`/api/admin/orders/${this.orderId(call.order)}/parcel/`));
      case 'deliver':
        return only(await this.admin.patch(`/api/orders/${this.orderId(call.order)}/`, { isDelivered: true }));
      case 'request refund': {
        const body = { order_id: this.orderId(call.order), reason: call.reason };
        return only(await this.post(call, '/api/paybox/refund-request/', body));
      }
      case 'approve':
        return only(await this.admin.post(`/api/admin/paybox/refund/${this.orderId(call.order)}/approve/`));
      case 'reject':
        return only(await this.admin.delete(`/api/admin/paybox/refund/${this.orderId(call.order)}/reject/`));
      case 'refund by shop': {
        const path = `/api/admin/orders/${this.orderId(call.order)}/refund/`;
        return only(await this.admin.post(path, { reason: 'Hàng hỏng' }));
      }
      case 'delete request':
        return only(await this.admin.delete(`/api/admin/paybox/refund/${this.orderId(call.order)}/delete/`));
      case 'check coupon':
        return offer(
          await this.post(call, '/api/coupons/check/', { code: this.codeOf(call.coupon), total_price: call.sum }),
        );
      case 'save coupon':
        return this.saveCoupon(call);
      case 'delete coupon':
        return this.deleteCoupon(call.coupon);
      case 'close account':
        return only(await this.admin.delete(`/auth/users/${this.shoppers[call.of]?.id ?? NOBODYS}/`));
      case 'set wallet':
        return only(
          await this.admin.patch(`/api/admin/paybox/wallets/${this.wallets[call.of]}/`, { is_active: call.isActive }),
        );
    }
  }

  /** The view of everything, by the API. */
  async view(): Promise<View> {
    const products = await Promise.all(
      [...new Set(this.goods.map(({ id }) => id))].map(async (id) =>
        answer(await visitor().get(`/api/products/${id}/`), Product),
      ),
    );
    const orders = await Promise.all(this.orders.map((id) => this.admin.order(id)));
    const wallets = await lastWallets(this.admin);
    const owed = this.wallets.map((id) => wallets.find((wallet) => wallet.id === id)?.owed ?? NaN);
    const coupons = answer(await this.admin.get('/api/coupons/?page=1&page_size=10'), pageSchema(ListedCoupon)).results;
    return {
      wallets: await Promise.all(this.shoppers.map((shopper, place) => this.walletOf(shopper, owed[place] ?? NaN))),
      orders: orders.map((order) => this.seen(order)),
      stock: this.goods.map(({ id, variant_id }) => {
        const product = products.find((one) => one.id === id);
        const variant = product?.variants.find((one) => one.id === variant_id);
        return (variant_id ? variant?.stock_quantity : product?.countInStock) ?? -1;
      }),
      sold: products.map((product) => product.total_sold),
      couponUses: this.coupons.map(({ id }) => coupons.find((coupon) => coupon.id === id)?.used_count ?? null),
    };
  }

  private async post(call: Call & { by: number }, path: string, body?: object): Promise<Response> {
    const shopper = this.shoppers[call.by];
    if (!shopper) throw new Error(`There is no shopper ${call.by}`);
    return shopper.post(path, body, 'key' in call && call.key ? { 'Idempotency-Key': call.key } : {});
  }

  private orderId = (place: number) => this.orders[place] ?? NOBODYS;
  private intentId = (place: number) => this.intents[place]?.id ?? 'pi_nobodys';
  private codeOf = (place: number) => this.coupons[place]?.code ?? '';

  private orderForm({ lines, coupon, total }: Call & { do: 'place' }) {
    const [shirt] = this.goods.filter(({ variant_id }) => variant_id);
    const goodsOf = (thing: number) => {
      if (thing === NO_VARIANT) return { id: shirt?.id };
      return thing === NO_PRODUCT ? { id: NOBODYS } : this.goods[thing];
    };
    return {
      orderItems: lines.map(({ thing, qty }) => ({ ...goodsOf(thing), qty })),
      shippingAddress: { address: '1 Lê Lợi', city: 'Huế', postalCode: '530000', country: 'Việt Nam' },
      paymentMethod: 'Paybox',
      totalPrice: total,
      // Codes are the same whatever their case.
      coupon_code: coupon === null ? undefined : this.codeOf(coupon).toLowerCase(),
    };
  }

  private placed(reply: Response): Answer {
    if (reply.status !== 201) return only(reply);
    return { status: 201, is: placeIn(this.orders, answer(reply, Placed, 201).id) };
  }

  private intentOf(reply: Response): Answer {
    if (reply.status !== 200) return only(reply);
    const secret =
      'paymentIntentId' in reply.body
        ? answer(reply, DepositIntent).clientSecret
        : answer(reply, CardIntent).clientSecret;
    const id = secret.split('_secret_')[0] ?? '';
    const known = this.intents.findIndex((intent) => intent.id === id);
    return { status: 200, is: known === -1 ? this.intents.push({ id, secret }) - 1 : known };
  }

  private chargebackForm({ intent, amount }: { intent: number; amount: number | null }) {
    return { payment_intent: this.intentId(intent), ...(amount && { amount: String(amount) }) };
  }

  /** The provider's id of the refund or dispute that was made in this place. */
  private async chargebackId(what: 'refund' | 'dispute', place: number): Promise<string> {
    const [row]: { id: string }[] = await shop().db.query(
      `SELECT id FROM sandbox.${what}s WHERE payment_intent_id = ANY ($1) ORDER BY sequence OFFSET greatest($2, 0) LIMIT 1`,
      [this.intents.map(({ id }) => id), place],
    );
    return (place >= 0 && row?.id) || 'nobodys';
  }

  /** Sends one of the provider's events to the webhook. */
  private async sendWebhook({ event, as }: Call & { do: 'send webhook' }): Promise<Answer> {
    const [row]: { payload: string }[] = await shop().db.query(
      `SELECT payload FROM (SELECT sequence, payload, payload::jsonb AS event FROM sandbox.events) sent
       WHERE event ->> 'type' = $1
         AND $2 IN (event -> 'data' -> 'object' ->> 'id', event -> 'data' -> 'object' ->> 'payment_intent')
       ORDER BY sequence OFFSET $3 LIMIT 1`,
      [event.type, this.intentId(event.intent), event.nth],
    );
    if (!row) throw new Error(`The provider has no such event: ${JSON.stringify(event)}`);
    const payload = JSON.parse(row.payload) as { id: string };
    if (as === 'copy') payload.id += `_${(this.copies += 1)}`;
    const body = JSON.stringify(payload);
    const secret = as === 'forged' ? 'whsec_of_a_thief' : cardKeys(shop().app.get(Config)).webhookSecret;
    return only(await visitor().post('/api/stripe-webhook/', body, { 'Stripe-Signature': signature(body, secret) }));
  }

  private async saveCoupon({ coupon: place, terms }: Call & { do: 'save coupon' }): Promise<Answer> {
    const code = `Mã-${worlds}-${place}`;
    const known = this.coupons[place];
    const reply = known?.id
      ? await this.admin.put(`/api/coupons/${known.id}/`, couponForm(code, terms))
      : await this.admin.post('/api/coupons/', couponForm(code, terms));
    if (reply.status < 300) this.coupons[place] = { id: answer(reply, Coupon, reply.status).id, code };
    return only(reply);
  }

  private async deleteCoupon(place: number): Promise<Answer> {
    const { id = 0, code = '' } = this.coupons[place] ?? {};
    const reply = await this.admin.delete(`/api/coupons/${id || NOBODYS}/`);
    this.coupons[place] = { id: 0, code };
    return only(reply);
  }

  private async walletOf(shopper: Shopper, owed: number): Promise<View['wallets'][number]> {
    const { balance, is_active } = answer(await shopper.get('/api/paybox/wallet/'), Wallet);
    const lines = answer(await shopper.get('/api/paybox/transactions/'), WalletTransaction.array());
    return {
      balance,
      owed,
      isActive: is_active,
      statement: lines.map((line) => ({
        type: line.transaction_type,
        amount: line.amount,
        status: line.status,
        balanceAfter: line.balance_after,
        order: line.order_info && this.orders.indexOf(line.order_info.id),
      })),
    };
  }

  private seen(order: Order): SeenOrder {
    const { status, itemsPrice, shippingPrice, taxPrice, discount, totalPrice, notice, paymentMethod } = order;
    const { isPaid, isDelivered, isRefunded, isCancelled, refundedToCard, refundedToWallet, leftToRefund } = order;
    return {
      ...{ refundedToCard, refundedToWallet, leftToRefund },
      ...{ status, paymentMethod, itemsPrice, shippingPrice, taxPrice, discount, totalPrice },
      ...{ isPaid, isSent: order.parcel !== null, isDelivered, isRefunded, isCancelled, hasNotice: notice !== null },
      ...(order.refund_request && { isApproved: order.refund_request.isApproved }),
      lines: order.orderItems.map(({ product, variant_info, qty }) => ({
        thing: this.goods.findIndex((one) => one.id === product && one.variant_id === variant_info?.id),
        qty,
      })),
    };
  }
}

/** The wallets that changed last, as the back office sees them. */
const lastWallets = async (admin: Shopper): Promise<AdminWallet[]> =>
  answer(await admin.get('/api/admin/paybox/wallets/?page=1&page_size=10'), pageSchema(AdminWallet)).results;

const only = ({ status }: Response): Answer => ({ status });

const offer = (reply: Response): Answer =>
  reply.status === 200 ? { status: 200, discount: answer(reply, CouponOffer).discount_amount } : only(reply);

/** The place of an id, which is the last one's if it is new. */
function placeIn(ids: number[], id: number): number {
  const known = ids.indexOf(id);
  return known === -1 ? ids.push(id) - 1 : known;
}

/** https://docs.stripe.com/webhooks#verify-manually */
function signature(body: string, secret: string): string {
  const time = Math.floor(Date.now() / 1_000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

function couponForm(code: string, { discount, min, usageLimit, perUserLimit, state }: CouponTerms) {
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const [from, to] = { holds: [-1, 1], off: [-1, 1], ended: [-2, -1], 'not yet': [1, 2] }[state];
  return {
    code,
    discount_amount: discount,
    min_order_amount: min,
    valid_from: inDays(from ?? 0),
    valid_to: inDays(to ?? 0),
    is_active: state !== 'off',
    usage_limit: usageLimit,
    per_user_limit: perUserLimit,
  };
}

async function someGoods(): Promise<Goods[]> {
  const [first, ...others] = THINGS;
  const goods: Goods[] = [{ id: await given.product(first) }];
  let shirt: { product: number; variant: number } | undefined;
  for (const thing of others) {
    if (thing.product === 2) goods.push({ id: await given.product(thing) });
    else if (shirt) goods.push({ id: shirt.product, variant_id: await anotherVariant(shirt.variant, thing) });
    else {
      shirt = await given.variant(thing);
      goods.push({ id: shirt.product, variant_id: shirt.variant });
    }
  }
  return goods;
}

/** One of the same product and colour. @returns its id */
async function anotherVariant(variant: number, { price, stock }: { price: number; stock: number }): Promise<number> {
  const [row]: { id: number }[] = await changeCatalogue(
    `WITH size AS (INSERT INTO sizes (name) VALUES ('L') ON CONFLICT (name_key) DO UPDATE SET position = 1 RETURNING id)
     INSERT INTO variants (product_id, color_id, size_id, price, stock_quantity)
     SELECT v.product_id, v.color_id, size.id, $2, $3 FROM variants v, size WHERE v.id = $1 RETURNING id`,
    [variant, price, stock],
  );
  return row?.id ?? 0;
}
