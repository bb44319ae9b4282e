import type { PaymentMethod } from '../../../src/contract/rules.js';
import {
  FIRST_BALANCE,
  FIRST_TERMS,
  NO_PRODUCT,
  NO_VARIANT,
  THINGS,
  type Answer,
  type Call,
  type CouponTerms,
  type Line,
  type ProviderEvent,
  type SeenOrder,
  type StatementLine,
  type View,
} from './calls.js';
import { ProviderModel, isAboutChargebacks, type Chargeback } from './provider-model.js';
import { Refused, refuseIf } from './refused.js';

interface Order {
  by: number;
  /** The pages of the model choose the wallet for all of them. */
  paymentMethod: PaymentMethod;
  lines: Line[];
  itemsPrice: number;
  shippingPrice: number;
  taxPrice: number;
  discount: number;
  totalPrice: number;
  isPaid: boolean;
  isSent: boolean;
  isDelivered: boolean;
  isRefunded: boolean;
  isCancelled: boolean;
  /** Of its total: what the card has of it, what the wallet got of it, and what the shop still holds. */
  refundedToCard: number;
  refundedToWallet: number;
  /** What the shop regained by a successful appeal after the order was refunded. */
  regained: number;
  leftToRefund: number;
  /** Whether an administrator's refund paid something to the wallet. */
  isPaidBack: boolean;
  request: 'none' | 'pending' | 'approved' | 'rejected';
  hasNotice: boolean;
}

interface Wallet {
  balance: number;
  /** The part of chargebacks that the wallet could not pay. */
  owed: number;
  isActive: boolean;
  /** Oldest first. A pending deposit names its intent. */
  statement: (StatementLine & { intent?: number })[];
}

/** The orders that use a coupon, by their places. */
interface Coupon {
  terms: CouponTerms;
  uses: number[];
}

const SHIPPING_ABOVE = 1_000_000;
const FREE_FROM = 2_000_000;
const SHIPPING_FEE = 100_000;
const MAX_BY_CARD = 99_999_999;
const MIN_DEPOSIT = 10_000;
const MAX_PIECES = 999;

/**
 * The rules of the shop in plain data, for one caller at a time: what each call answers, and what it changes. Written from
 * the contract, not from the code that it is compared with.
 */
export class ShopModel extends ProviderModel {
  private wallets: Wallet[] = [wallet(FIRST_BALANCE), wallet(0)];
  private stock: number[] = THINGS.map(({ stock }) => stock);
  private sold: number[] = [0, 0, 0];
  private coupons: (Coupon | null)[] = FIRST_TERMS.map((terms) => ({ terms, uses: [] }));
  private keys: Record<string, { request: string; answer: Answer }> = {};
  private checks = 0;
  /** Events that the shop has received. */
  private received: string[] = [];

  readonly orders: Order[] = [];
  /**
   * A request for the card form may be late: the order is unpaid when the shop reads it, but paid or cancelled when the
   * provider has answered. A charge that the shop learns of by this is booked all the same.
   */
  hasLateForms = false;
  /** The last call that had a key. */
  lastKeyed: Call | null = null;

  copy(): ShopModel {
    return Object.assign(new ShopModel(), structuredClone({ ...this }));
  }

  /** Answers a call, and changes as the shop must. */
  answer(call: Call): Answer {
    try {
      if (!('key' in call) || call.key === null) return this.act(call);
      this.lastKeyed = call;
      return this.withIdempotencyKey(`${call.by} ${call.key}`, call);
    } catch (error) {
      if (error instanceof Refused) return { status: error.status };
      throw error;
    }
  }

  /** The same key and request return the first answer. A refused request is not stored. */
  private withIdempotencyKey(key: string, call: Call): Answer {
    this.validate(call);
    const request = JSON.stringify(call);
    const earlier = this.keys[key];
    refuseIf(earlier !== undefined && earlier.request !== request, 409);
    if (earlier) return earlier.answer;
    const answer = this.act(call);
    this.keys[key] = { request, answer };
    return answer;
  }

  /** Refuses what is invalid in any state of the shop. */
  private validate(call: Call): void {
    if (call.do === 'deposit') refuseIf(call.amount < MIN_DEPOSIT || call.amount > MAX_BY_CARD, 400);
    if (call.do === 'request refund') refuseIf(call.reason.trim() === '', 400);
    if (call.do === 'place') {
      refuseIf(call.total < 0 || call.lines.some(({ qty }) => qty < 1 || qty > MAX_PIECES), 400);
    }
  }

