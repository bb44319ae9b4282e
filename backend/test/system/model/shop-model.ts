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
import { ProviderModel, isAboutReturns, type CardReturn } from './provider-model.js';
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
  isDelivered: boolean;
  isRefunded: boolean;
  isCancelled: boolean;
  /** Of its total: what the card has of it, what the wallet got of it, and what the shop still holds. */
  refundedToCard: number;
  refundedToWallet: number;
  leftToRefund: number;
  request: 'none' | 'pending' | 'approved' | 'rejected';
  hasNotice: boolean;
}

interface Wallet {
  balance: number;
  /** What a card took back and the wallet did not hold. */
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
  private keys: Record<string, { asked: string; answer: Answer }> = {};
  private asks = 0;
  /** Events that came to the shop. */
  private kept: string[] = [];

  readonly orders: Order[] = [];
  /**
   * Whoever asks for the card form may be late: the order still waits when it is looked at, but is paid or cancelled when
   * the provider has answered. A charge that the shop learns of by this is booked all the same.
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
      return this.once(`${call.by} ${call.key}`, call);
    } catch (error) {
      if (error instanceof Refused) return { status: error.status };
      throw error;
    }
  }

  /** The same key and the same request: the first answer again. What was refused is forgotten. */
  private once(key: string, call: Call): Answer {
    this.validate(call);
    const asked = JSON.stringify(call);
    const earlier = this.keys[key];
    refuseIf(earlier !== undefined && earlier.asked !== asked, 409);
    if (earlier) return earlier.answer;
    const answer = this.act(call);
    this.keys[key] = { asked, answer };
    return answer;
  }

  /** What is wrong whatever the state of the shop. */
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
      case 'tell':
        return this.tell(call);
      case 'ask provider':
        return this.askProvider();
      case 'read events':
        return this.readEvents();
      case 'cancel':
        return this.cancel(this.own(call));
      case 'expire':
        return this.expire(call);
      case 'deliver':
        return this.deliver(this.any(call));
      case 'request refund':
        return this.requestRefund(this.own(call));
      case 'approve':
        return this.approve(this.asked(call));
      case 'reject':
        return this.reject(this.asked(call));
      case 'delete request':
        this.asked(call).request = 'none';
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

  /** What an order of these lines costs; a coupon that does not hold is refused. */
  price(by: number, lines: readonly Line[], coupon: number | null) {
    const itemsPrice = lines.reduce((sum, { thing, qty }) => sum + (THINGS[thing]?.price ?? 0) * qty, 0);
    const shippingPrice = itemsPrice <= SHIPPING_ABOVE || itemsPrice >= FREE_FROM ? 0 : SHIPPING_FEE;
    const taxPrice = Math.floor((itemsPrice * 5 + 50) / 100);
    const sum = itemsPrice + shippingPrice + taxPrice;
    const discount = coupon === null ? 0 : this.discount({ by, coupon, sum });
    return { itemsPrice, shippingPrice, taxPrice, discount, totalPrice: sum - discount };
  }

  /** The total that a page would send; one without the coupon when that does not hold. */
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
    const state = { isPaid: false, isDelivered: false, isRefunded: false, isCancelled: false, hasNotice: false };
    const back = { refundedToCard: 0, refundedToWallet: 0, leftToRefund: 0 };
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

  private deliver(order: Order): Answer {
    refuseIf(!order.isPaid || order.isDelivered || order.isRefunded, 409);
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
    this.endOrder(order);
    this.payIn(order.by, order.leftToRefund, order);
    order.refundedToWallet += order.leftToRefund;
    order.leftToRefund = 0;
    return { status: 200 };
  }

  /** Whether the shop knows of a dispute, or of an inquiry, that is not decided. */
  private isDisputed(order: Order): boolean {
    return this.disputes.some(
      (one) =>
        (one.booked === 'waiting' || one.booked === 'held') && this.orders[this.intentOf(one).order ?? -1] === order,
    );
  }

  private endOrder(order: Order): void {
    order.isRefunded = true;
    this.countSold(order.lines, -1);
    if (!order.isDelivered) this.moveStock(order.lines, 1);
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

  /** Events about money that cards took back which have not come. */
  get lost(): ProviderEvent[] {
    return this.events.filter((event) => isAboutReturns(event) && !this.kept.includes(nameOf(event)));
  }

  private readEvents(): Answer {
    for (const event of this.lost) this.tell({ do: 'tell', event, as: 'it is' });
    return { status: 204 };
  }

  /** Of money that a card took back an event only makes the shop look, a copy too; of a charge it is booked once. */
  private tell({ event, as }: Call & { do: 'tell' }): Answer {
    refuseIf(as === 'a forgery', 400);
    const isCopy = as === 'it is' && this.kept.includes(nameOf(event));
    if (as === 'it is' && !isCopy) this.kept.push(nameOf(event));
    if (isAboutReturns(event)) this.look(event.intent);
    else if (event.type === 'payment_intent.succeeded' && !isCopy) this.book(event.intent);
    return { status: 200 };
  }

  /** The shop asks about every intent that is open, those first that it has not asked about for longest. */
  private askProvider(): Answer {
    const open = this.intents.filter(({ state, isBooked }) => !isBooked && state !== 'canceled');
    for (const intent of open.sort((a, b) => a.askedAt - b.askedAt)) {
      const place = this.intents.indexOf(intent);
      intent.askedAt = this.asks += 1;
      if (intent.state === 'charged') this.book(place);
      else if (intent.order !== null && !this.isWaiting(intent.order)) {
        intent.state = 'canceled';
        this.happened(place, 'payment_intent.canceled');
      }
    }
    return { status: 204 };
  }

  /** The money of a charge goes to its order, or to the buyer's wallet when that waits no more; and that once. */
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
    const line = this.walletOf(by).statement.find((pending) => pending.intent === intent);
    if (!line) throw new Error('A deposit stands on the statement from its beginning');
    this.walletOf(by).balance += line.amount;
    line.status = 'COMPLETED';
    line.balanceAfter = this.walletOf(by).balance;
    this.payDebt(by, line.amount);
  }

