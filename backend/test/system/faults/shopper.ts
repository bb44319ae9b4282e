import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ErrorBody } from '../../../src/contract/common.js';
import type { Harness } from './harness.js';

export interface Call {
  path: string;
  body: object;
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
}

export interface Reply {
  status: number;
  body: unknown;
}

/** No call may take longer, whatever has happened: longer than this it hangs. */
const HANGS_MS = 50_000;
const REPEAT_MS = 150;
/** A shopper who got no answer tries again for this long. */
const TIMEOUT_MS = 120_000;

/** One piece at 100,000 ₫, 5 % tax, and no shipping. */
export const TOTAL = 105_000;

/** Somebody who speaks HTTP to the shop, remembers what it said was done, and repeats what it did not answer. */
export class Shopper {
  /** What was acknowledged: ids of orders, those that were paid, how much was deposited, and paid from the wallet. */
  readonly orders: number[] = [];
  readonly paid: number[] = [];
  readonly refundRequests: number[] = [];
  deposited = 0;
  spent = 0;

  /** @param access none for a visitor */
  constructor(
    private readonly harness: Harness,
    private readonly access?: string,
  ) {}

  /** Everything that was acknowledged to this shopper, counted. */
  get acknowledged(): number {
    return this.orders.length + this.paid.length + this.refundRequests.length;
  }

  /**
   * Sends a call once.
   * @throws Error when no answer came
   */
  async send({ path, body, method = 'POST' }: Call, key?: string): Promise<Reply> {
    const begin = Date.now();
    const response = await fetch(this.harness.url + path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(this.access && { Authorization: `JWT ${this.access}` }),
        ...(key && { 'Idempotency-Key': key }),
      },
      body: method === 'GET' ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(HANGS_MS),
    }).catch((error: Error) => {
      if (Date.now() - begin >= HANGS_MS) this.harness.surprises.push(`${method} ${path} hung`);
      throw error;
    });
    const words = await response.text();
    const reply = { status: response.status, body: words ? (JSON.parse(words) as unknown) : null };
    const isKnown = reply.status < 500 || reply.status === 503;
    if (!isKnown || (reply.status >= 400 && !isUnread(reply) && !ErrorBody.safeParse(reply.body).success)) {
      this.harness.surprises.push(`${method} ${path} was answered ${reply.status} ${words}`);
    }
    return reply;
  }

  /** Sends a call under one key until it is answered for good: not by silence, and not by "later". */
  async insist(call: Call): Promise<Reply> {
    const key = randomUUID();
    for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await pause(REPEAT_MS)) {
      const reply = await this.send(call, key).catch(() => null);
      const isLater =
        !reply || reply.status >= 500 || isUnread(reply) || (reply.status === 409 && isStillRunning(reply.body));
      if (!isLater) return reply;
    }
    throw new Error(`${call.path} was not answered in ${TIMEOUT_MS / 1_000} s`);
  }

  /** The same for a call that must succeed. @returns what it was answered */
  async done<T>(path: string, body: object = {}): Promise<T> {
    const reply = await this.insist({ path, body });
    if (reply.status >= 300) throw new Error(`${path} was answered ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body as T;
  }

  async read<T>(path: string): Promise<T> {
    const reply = await this.insist({ path, body: {}, method: 'GET' });
    if (reply.status !== 200) throw new Error(`${path} was answered ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body as T;
  }

  /** Places an order of one piece. @returns its id */
  async order(product: number): Promise<number> {
    const { id } = await this.done<{ id: number }>('/api/placeorder/', orderOf(product));
    this.orders.push(id);
    return id;
  }

  async payFromWallet(order: number): Promise<void> {
    await this.done('/api/paybox/payment/', { order_id: order });
    this.spent += TOTAL;
    this.paid.push(order);
  }

  /** @param comesBack whether the page lives to tell of the charge; else the shop has to learn of it by itself */
  async payByCard(order: number, comesBack = true): Promise<void> {
    const { clientSecret } = await this.done<{ clientSecret: string }>('/api/stripe-payment/', { order });
    const intent = this.harness.provider.charge(clientSecret);
    if (comesBack) await this.done(`/api/orders/${order}/pay/`, { payment_intent: intent });
    this.paid.push(order);
  }

  async deposit(amount: number, comesBack = true): Promise<void> {
    const { clientSecret } = await this.done<{ clientSecret: string }>('/api/paybox/deposit/', { amount });
    const id = this.harness.provider.charge(clientSecret);
    if (comesBack) await this.done('/api/paybox/deposit/confirm/', { payment_intent_id: id });
    this.deposited += amount;
  }

  async requestRefund(order: number): Promise<void> {
    await this.done('/api/paybox/refund-request/', { order_id: order, reason: 'Áo bị chật' });
    this.refundRequests.push(order);
  }
}

/** The call that places an order of one piece, as the page sends it. */
export const orderOf = (product: number) => ({
  orderItems: [{ id: product, qty: 1 }],
  shippingAddress: { address: '1 Lê Lợi', city: 'Huế', postalCode: '530000', country: 'Việt Nam' },
  paymentMethod: 'Paybox',
  totalPrice: TOTAL,
});

/** Whether Node closed the connection before the request was read, as a starved process does after `headersTimeout`. */
const isUnread = ({ status, body }: Reply) => status === 408 && body === null;

/** Whether a 409 speaks of a first attempt with the same key that has not ended. */
const isStillRunning = (body: unknown) => (body as { error?: string }).error?.startsWith('Yêu cầu trước') ?? false;