  private act(call: Call): Answer {
    this.validate(call);
    switch (call.do) {
      case 'deposit':
        return this.deposit(call);
      case 'confirm deposit':
        return this.confirmDeposit(call);
      case 'place':
        return this.place(call);
      case 'pay from wallet':
        return this.payFromWallet(call);
      case 'ask for card form':
        return this.askForCardForm(call);
      case 'charge card':
        return this.chargeCard(call);
      case 'confirm card':
        return this.confirmCard(call);
      case 'refund at provider':
        return this.refundAtProvider(call);
      case 'fail refund':
        return this.failRefund(call);
      case 'dispute':
        return this.dispute(call);
      case 'decide dispute':
        return this.decide(call);
      case 'send webhook':
        return this.sendWebhook(call);
      case 'reconcile':
        return this.reconcile();
      case 'backfill':
        return this.backfill();
      case 'cancel':
        return this.cancel(this.own(call));
      case 'expire':
        return this.expire(call);
      case 'send':
        return this.sendParcel(this.any(call));
      case 'undo send':
        return this.takeParcelBack(this.any(call));
      case 'deliver':
        return this.deliver(this.any(call));
      case 'request refund':
        return this.requestRefund(this.own(call));
      case 'approve':
        return this.approve(this.requested(call));
      case 'reject':
        return this.reject(this.requested(call));
      case 'refund by shop':
        return this.refundByShop(this.any(call));
      case 'delete request':
        this.requested(call).request = 'none';
        return { status: 204 };
      case 'check coupon':
        return { status: 200, discount: this.discount(call) };
      case 'save coupon':
        return this.saveCoupon(call);
      case 'delete coupon':
        refuseIf(!this.coupons[call.coupon], 404);
        this.coupons[call.coupon] = null;
        return { status: 204 };
      case 'close account':
        if (!this.keepsOpen(call.of)) throw new Error('Who closes an account ends the world');
        return { status: 409 };
      case 'set wallet':
        this.walletOf(call.of).isActive = call.isActive;
        return { status: 200 };
    }
  }

  // Orders

  /** The price of an order of these lines. An invalid coupon is refused. */
  price(by: number, lines: readonly Line[], coupon: number | null) {
    const itemsPrice = lines.reduce((sum, { thing, qty }) => sum + (THINGS[thing]?.price ?? 0) * qty, 0);
    const shippingPrice = itemsPrice <= SHIPPING_ABOVE || itemsPrice >= FREE_FROM ? 0 : SHIPPING_FEE;
    const taxPrice = Math.floor((itemsPrice * 5 + 50) / 100);
    const sum = itemsPrice + shippingPrice + taxPrice;
    const discount = coupon === null ? 0 : this.discount({ by, coupon, sum });
    return { itemsPrice, shippingPrice, taxPrice, discount, totalPrice: sum - discount };
  }

  /** The total that a page would send: without the coupon when that is invalid. */
  total(by: number, lines: readonly Line[], coupon: number | null): number {
    try {
      return this.price(by, lines, coupon).totalPrice;
    } catch (error) {
      if (error instanceof Refused) return this.price(by, lines, null).totalPrice;
      throw error;
    }
  }

  private place({ by, lines: wanted, coupon, total }: Call & { do: 'place' }): Answer {
    const lines = summed(wanted);
    refuseIf(
      lines.some(({ thing, qty }) => thing === NO_VARIANT || thing === NO_PRODUCT || qty > MAX_PIECES),
      400,
    );
    const prices = this.price(by, lines, coupon);
    refuseIf(prices.totalPrice !== total, 409);
    refuseIf(
      lines.some(({ thing, qty }) => (this.stock[thing] ?? 0) < qty),
      409,
    );

    this.moveStock(lines, -1);
    const state = { isPaid: false, isSent: false, isDelivered: false, isRefunded: false, isCancelled: false };
    const back = {
      refundedToCard: 0,
      refundedToWallet: 0,
      regained: 0,
      leftToRefund: 0,
      isPaidBack: false,
      hasNotice: false,
    };
    const order: Order = { by, paymentMethod: 'Paybox', lines, ...prices, ...state, ...back, request: 'none' };
    this.orders.push(order);
    if (coupon !== null) this.coupons[coupon]?.uses.push(this.orders.length - 1);
    if (order.totalPrice === 0) this.markPaid(order);
    return { status: 201, is: this.orders.length - 1 };
  }