  private payIn(of: number, amount: number, order: Order): void {
    this.moveMoney(of, 'REFUND', amount, order);
    this.payDebt(of, amount);
  }

  /** What comes into a wallet pays first what its owner owes. */
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
        by === of && order !== null && state !== 'canceled' && !isBooked && this.isWaiting(order),
    );
    return balance > 0 || owed > 0 || mayBePaid || this.orders.some(isOpen);
  }

  // Money that a card took back

  private look(place: number): void {
    this.book(place);
    for (const one of [...this.refunds, ...this.disputes]) if (one.intent === place) this.bookReturn(one);
  }

  private bookReturn(one: CardReturn): void {
    const { booked: before } = one;
    one.booked = stageOf(one);
    if (one.booked === before) return;
    if (one.booked === 'gone') this.takeBack(one);
    if (one.booked === 'returned') this.giveAgain(one);
    const order = this.orders[this.intents[one.intent]?.order ?? -1];
    const isSilent = one.booked === 'waiting' || (one.booked === 'void' && before !== 'held');
    if (order && !isSilent) order.hasNotice = true;
  }

  /** The order pays with what is left of it, then the wallet with what it holds; the rest is owed. */
  private takeBack(gone: CardReturn): void {
    const { by, order: place, isSale } = this.intentOf(gone);
    const order = this.orders[place ?? -1] ?? null;
    const left = order && isSale ? order.leftToRefund : 0;
    gone.ofSale = Math.min(left, gone.amount);
    if (order && gone.ofSale > 0) {
      order.refundedToCard += gone.ofSale;
      order.leftToRefund -= gone.ofSale;
      if (order.leftToRefund === 0) {
        this.endOrder(order);
        if (order.request === 'pending') order.request = 'approved';
      }
    }
    const ofWallet = Math.min(gone.amount - gone.ofSale, this.walletOf(by).balance);
    this.moveMoney(by, 'TRANSFER', -ofWallet, order);
    this.walletOf(by).owed += gone.amount - gone.ofSale - ofWallet;
  }

  /** What the bank gives back of an order is the shop's, unless that ended undelivered. Anything else pays what is owed, and then goes to the wallet. */
  private giveAgain(back: CardReturn): void {
    const { by, order: place } = this.intentOf(back);
    const order = this.orders[place ?? -1] ?? null;
    if (order) order.refundedToCard -= back.ofSale;
    const isShops = back.is === 'dispute' && !(order?.isRefunded && !order.isDelivered);
    if (order && !isShops) order.refundedToWallet += back.ofSale;
    const due = back.amount - (isShops ? back.ofSale : 0);
    const settled = Math.min(due, this.walletOf(by).owed);
    this.walletOf(by).owed -= settled;
    this.moveMoney(by, 'REFUND', due - settled, order);
  }

  private intentOf({ intent }: CardReturn) {
    const found = this.intents[intent];
    if (!found) throw new Error(`There is no intent ${intent}`);
    return found;
  }

  // Coupons

  /** What a coupon takes off a sum. */
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
    const most = Math.max(...this.wallets.map((_, by) => this.usesBy({ uses }, by)));
    refuseIf((terms.usageLimit ?? Infinity) < uses.length || (terms.perUserLimit ?? Infinity) < most, 400);
    const status = this.coupons[place] ? 200 : 201;
    this.coupons[place] = { terms, uses };
    return { status };
  }

  private usesBy({ uses }: Pick<Coupon, 'uses'>, by: number): number {
    return uses.filter((use) => this.orders[use]?.by === by).length;
  }

  // Looking

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

  private asked(call: { order: number }): Order {
    const order = this.any(call);
    refuseIf(order.request === 'none', 404);
    return order;
  }

  private isWaiting(place: number): boolean {
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

/** What is to be booked of it by what the provider says now. */
function stageOf({ status, booked }: CardReturn): CardReturn['booked'] {
  if (status === 'inquiry') return 'waiting';
  if (status === 'open') return 'held';
  if (status === 'succeeded' || status === 'lost') return 'gone';
  return booked === 'gone' || booked === 'returned' ? 'returned' : 'void';
}

function seen({ by: _, request, ...order }: Order): SeenOrder {
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
