import { Injectable } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { DataSource, Raw, type EntityManager } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { lockRequest } from '../../platform/batching/idempotency.locks.js';
import { cardKeys } from '../../platform/config/card-keys.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { cancelIntent, confirmIntent, createIntent, findIntent } from './objects/intents.js';
import { listEvents } from './objects/events.js';
import { closeDispute, findDispute, listDisputes, openDispute } from './objects/disputes.js';
import { createRefund, failRefund, findRefund, listRefunds } from './objects/refunds.js';
import { StoredAnswer } from './sandbox.entity.js';
import { SandboxWebhooks } from './sandbox-webhooks.service.js';
import { StripeApiError } from './stripe-error.js';

/** A call of Stripe's REST API. */
export interface StripeCall {
  method: string;
  /** The path starting with `/v1/`, with the query. */
  url: string;
  authorization?: string;
  idempotencyKey?: string;
  /** Form-encoded. */
  form: string;
}

export interface StripeAnswer {
  status: number;
  body: object;
}

/** Calls that require the shop's secret key. */
const SHOP_CALLS: Record<string, (tx: EntityManager, params: URLSearchParams, id: string) => Promise<object>> = {
  'POST v1/payment_intents': createIntent,
  'POST v1/payment_intents/id/cancel': async (tx, params, id) =>
    cancelIntent(tx, await findIntent(tx, id, true), params),
  'POST v1/refunds': createRefund,
  'GET v1/refunds': listRefunds,
  'GET v1/refunds/id': (tx, _params, id) => findRefund(tx, id),
  'POST v1/refunds/id/fail': (tx, _params, id) => failRefund(tx, id),
  'GET v1/events': listEvents,
  'POST v1/disputes': openDispute,
  'GET v1/disputes': listDisputes,
  'GET v1/disputes/id': (tx, _params, id) => findDispute(tx, id),
  'POST v1/disputes/id': (tx, params, id) => closeDispute(tx, id, params.get('evidence[uncategorized_text]')),
  'POST v1/disputes/id/close': (tx, _params, id) => closeDispute(tx, id),
};

/** Declines of one intent in an hour: each stores an event. */
const MAX_DECLINES = { points: 20, duration: 3_600 };

/** Stored answers of this moment and before have expired. */
const EXPIRY = `now() - interval '24 hours'`;

/**
 * Stands in for Stripe while the shop has no keys: creates, returns, confirms and cancels PaymentIntents, and supports refunds and
 * disputes, with Stripe's states, errors and idempotency. It uses only its own tables, so the shop sees its data only through
 * the API and the webhooks.
 */
@Injectable()
export class StripeSandbox {
  private readonly declines = new RateLimiterMemory(MAX_DECLINES);

  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
    private readonly webhooks: SandboxWebhooks,
  ) {}

  /** Answers a call as Stripe would, including its errors. */
  async answer(call: StripeCall): Promise<StripeAnswer> {
    try {
      const answer = await inTransaction(this.db, (tx) => this.withStoredAnswer(tx, call));
      if (call.method === 'POST') this.webhooks.wake();
      return answer;
    } catch (error) {
      if (error instanceof StripeApiError) return error;
      throw error;
    }
  }

  private async withStoredAnswer(tx: EntityManager, call: StripeCall): Promise<StripeAnswer> {
    const { idempotencyKey, method, url, form } = call;
    if (!idempotencyKey || method !== 'POST') return this.route(tx, call);
    const key = `${this.isShop(call) ? 'shop' : 'browser'} ${idempotencyKey}`;
    const request = `${url} ${form}`;
    await lockRequest(tx, `sandbox ${key}`);
    const stored = await tx.findOneBy(StoredAnswer, { key, createdAt: Raw((at) => `${at} > ${EXPIRY}`) });
    if (stored && stored.request !== request) {
      throw new StripeApiError(400, 'Keys for idempotent requests can only be used with the same parameters.', {
        type: 'idempotency_error',
      });
    }
    if (stored) return { status: stored.status, body: stored.body };
    const { status, body } = await this.route(tx, call);
    // As at Stripe, a key expires after a day. Delete an expired answer of this key.
    await tx.delete(StoredAnswer, { key, createdAt: Raw((at) => `${at} <= ${EXPIRY}`) });
    await tx.insert(StoredAnswer, { key, request, status, body });
    return { status, body };
  }

  private async route(tx: EntityManager, call: StripeCall): Promise<StripeAnswer> {
    const { pathname, search } = new URL(call.url, 'http://sandbox');
    const params = new URLSearchParams(call.method === 'GET' ? search : call.form);
    const [, version, resource, id, action] = pathname.split('/');
    const route = `${call.method} ${version}/${resource}${id ? '/id' : ''}${action ? `/${action}` : ''}`;

    if (route === 'GET v1/payment_intents/id') {
      return { status: 200, body: await this.intentFor(tx, call, id ?? '', params) };
    }
    if (route === 'POST v1/payment_intents/id/confirm') {
      const intent = await this.intentFor(tx, call, id ?? '', params);
      const result = await confirmIntent(tx, intent, params.get('payment_method') ?? '');
      if (!(result instanceof StripeApiError)) return { status: 200, body: result };
      await this.countDecline(intent.id);
      return result;
    }
    const act = SHOP_CALLS[route];
    if (act && !this.isShop(call)) throw unauthorized();
    if (act) return { status: 200, body: await act(tx, params, id ?? '') };
    throw new StripeApiError(404, `Unrecognized request URL (${call.method}: ${pathname}).`);
  }

  /** The shop may access every intent, a browser only the one whose client secret it has. */
  private async intentFor(tx: EntityManager, call: StripeCall, id: string, params: URLSearchParams) {
    const secret = params.get('client_secret');
    if (!secret && !this.isShop(call)) throw unauthorized();
    const intent = await findIntent(tx, id, call.method === 'POST');
    if (secret && secret !== intent.client_secret) {
      throw new StripeApiError(
        400,
        'The client_secret provided does not match the client_secret of the PaymentIntent.',
        {
          code: 'payment_intent_invalid_parameter',
          param: 'client_secret',
        },
      );
    }
    return intent;
  }

  /** Counts a decline before it is committed. @throws StripeApiError 429, as Stripe answers who calls too often */
  private async countDecline(intentId: string): Promise<void> {
    if (!this.config.limitsRates) return;
    await this.declines.consume(intentId).catch(() => {
      throw new StripeApiError(429, 'Bạn đã thử quá nhiều lần. Vui lòng thử lại sau.', { code: 'rate_limit' });
    });
  }

  private isShop({ authorization }: StripeCall): boolean {
    return authorization === `Bearer ${cardKeys(this.config).secretKey}`;
  }
}

const unauthorized = () => new StripeApiError(401, 'Invalid API Key provided.');