  private cancel(order: Order): Answer {
    refuseIf(order.isPaid || order.isCancelled, 409);
    order.isCancelled = true;
    this.moveStock(order.lines, 1);
    for (const coupon of this.coupons)
      if (coupon) coupon.uses = coupon.uses.filter((use) => this.orders[use] !== order);
    return { status: 200 };
  }

  private expire({ order: place, isOverdue }: Call & { do: 'expire' }): Answer {
    const order = this.any({ order: place });
    if (isOverdue && !order.isPaid && !order.isCancelled) this.cancel(order);
    return { status: 204 };
  }

  /** The same parcel again changes nothing. */
  private sendParcel(order: Order): Answer {
    refuseIf(!order.isPaid || order.isDelivered || order.isRefunded, 409);
    refuseIf(!order.isSent && order.request === 'pending', 409);
    order.isSent = true;
    return { status: 200 };
  }

  /** The goods of a refunded order come back to stock by it. */
  private takeParcelBack(order: Order): Answer {
    refuseIf(!order.isSent || order.isDelivered, 409);
    order.isSent = false;
    if (order.isRefunded) this.moveStock(order.lines, 1);
    return { status: 200 };
  }

  private deliver(order: Order): Answer {
    refuseIf(!order.isPaid || order.isDelivered || (order.isRefunded && !order.isSent), 409);
    order.isDelivered = true;
    return { status: 200 };
  }

  private markPaid(order: Order): void {
    order.isPaid = true;
    order.leftToRefund = order.totalPrice;
    this.countSold(order.lines, 1);
  }

  // Refunds

  private requestRefund(order: Order): Answer {
    refuseIf(!order.isPaid || order.isRefunded || order.request !== 'none', 409);
    order.request = 'pending';
    return { status: 201 };
  }

  private approve(order: Order): Answer {
    refuseIf(order.request !== 'pending' || this.isDisputed(order), 409);
    order.request = 'approved';
    return this.refundToWallet(order);
  }

  private refundByShop(order: Order): Answer {
    refuseIf(!order.isPaid || order.isRefunded || order.request === 'pending' || this.isDisputed(order), 409);
    return this.refundToWallet(order);
  }

  private refundToWallet(order: Order): Answer {
    this.endOrder(order);
    this.payIn(order.by, order.leftToRefund, order);
    order.refundedToWallet += order.leftToRefund;
    order.isPaidBack = order.leftToRefund > 0;
    order.leftToRefund = 0;
    return { status: 200 };
  }

  /** Whether the shop knows of a dispute, or of an inquiry, that is not decided. */
  private isDisputed(order: Order): boolean {
    return this.disputes.some(
      (one) =>
        (one.stage === 'pending' || one.stage === 'funds_withdrawn') &&
        this.orders[this.intentOf(one).order ?? -1] === order,
    );
  }

  private endOrder(order: Order): void {
    order.isRefunded = true;
    this.countSold(order.lines, -1);
    if (!order.isSent && !order.isDelivered) this.moveStock(order.lines, 1);
  }

  private reject(order: Order): Answer {
    refuseIf(order.request !== 'pending', 409);
    order.request = 'rejected';
    return { status: 204 };
  }

  // Money

  private payFromWallet(call: Call & { do: 'pay from wallet' }): Answer {
    const order = this.own(call);
    const { isActive, balance } = this.walletOf(call.by);
    refuseIf(order.isPaid || order.isCancelled, 409);
    refuseIf(!isActive, 403);
    refuseIf(balance < order.totalPrice, 400);
    this.markPaid(order);
    this.moveMoney(call.by, 'PAYMENT', -order.totalPrice, order);
    return { status: 200 };
  }

  private deposit({ by, amount }: Call & { do: 'deposit' }): Answer {
    refuseIf(!this.walletOf(by).isActive, 403);
    const is = this.newIntent({ by, order: null, amount });
    const line = { type: 'DEPOSIT', amount, status: 'PENDING', balanceAfter: null, order: null, intent: is };
    this.walletOf(by).statement.push(line);
    return { status: 200, is };
  }

  private confirmDeposit({ by, intent: place }: Call & { do: 'confirm deposit' }): Answer {
    const intent = this.intents[place];
    if (!intent || intent.by !== by || intent.order !== null) throw new Refused(404);
    refuseIf(intent.state !== 'charged', 400);
    this.book(place);
    return { status: 200 };
  }

