import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { notifyAdmins } from '../../auth/mails/admin-notices.js';
import { Config } from '../../platform/config/config.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { publicLookup } from '../../platform/network/public-address.js';
import { counter } from '../../platform/metrics/registry.js';
import { SecretBox } from '../../platform/secrets/secret-box.js';
import { NOT_PUBLIC, urlProblem } from '../endpoint-url.js';
import { SubjectGone, WebhookContents } from '../webhook-contents.js';
import {
  claimDelivery,
  dueDeliveries,
  giveUp,
  insertAttempt,
  markDelivered,
  recordFailure,
  type AttemptResult,
  type ClaimedDelivery,
} from './delivery-claims.sql.js';
import { DISABLE_AFTER_HOURS, MAX_WEBHOOK_ATTEMPTS, WEBHOOK_DELAYS } from './backoff.js';
import { postWebhook } from './post-webhook.js';
import { WEBHOOK_SECRETS, signedHeaders } from './signature.js';

const attempts = counter('may_webhooks_total', 'Attempts to send a webhook, by result.', {
  result: ['sent', 'failed', 'given_up'],
});

/** Webhooks to one endpoint at once: a slow one takes few connections. */
const MAX_CONCURRENT = 4;
/** Milliseconds for which one job sends to one endpoint; the next job goes on. */
const DRAIN_MS = 20_000;

/**
 * Sends the webhooks of the outbox, each at least once. Claiming one counts the attempt and sets the time of the next: a process that
 * dies loses nothing, and of two processes only one claims it. One that died after the receiver's answer sends it again, under its id.
 */
@Injectable()
export class WebhookSender {
  private readonly logger = new Logger('Webhooks');
  private readonly box: SecretBox;
  private readonly lookup: ReturnType<typeof publicLookup> | undefined;

  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
    private readonly contents: WebhookContents,
  ) {
    this.box = new SecretBox(config.jwtSecret, WEBHOOK_SECRETS);
    this.lookup = config.sendsWebhooksToPrivateNetwork ? undefined : publicLookup(() => new Error(NOT_PUBLIC));
  }

  /** Sends what is due to an endpoint, a few at a time, until nothing is or the time is up. */
  async drain(endpointId: number): Promise<void> {
    const end = Date.now() + DRAIN_MS;
    while (Date.now() < end) {
      const due = await dueDeliveries(this.db, endpointId, MAX_CONCURRENT);
      if (due.length === 0) return;
      await Promise.all(due.map((id) => this.send(id).catch((error: unknown) => this.logUnrecorded(id, error))));
    }
  }

  /** Sends one webhook if it is due, and records the result. */
  async send(id: number): Promise<void> {
    const delivery = await claimDelivery(this.db, id, WEBHOOK_DELAYS);
    if (!delivery) return;
    if (delivery.attempts > MAX_WEBHOOK_ATTEMPTS) return this.abandon(delivery, 'Mọi lần thử gửi đều bị gián đoạn');
    let result: AttemptResult;
    try {
      result = await this.post(delivery);
    } catch (error) {
      if (!(error instanceof SubjectGone)) throw error;
      await this.abandon(delivery, error.message);
      return;
    }
    await this.record(delivery, result, delivery.attempts >= MAX_WEBHOOK_ATTEMPTS);
  }

  /** The webhook of an attempt that could not be recorded is due again later, as if the process had died. */
  private logUnrecorded(id: number, error: unknown): void {
    this.logger.warn(`Webhook ${id} waits for its next attempt: ${(error as Error).message}`);
  }

  private async post(delivery: ClaimedDelivery): Promise<AttemptResult> {
    const { event_id: eventId, type, created_at: created } = delivery;
    // Null when it was encrypted with another JWT_SECRET, or for another URL: only a new one helps.
    const secret = this.box.decrypt(delivery.secret, delivery.url);
    if (secret === null) return { ...NO_ANSWER, error: 'Không đọc được khóa ký: hãy đổi khóa ký của địa chỉ nhận' };
    const url = new URL(delivery.url);
    const problem = urlProblem(url, this.config);
    if (problem) return { ...NO_ANSWER, error: problem };
    const data = await this.contents.loaderFor(type)(this.db, delivery);
    const body = JSON.stringify({ id: eventId, type, created: created.toISOString(), data });
    const previous = delivery.previous_secret && this.box.decrypt(delivery.previous_secret, delivery.url);
    const headers = signedHeaders(
      previous ? [secret, previous] : [secret],
      eventId,
      Math.floor(Date.now() / 1_000),
      body,
    );
    return postWebhook(url, { headers, body, lookup: this.lookup });
  }

  /** Gives a webhook up for a reason that does not count as a failure of the endpoint: its subject is gone, or no attempt ended. */
  private async abandon(delivery: ClaimedDelivery, error: string): Promise<void> {
    await inTransaction(this.db, async (tx) => {
      await insertAttempt(tx, delivery.id, { ...NO_ANSWER, error });
      await giveUp(tx, delivery);
    });
    attempts.inc({ result: 'given_up' });
  }

  private async record(delivery: ClaimedDelivery, result: AttemptResult, isLast: boolean): Promise<void> {
    const { id, endpoint_id: endpointId, type } = delivery;
    const isSent = result.error === null;
    const isSwitchedOff = await inTransaction(this.db, async (tx) => {
      await insertAttempt(tx, id, result);
      if (isSent) {
        await markDelivered(tx, delivery);
        return false;
      }
      // Locks the endpoint first, then its deliveries, in the same order as switching it off.
      const hasSwitchedOff = await recordFailure(tx, endpointId, DISABLE_AFTER_HOURS);
      if (isLast) await giveUp(tx, delivery);
      if (!hasSwitchedOff) return false;
      await notifyAdmins(tx, 'webhook_disabled');
      return true;
    });
    attempts.inc({ result: isSent ? 'sent' : isLast ? 'given_up' : 'failed' });
    if (!isSent) this.logger.warn(`Webhook ${id} (${type}) to endpoint ${endpointId}: ${result.error}`);
    if (isSwitchedOff) this.logger.warn(`Endpoint ${endpointId} is switched off: it failed for too long`);
  }
}

const NO_ANSWER = { status: null, durationMs: 0, answer: '' } as const;
