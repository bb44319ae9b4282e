import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { createHmac } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DataSource } from 'typeorm';
import { Config } from '../../config.js';
import { cardKeys } from '../../common/card-keys.js';

const MOST_ATTEMPTS = 15;
const LONGEST_WAIT_SECONDS = 300;
const REPLY_TIMEOUT_MS = 10_000;
/** A process that took an event has failed when it says nothing for this long; then another may send it. */
const TURN_SECONDS = 2 + REPLY_TIMEOUT_MS / 1_000;
/** After a start, or when the shop does not listen yet. */
const BREATH_MS = 1_000;
/** Between two looks: another process, such as the worker, may have left an event. */
const LONGEST_SLEEP_MS = 5_000;
const FORGET_EVERY_MS = 3_600_000;

/**
 * Sends the sandbox's events to the shop's webhook over HTTP, signed as Stripe signs them, until the shop has taken them:
 * at once, then after 2, 4, 8 … seconds. Several processes share the work: an event is sent by one at a time, and what a
 * stopped one leaves is sent by another. A process that does not listen, such as the worker, leaves it to those that do.
 */
@Injectable()
export class SandboxWebhooks implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(SandboxWebhooks.name);
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> | undefined;
  private isStopped = false;
  private forgotAt = 0;

  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
    private readonly host: HttpAdapterHost,
  ) {}

  onApplicationBootstrap(): void {
    this.wake(BREATH_MS);
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.sending;
  }

  /** Looks for events that are due. @param delay in milliseconds */
  wake(delay = 0): void {
    if (this.isStopped || this.sending) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.sending = this.sendAll()
        .catch((error: unknown) => this.logger.error({ err: error }, 'The events could not be sent'))
        .finally(() => {
          this.sending = undefined;
        })
        .then(() => this.sleep())
        .catch(() => this.wake(LONGEST_SLEEP_MS));
    }, delay).unref();
  }

  private async sendAll(): Promise<void> {
    const url = this.webhookUrl();
    while (url && !this.isStopped) {
      const [[event]]: [{ id: string; payload: string; attempts: number }[], number] = await this.db.query(
        `UPDATE sandbox.events SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $1)
         WHERE id = (SELECT id FROM sandbox.events
           WHERE delivered_at IS NULL AND next_attempt_at <= now() AND attempts < $2
           ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING id, payload, attempts`,
        [TURN_SECONDS, MOST_ATTEMPTS],
      );
      if (!event) break;
      if (await this.send(url, event.payload)) {
        await this.db.query('UPDATE sandbox.events SET delivered_at = now() WHERE id = $1', [event.id]);
      } else {
        const wait = Math.min(2 ** event.attempts, LONGEST_WAIT_SECONDS);
        await this.db.query(
          `UPDATE sandbox.events SET next_attempt_at = now() + make_interval(secs => $2)
           WHERE id = $1 AND delivered_at IS NULL`,
          [event.id, wait],
        );
      }
    }
    if (url) await this.forget();
  }

  /** As Stripe does: events are kept for 30 days, answers under an Idempotency-Key for one. */
  private async forget(): Promise<void> {
    if (Date.now() - this.forgotAt < FORGET_EVERY_MS) return;
    this.forgotAt = Date.now();
    await this.db.query(`DELETE FROM sandbox.events WHERE created_at < now() - interval '30 days'`);
    await this.db.query(`DELETE FROM sandbox.answers WHERE created_at <= now() - interval '24 hours'`);
  }

  private async send(url: string, payload: string): Promise<boolean> {
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': this.sign(payload) };
    const signal = AbortSignal.timeout(REPLY_TIMEOUT_MS);
    try {
      return (await fetch(url, { method: 'POST', headers, body: payload, signal })).ok;
    } catch {
      return false;
    }
  }

  /** https://docs.stripe.com/webhooks#verify-manually */
  private sign(payload: string): string {
    const time = Math.floor(Date.now() / 1_000);
    const secret = cardKeys(this.config).webhookSecret;
    return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')}`;
  }

  /** Wakes again when the next event is due, and at times to see whether another process left one. */
  private async sleep(): Promise<void> {
    if (this.isStopped) return;
    if (!this.webhookUrl()) {
      if (this.server) this.wake(BREATH_MS);
      return;
    }
    const [next]: { wait: number | null }[] = await this.db.query(
      `SELECT extract(epoch FROM min(next_attempt_at) - now())::float AS wait
       FROM sandbox.events WHERE delivered_at IS NULL AND attempts < $1`,
      [MOST_ATTEMPTS],
    );
    const wait = (next?.wait ?? Infinity) * 1_000;
    this.wake(Math.max(Math.min(wait, LONGEST_SLEEP_MS), BREATH_MS));
  }

  private get server(): Server | undefined {
    return this.host.httpAdapter?.getHttpServer() as Server | undefined;
  }

  /** This process's own address; null while it does not listen, and in a process that never does. */
  private webhookUrl(): string | null {
    const address = this.server?.address?.() as AddressInfo | null | undefined;
    return address ? `http://127.0.0.1:${address.port}/api/stripe-webhook/` : null;
  }
}