  private askForCardForm(call: Call & { do: 'ask for card form' }): Answer {
    const order = this.own(call);
    const known = this.intents.findIndex((intent) => intent.order === call.order);
    const isCharged = this.intents[known]?.state === 'charged';
    if (!(this.hasLateForms && isCharged)) refuseIf(order.isPaid || order.isCancelled, 409);
    refuseIf(order.totalPrice > MAX_BY_CARD, 400);
    if (known === -1) {
      return { status: 200, is: this.newIntent({ by: call.by, order: call.order, amount: order.totalPrice }) };
    }
    if (!isCharged) return { status: 200, is: known };
    // Charged already, which the shop learns by this.
    this.book(known);
    return { status: 409 };
  }

  private confirmCard(call: Call & { do: 'confirm card' }): Answer {
    this.own(call);
    const intent = this.intents[call.intent];
    refuseIf(intent?.order !== call.order || intent.state !== 'charged', 400);
    this.book(call.intent);
    return { status: 200 };
  }

  /** Events about chargebacks that the shop has not received. */
  get missed(): ProviderEvent[] {
    return this.events.filter((event) => isAboutChargebacks(event) && !this.received.includes(nameOf(event)));
  }

  private backfill(): Answer {
    for (const event of this.missed) this.sendWebhook({ do: 'send webhook', event, as: 'original' });
    return { status: 204 };
  }

  /** An event about a chargeback, or a copy of it, only makes the shop read the provider; a charge is booked once. */
  private sendWebhook({ event, as }: Call & { do: 'send webhook' }): Answer {
    refuseIf(as === 'forged', 400);
    const isCopy = as === 'original' && this.received.includes(nameOf(event));
    if (as === 'original' && !isCopy) this.received.push(nameOf(event));
    if (isAboutChargebacks(event)) this.refreshChargebacks(event.intent);
    else if (event.type === 'payment_intent.succeeded' && !isCopy) this.book(event.intent);
    return { status: 200 };
  }

  /** The payment reconciler checks every open intent, the one checked longest ago first. */
  private reconcile(): Answer {
    const open = this.intents.filter(({ state, isBooked }) => !isBooked && state !== 'canceled');
    for (const intent of open.sort((a, b) => a.checkedAt - b.checkedAt)) {
      const place = this.intents.indexOf(intent);
      intent.checkedAt = this.checks += 1;
      if (intent.state === 'charged') this.book(place);
      else if (intent.order !== null && !this.isUnpaid(intent.order)) {
        intent.state = 'canceled';
        this.happened(place, 'payment_intent.canceled');
      }
    }
    return { status: 204 };
  }

  /** Books a charge once: for its order, or to the buyer's wallet when the order is paid or cancelled. */
  private book(place: number): void {
    const intent = this.intents[place];
    if (!intent || intent.isBooked) return;
    intent.isBooked = true;
    const order = intent.order === null ? null : this.any({ order: intent.order });
    if (!order) this.completeDeposit(intent.by, place);
    else if (!order.isPaid && !order.isCancelled) {
      intent.isSale = true;
      order.paymentMethod = 'Stripe';
      this.markPaid(order);
    } else {
      this.payIn(order.by, intent.amount, order);
      order.hasNotice = true;
    }
  }

  private completeDeposit(by: number, intent: number): void {
    const { statement } = this.walletOf(by);
    const at = statement.findIndex((pending) => pending.intent === intent);
    const [line] = at === -1 ? [] : statement.splice(at, 1);
    if (!line) throw new Error('A deposit stands on the statement from its beginning');
    // It stands where its money moved.
    statement.push(line);
    this.walletOf(by).balance += line.amount;
    line.status = 'COMPLETED';
    line.balanceAfter = this.walletOf(by).balance;
    this.payDebt(by, line.amount);
  }

  private payIn(of: number, amount: number, order: Order): void {
    this.moveMoney(of, 'REFUND', amount, order);
    this.payDebt(of, amount);
  }

  /** Money that comes into a wallet pays its owner's debt first. */
  private payDebt(of: number, amount: number): void {
    const due = Math.min(this.walletOf(of).owed, amount);
    this.walletOf(of).owed -= due;
    this.moveMoney(of, 'TRANSFER', -due, null);
  }

