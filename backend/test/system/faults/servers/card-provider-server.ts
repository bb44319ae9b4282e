import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  client_secret: string;
  currency: string;
  metadata: Record<string, string>;
  status: 'requires_payment_method' | 'succeeded' | 'canceled';
}

/**
 * What becomes of one call: it is answered, done and its answer lost, cut off before it is done, or refused by an error of
 * the provider's own.
 */
export type Fate = 'answer' | 'lose' | 'cut' | 'fail';

const RETRY_MS = 500;

/**
 * Stands in for Stripe outside of the shop: PaymentIntents made, looked at and canceled over HTTP, idempotency keys, and
 * signed webhooks that are sent again until they are taken. A browser's part, the charge itself, is `charge`.
 */
export class CardStandIn {
  readonly keys = {
    STRIPE_SECRET_KEY: 'sk_test_stand_in',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_stand_in',
    STRIPE_WEBHOOK_SECRET: 'whsec_stand_in',
  };
  readonly intents = new Map<string, Intent>();
  /** What becomes of a call, `POST /v1/payment_intents` for example; a promise makes its answer late. */
  fate: (call: string) => Fate | Promise<Fate> = () => 'answer';
  /** How often an event is sent at once; 0: webhooks are lost. */
  copies = 1;

  private readonly answers = new Map<string, Intent>();
  private readonly sendings = new Set<Promise<void>>();
  private isClosed = false;
  private readonly server = createServer((request, response) => {
    this.serve(request, response).catch(() => request.socket.destroy());
  });

  /** @param webhook where events are sent */
  constructor(private readonly webhook: string) {}

  async open(): Promise<number> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.server.close();
    this.server.closeAllConnections();
    await Promise.all(this.sendings);
  }

  /** The ids of the intents whose card was charged. */
  get charged(): string[] {
    return [...this.intents.values()].filter(({ status }) => status === 'succeeded').map(({ id }) => id);
  }

  /** Charges a card, as Stripe.js does in the browser, and tells the shop's webhook. @returns the intent's id */
  charge(clientSecret: string): string {
    const intent = this.intents.get(clientSecret.split('_secret_')[0] ?? '');
    if (intent?.client_secret !== clientSecret) throw new Error('No such client secret');
    if (intent.status !== 'requires_payment_method') return intent.id;
    intent.status = 'succeeded';
    intent.amount_received = intent.amount;
    const event = eventOf('payment_intent.succeeded', intent);
    for (let copy = 0; copy < this.copies; copy++) {
      const sending = this.sendUntilTaken(event).finally(() => this.sendings.delete(sending));
      this.sendings.add(sending);
    }
    return intent.id;
  }

  /** Sends the event of a charge once, by hand. @returns the shop's status; null when no answer came */
  async tell(id: string, eventId?: string): Promise<number | null> {
    const intent = this.intents.get(id);
    if (!intent) throw new Error(`No such intent: ${id}`);
    return this.send(eventOf('payment_intent.succeeded', intent, eventId));
  }

  private async sendUntilTaken(event: string): Promise<void> {
    while (!this.isClosed && (await this.send(event)) !== 200) await pause(RETRY_MS);
  }

  private async send(body: string): Promise<number | null> {
    const time = Math.floor(Date.now() / 1_000);
    const signed = createHmac('sha256', this.keys.STRIPE_WEBHOOK_SECRET).update(`${time}.${body}`).digest('hex');
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': `t=${time},v1=${signed}` };
    try {
      const signal = AbortSignal.timeout(20_000);
      return (await fetch(this.webhook, { method: 'POST', headers, body, signal })).status;
    } catch {
      return null;
    }
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const call = `${request.method} ${request.url}`;
    const fate = await this.fate(call);
    if (fate === 'cut') return void request.socket.destroy();
    if (fate === 'fail') return reply(response, 500, { error: { type: 'api_error', message: 'Something went wrong' } });
    const [status, body] = this.act(call, form, request.headers['idempotency-key']?.toString());
    if (fate === 'lose') return void request.socket.destroy();
    reply(response, status, body);
  }

  private act(call: string, form: URLSearchParams, key: string | undefined): [number, object] {
    if (call === 'POST /v1/payment_intents') {
      const kept = key ? this.answers.get(key) : undefined;
      const intent = kept ?? newIntent(form);
      if (key) this.answers.set(key, intent);
      this.intents.set(intent.id, intent);
      return [200, intent];
    }
    const [, method, id, action] = /^(GET|POST) \/v1\/payment_intents\/([^/?]+)\/?(cancel)?$/.exec(call) ?? [];
    const intent = this.intents.get(id ?? '');
    if (!intent) {
      return [404, { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such intent' } }];
    }
    if (method === 'GET') return [200, intent];
    if (action !== 'cancel' || intent.status !== 'requires_payment_method') {
      const code = 'payment_intent_unexpected_state';
      return [400, { error: { type: 'invalid_request_error', code, message: `It is ${intent.status}` } }];
    }
    intent.status = 'canceled';
    return [200, intent];
  }
}

function newIntent(form: URLSearchParams): Intent {
  const id = `pi_${randomBytes(12).toString('hex')}`;
  const metadata = [...form].flatMap(([name, value]) => {
    const word = /^metadata\[(.+)\]$/.exec(name)?.[1];
    return word ? [[word, value] as const] : [];
  });
  return {
    id,
    object: 'payment_intent',
    amount: Number(form.get('amount')),
    amount_received: 0,
    client_secret: `${id}_secret_${randomBytes(8).toString('hex')}`,
    currency: form.get('currency') ?? '',
    metadata: Object.fromEntries(metadata),
    status: 'requires_payment_method',
  };
}

function eventOf(type: string, intent: Intent, id = `evt_${randomBytes(12).toString('hex')}`): string {
  const created = Math.floor(Date.now() / 1_000);
  return JSON.stringify({ id, object: 'event', created, data: { object: intent }, livemode: false, type });
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
