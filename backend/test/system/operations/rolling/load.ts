import { randomUUID } from 'node:crypto';
import { waitUntil } from '../../../../launch/processes/processes.mjs';
import { createOwnerDataSource } from '../../../../src/platform/database/data-source.js';
import { checkLedger } from '../../../../src/ledger-check/ledger-check.js';
import { orderOf } from '../../faults/shopper.js';
import type { RollingShop } from './rolling-shop.js';

const SHOPPERS = 3;
const STOCK = 100_000;
const DEPOSIT = 90_000_000;
const MORE_MS = 120_000;

interface Call {
  method?: 'GET' | 'POST';
  path: string;
  body?: object;
  access?: string;
}

/** Shoppers who order and pay, by wallet and by card, and readers of pages and of the API, all at once. */
export class Load {
  /** Each call that was not answered with a success. */
  readonly failures: string[] = [];
  /** The ids of orders that were answered as placed, and as paid. */
  readonly orders: number[] = [];
  readonly paid: number[] = [];
  reads = 0;
  longestMs = 0;
  private isOpen = true;
  private running: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly shop: RollingShop,
    private readonly product: number,
  ) {}

  static async start(shop: RollingShop): Promise<Load> {
    const load = new Load(shop, await shop.product(STOCK));
    const shoppers: string[] = [];
    while (shoppers.length < SHOPPERS) shoppers.push(await load.register());
    load.running = Promise.all([
      ...shoppers.map((access, nth) => load.goShopping(access, nth)),
      load.goReading(['/', '/search', `/products/${load.product}`]),
      load.goReading(['/api/products/', `/api/products/${load.product}/`]),
    ]);
    return load;
  }

  /** Waits until the given numbers of further orders are paid and of further pages read. */
  async more(count: number): Promise<void> {
    const [paid, reads] = [this.paid.length + count, this.reads + count];
    if (!(await waitUntil(() => this.paid.length >= paid && this.reads >= reads, MORE_MS)))
      throw new Error(`${count} more orders and reads did not come: ${this.failures.slice(0, 3).join('; ')}`);
  }

  async stop(): Promise<void> {
    this.isOpen = false;
    await this.running;
  }

  /** No request failed, what was acknowledged is stored once, and the ledger adds up. */
  async expectNothingLost(): Promise<void> {
    expect(this.failures).toEqual([]);
    expect(await this.ids('SELECT id FROM orders')).toEqual(sorted(this.orders));
    expect(await this.ids('SELECT id FROM orders WHERE paid_at IS NOT NULL')).toEqual(sorted(this.paid));
    const { rows } = await this.shop.db.query('SELECT count_in_stock FROM products WHERE id = $1', [this.product]);
    expect(rows).toEqual([{ count_in_stock: STOCK - this.orders.length }]);
    const source = await createOwnerDataSource(this.shop.databaseUrl).initialize();
    expect(await checkLedger(source)).toEqual([]);
    await source.destroy();
  }

  private async ids(sql: string): Promise<number[]> {
    const { rows } = await this.shop.db.query<{ id: number }>(sql);
    return sorted(rows.map(({ id }) => Number(id)));
  }

  private async goShopping(access: string, nth: number): Promise<void> {
    for (let turn = nth; this.isOpen; turn++) {
      const placed = await this.answer<{ id: number }>({
        path: '/api/placeorder/',
        body: orderOf(this.product),
        access,
      });
      if (!placed) continue;
      this.orders.push(placed.id);
      const isPaid =
        turn % 2 === 0 ? await this.payFromWallet(placed.id, access) : await this.payByCard(placed.id, access);
      if (isPaid) this.paid.push(placed.id);
      const order = await this.answer<{ isPaid: boolean }>({
        method: 'GET',
        path: `/api/orders/${placed.id}/`,
        access,
      });
      if (order && isPaid && !order.isPaid) this.failures.push(`Order ${placed.id} was paid, and is shown as unpaid`);
    }
  }

  private async payFromWallet(order: number, access: string): Promise<boolean> {
    return (await this.answer({ path: '/api/paybox/payment/', body: { order_id: order }, access })) !== undefined;
  }

  private async payByCard(order: number, access: string): Promise<boolean> {
    const intent = await this.answer<{ clientSecret: string }>({
      path: '/api/stripe-payment/',
      body: { order },
      access,
    });
    const charged = intent && (await this.charge(intent.clientSecret));
    if (!charged) return false;
    const body = { payment_intent: charged };
    return (await this.answer({ path: `/api/orders/${order}/pay/`, body, access })) !== undefined;
  }

  /** Pays a payment intent with a test card, as the card form does. @returns its id */
  private async charge(clientSecret: string): Promise<string | undefined> {
    const intent = clientSecret.split('_secret_')[0] ?? '';
    const body = new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' });
    const path = `/sandbox/stripe/v1/payment_intents/${intent}/confirm`;
    return (await this.answer({ path, body })) === undefined ? undefined : intent;
  }

  private async goReading(pages: string[]): Promise<void> {
    while (this.isOpen) {
      for (const path of pages) {
        const text = await this.text({ method: 'GET', path });
        if (text === undefined) continue;
        this.reads += 1;
        for (const script of scriptsOf(text)) await this.text({ method: 'GET', path: script });
      }
    }
  }

  /** A new shopper with money in the wallet. @returns the access token */
  private async register(): Promise<string> {
    const account = { username: `khach-${randomUUID()}`, password: 'mat-khau-123' };
    await this.answer({ path: '/auth/users/', body: { ...account, email: `${account.username}@example.com` } });
    const signedIn = await this.answer<{ access: string }>({ path: '/auth/jwt/create/', body: account });
    const access = signedIn?.access ?? '';
    const deposit = await this.answer<{ clientSecret: string }>({
      path: '/api/paybox/deposit/',
      body: { amount: DEPOSIT },
      access,
    });
    const charged = deposit && (await this.charge(deposit.clientSecret));
    const body = { payment_intent_id: charged };
    const wallet = await this.answer<{ balance: number }>({ path: '/api/paybox/deposit/confirm/', body, access });
    if (wallet?.balance !== DEPOSIT) throw new Error(`No shopper came in: ${this.failures.join('; ')}`);
    return access;
  }

  private async answer<T = unknown>(call: Call): Promise<T | undefined> {
    const text = await this.text(call);
    return text === undefined ? undefined : (JSON.parse(text) as T);
  }

  /** @returns the body of a success */
  private async text({ method = 'POST', path, body, access }: Call): Promise<string | undefined> {
    const begin = performance.now();
    const isForm = body instanceof URLSearchParams;
    try {
      const response = await fetch(this.shop.origin + path, {
        method,
        headers: {
          ...(body && !isForm && { 'Content-Type': 'application/json' }),
          ...(access && { Authorization: `JWT ${access}` }),
        },
        body: isForm ? body : body && JSON.stringify(body),
      });
      const text = await response.text();
      this.longestMs = Math.max(this.longestMs, performance.now() - begin);
      if (response.ok) return text;
      this.failures.push(`${method} ${path} was answered ${response.status} ${text.slice(0, 200)}`);
    } catch (error) {
      this.failures.push(`${method} ${path} broke: ${String((error as Error).cause ?? error)}`);
    }
    return undefined;
  }
}

/** The scripts and styles that a page names: they may come from the other release's web server. */
const scriptsOf = (page: string) =>
  new Set([...page.matchAll(/"(\/assets\/[^"\\]+\.(?:js|css))"/g)].map(([, at]) => at ?? ''));

const sorted = (ids: number[]) => [...ids].sort((a, b) => a - b);