  /** @param amount what the wallet gets; below zero, what it gives */
  private moveMoney(of: number, type: 'PAYMENT' | 'REFUND' | 'TRANSFER', amount: number, order: Order | null): void {
    if (amount === 0) return;
    const wallet = this.walletOf(of);
    wallet.balance += amount;
    const place = order && this.orders.indexOf(order);
    const line = { type, amount: Math.abs(amount), status: 'COMPLETED', balanceAfter: wallet.balance, order: place };
    wallet.statement.push(line);
  }

  /** Whether money, goods or a refund are on the way to somebody, or from them. */
  keepsOpen(of: number): boolean {
    const { balance, owed } = this.walletOf(of);
    const isOpen = (order: Order) =>
      order.by === of && (order.request === 'pending' || (order.isPaid && !order.isDelivered && !order.isRefunded));
    const mayBePaid = this.intents.some(
      ({ by, order, state, isBooked }) =>
        by === of && order !== null && state !== 'canceled' && !isBooked && this.isUnpaid(order),
    );
    return balance > 0 || owed > 0 || mayBePaid || this.orders.some(isOpen);
  }

  // Chargebacks

  private refreshChargebacks(place: number): void {
    this.book(place);
    for (const one of [...this.refunds, ...this.disputes]) if (one.intent === place) this.bookChargeback(one);
  }

  private bookChargeback(one: Chargeback): void {
    const { stage: before } = one;
    one.stage = stageOf(one);
    if (one.stage === before) return;
    if (one.stage === 'lost') this.debitChargeback(one);
    if (one.stage === 'funds_reinstated') this.creditChargeback(one);
    const order = this.orders[this.intents[one.intent]?.order ?? -1];
    const isSilent = one.stage === 'pending' || (one.stage === 'void' && before !== 'funds_withdrawn');
    if (order && !isSilent) order.hasNotice = true;
  }

  /** Taken from what the shop holds of the order, then from the wallet's balance; the rest is owed. */
  private debitChargeback(chargeback: Chargeback): void {
    const { by, order: place, isSale } = this.intentOf(chargeback);
    const order = this.orders[place ?? -1] ?? null;
    const held = order && isSale ? order.leftToRefund + order.regained : 0;
    chargeback.ofSale = Math.min(held, chargeback.amount);
    if (order && chargeback.ofSale > 0) {
      order.refundedToCard += chargeback.ofSale;
      if (order.isRefunded) order.regained -= chargeback.ofSale;
      else order.leftToRefund -= chargeback.ofSale;
      if (order.leftToRefund === 0 && !order.isRefunded) {
        this.endOrder(order);
        if (order.request === 'pending') order.request = 'approved';
      }
    }
    const ofWallet = Math.min(chargeback.amount - chargeback.ofSale, this.walletOf(by).balance);
    this.moveMoney(by, 'TRANSFER', -ofWallet, order);
    this.walletOf(by).owed += chargeback.amount - chargeback.ofSale - ofWallet;
  }

  /**
   * A reinstated dispute of an order is the shop's, unless the order ended with its goods in the shop, or an administrator refunded it.
   * Other money pays the debt first, then goes to the wallet.
   */
  private creditChargeback(chargeback: Chargeback): void {
    const { by, order: place } = this.intentOf(chargeback);
    const order = this.orders[place ?? -1] ?? null;
    if (order) order.refundedToCard -= chargeback.ofSale;
    const isOwedWhole = order?.isRefunded && ((!order.isSent && !order.isDelivered) || order.isPaidBack);
    const isShops = chargeback.is === 'dispute' && !isOwedWhole;
    if (order && !isShops) order.refundedToWallet += chargeback.ofSale;
    if (order?.isRefunded && isShops) order.regained += chargeback.ofSale;
    const due = chargeback.amount - (isShops ? chargeback.ofSale : 0);
    const settled = Math.min(due, this.walletOf(by).owed);
    this.walletOf(by).owed -= settled;
    this.moveMoney(by, 'REFUND', due - settled, order);
  }

  private intentOf({ intent }: Chargeback) {
    const intentNow = this.intents[intent];
    if (!intentNow) throw new Error(`There is no intent ${intent}`);
    return intentNow;
  }

  // Coupons

