import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { createHmac } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DataSource } from 'typeorm';
import { StoredEvent } from './sandbox.entity.js';
import { delayEvent, secondsToNextEvent, takeDueEvent } from './sandbox.sql.js';
import { Config } from '../../platform/config/config.js';
import { cardKeys } from '../../platform/config/card-keys.js';
import { repeatedLine } from '../../platform/errors/repeated-line.js';

const MAX_ATTEMPTS = 15;
const MAX_RETRY_SECONDS = 300;
const REPLY_TIMEOUT_MS = 10_000;
/** How long a process owns the event that it sends. After this time it is presumed dead, and another may send the event. */
const LEASE_SECONDS = 2 + REPLY_TIMEOUT_MS / 1_000;
/** The delay after a start, or while the shop does not listen yet. */
const MIN_SLEEP_MS = 1_000;
/** The maximum time between two checks, because another process, such as the worker, may have queued an event. */
const MAX_SLEEP_MS = 5_000;

/**
 * Sends the sandbox's events to the shop's webhook over HTTP, signed as Stripe signs them, until the shop has accepted them:
 * immediately, then after 2, 4, 8 … seconds. Several processes share the work: one at a time sends an event, and another takes
 * over when it stops. A process that does not listen, such as the worker, leaves the events to those that do.
 */
@Injectable()
export class SandboxWebhooks implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(SandboxWebhooks.name);
  private readonly logFailure = repeatedLine((error: unknown) =>
    this.logger.error({ err: error }, 'The events could not be sent'),
  );
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> | undefined;
  private isStopped = false;

  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
    private readonly host: HttpAdapterHost,
  ) {}

  onApplicationBootstrap(): void {
    this.wake(MIN_SLEEP_MS);
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.sending;
  }

  /** Sends the events that are due. @param delay in milliseconds */
  wake(delay = 0): void {
    if (this.isStopped || this.sending) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.sending = this.sendAll()
        .catch(this.logFailure)
        .finally(() => {
          this.sending = undefined;
        })
        .then(() => this.sleep())
        .catch(() => this.wake(MAX_SLEEP_MS));
    }, delay).unref();
  }

  private async sendAll(): Promise<void> {
    const url = this.webhookUrl();
    while (url && !this.isStopped) {
      const event = await takeDueEvent(this.db, LEASE_SECONDS, MAX_ATTEMPTS);
      if (!event) break;
      if (await this.send(url, event.payload)) {
        await this.db.manager.update(StoredEvent, event.id, { deliveredAt: () => 'now()' });
      } else {
        const wait = Math.min(2 ** event.attempts, MAX_RETRY_SECONDS);
        await delayEvent(this.db, event.id, wait);
      }
    }
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

  /** Schedules the next run: when the next event is due, or after `MAX_SLEEP_MS` for events of other processes. */
  private async sleep(): Promise<void> {
    if (this.isStopped) return;
    if (!this.webhookUrl()) {
      if (this.server) this.wake(MIN_SLEEP_MS);
      return;
    }
    const wait = (await secondsToNextEvent(this.db, MAX_ATTEMPTS)) * 1_000;
    this.wake(Math.max(Math.min(wait, MAX_SLEEP_MS), MIN_SLEEP_MS));
  }

  private get server(): Server | undefined {
    return this.host.httpAdapter?.getHttpServer() as Server | undefined;
  }

  /** Returns the webhook's URL in this process; null while the process does not listen. */
  private webhookUrl(): string | null {
    const address = this.server?.address?.() as AddressInfo | null | undefined;
    return address ? `http://127.0.0.1:${address.port}/api/stripe-webhook/` : null;
  }
}