  /** The discount of a coupon on a sum. */
  private discount({ by, coupon: place, sum }: { by: number; coupon: number; sum: number }): number {
    const coupon = this.coupons[place];
    if (!coupon) throw new Refused(400);
    const { state, min, usageLimit, perUserLimit, discount } = coupon.terms;
    refuseIf(state !== 'holds' || sum < min, 400);
    refuseIf(usageLimit !== null && coupon.uses.length >= usageLimit, 400);
    refuseIf(perUserLimit !== null && this.usesBy(coupon, by) >= perUserLimit, 400);
    return Math.min(discount, sum);
  }

  /** Limits cannot fall below what was used already. A deleted coupon is made again, unused. */
  private saveCoupon({ coupon: place, terms }: Call & { do: 'save coupon' }): Answer {
    const { uses = [] } = this.coupons[place] ?? {};
    const maxUses = Math.max(...this.wallets.map((_, by) => this.usesBy({ uses }, by)));
    refuseIf((terms.usageLimit ?? Infinity) < uses.length || (terms.perUserLimit ?? Infinity) < maxUses, 400);
    const status = this.coupons[place] ? 200 : 201;
    this.coupons[place] = { terms, uses };
    return { status };
  }

  private usesBy({ uses }: Pick<Coupon, 'uses'>, by: number): number {
    return uses.filter((use) => this.orders[use]?.by === by).length;
  }

  // View

  view(): View {
    return {
      wallets: this.wallets.map(({ statement, ...wallet }) => ({
        ...wallet,
        statement: statement.map(({ intent: _, ...line }) => line).reverse(),
      })),
      orders: this.orders.map(seen),
      stock: this.stock,
      sold: this.sold,
      couponUses: this.coupons.map((coupon) => coupon && coupon.uses.length),
    };
  }

  private walletOf(shopper: number): Wallet {
    const found = this.wallets[shopper];
    if (!found) throw new Error(`There is no shopper ${shopper}`);
    return found;
  }

  private any({ order: place }: { order: number }): Order {
    const order = this.orders[place];
    if (!order) throw new Refused(404);
    return order;
  }

  private own(call: { by: number; order: number }): Order {
    const order = this.any(call);
    refuseIf(order.by !== call.by, 404);
    return order;
  }

  private requested(call: { order: number }): Order {
    const order = this.any(call);
    refuseIf(order.request === 'none', 404);
    return order;
  }

  private isUnpaid(place: number): boolean {
    const { isPaid, isCancelled } = this.any({ order: place });
    return !isPaid && !isCancelled;
  }

  private moveStock(lines: Line[], direction: 1 | -1): void {
    for (const { thing, qty } of lines) this.stock[thing] = (this.stock[thing] ?? 0) + direction * qty;
  }

  private countSold(lines: Line[], direction: 1 | -1): void {
    for (const { thing, qty } of lines) {
      const product = THINGS[thing]?.product ?? 0;
      this.sold[product] = (this.sold[product] ?? 0) + direction * qty;
    }
  }
}

const nameOf = (event: ProviderEvent): string => JSON.stringify(event);

function wallet(balance: number): Wallet {
  const line = { type: 'TRANSFER', amount: balance, status: 'COMPLETED', balanceAfter: balance, order: null };
  return { balance, owed: 0, isActive: true, statement: balance > 0 ? [line] : [] };
}

/** The same thing twice is one line, where it first came. */
function summed(lines: readonly Line[]): Line[] {
  const sums = new Map<number, number>();
  for (const { thing, qty } of lines) sums.set(thing, (sums.get(thing) ?? 0) + qty);
  return [...sums].map(([thing, qty]) => ({ thing, qty }));
}

/** The stage that follows from the provider's status. */
function stageOf({ status, stage }: Chargeback): Chargeback['stage'] {
  if (status === 'inquiry') return 'pending';
  if (status === 'open') return 'funds_withdrawn';
  if (status === 'succeeded' || status === 'lost') return 'lost';
  return stage === 'lost' || stage === 'funds_reinstated' ? 'funds_reinstated' : 'void';
}

function seen({ by: _, request, isPaidBack: __, regained: ___, ...order }: Order): SeenOrder {
  const status = () => {
    if (order.isCancelled) return 'cancelled';
    if (order.isRefunded) return 'refunded';
    if (request === 'pending') return 'refund_requested';
    if (order.isDelivered) return 'delivered';
    return order.isPaid ? 'paid' : 'unpaid';
  };
  if (request === 'none') return { ...order, status: status() };
  return { ...order, status: status(), isApproved: request === 'pending' ? null : request === 'approved' };
}
