import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { inTransaction } from '../db/transaction.js';
import { Order } from '../orders/order.entity.js';
import { CardProvider, isProviderDown } from './card-provider.js';
import { PaymentIntent } from './payment-intent.entity.js';
import { SettlementsService } from './settlements.service.js';

const SWEEP_MS = 15_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MOST_AT_ONCE = 50;
/** A provider that failed this often is left alone until the next sweep. */
const MOST_FAILURES = 3;
/** A deposit that nobody has paid for in this time is given up. */
const DEPOSIT_WINDOW_MS = 24 * HOUR_MS;

/**
 * Runs in the worker: asks the card provider about every intent that is still open after a minute, because the page may
 * never have come back and the webhook may have been lost; and cancels intents whose money nobody waits for any more.
 *
 * Intents are asked about one at a time, the longest unasked first, each again when it has become a quarter older or after
 * an hour. Several workers share them: each takes one that no other is about to take, and asking twice would do no harm.
 */
@Injectable()
export class CompleterService implements OnModuleDestroy {
  private readonly logger = new Logger('Card payments');
  private sweeping: Promise<void> | undefined;
  private isStopped = false;

  constructor(
    private readonly db: DataSource,
    private readonly provider: CardProvider,
    private readonly settlements: SettlementsService,
  ) {}

  @Interval(SWEEP_MS)
  async tick(): Promise<void> {
    if (this.sweeping) return;
    this.sweeping = this.sweep()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'Open intents could not be looked for'))
      .finally(() => {
        this.sweeping = undefined;
      });
    await this.sweeping;
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    await this.sweeping;
  }

  /**
   * Asks about open intents, 50 at most. What goes wrong with one does not keep the others waiting.
   * @param age how old an intent must be, in milliseconds
   * @param longestPause after which an intent is asked about again, however old it is, in milliseconds
   */
  async sweep(age = MINUTE_MS, longestPause = HOUR_MS): Promise<void> {
    const seen: string[] = [];
    const failures: unknown[] = [];
    while (!this.isStopped && seen.length < MOST_AT_ONCE && failures.length < MOST_FAILURES) {
      const asked = await this.next(age, longestPause, seen);
      if (!asked) break;
      seen.push(asked.id);
      try {
        await this.complete(asked);
      } catch (error) {
        if (isProviderDown(error)) failures.push(error);
        else this.logger.error({ err: error }, `Intent ${asked.id} could not be completed`);
      }
    }
    if (failures.length === 0) return;
    this.logger.error({ err: failures[0] }, `The card provider did not answer about ${failures.length} open intents`);
  }

  /** Takes the intent that has waited longest for a question, and writes down that it is asked about now. */
  private next(age: number, longestPause: number, seen: string[]): Promise<PaymentIntent | null> {
    return inTransaction(this.db, async (tx) => {
      const [[row]]: [{ id: string }[], number] = await tx.query(
        `UPDATE payment_intents SET checked_at = now() WHERE id = (
           SELECT id FROM payment_intents
           WHERE settled_at IS NULL AND closed_at IS NULL AND id <> ALL ($3)
             AND created_at <= now() - $1 * interval '1 ms'
             AND (checked_at IS NULL
               OR checked_at <= now() - least((checked_at - created_at) / 4, $2 * interval '1 ms'))
           ORDER BY checked_at NULLS FIRST, created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING id`,
        [age, longestPause, seen],
      );
      return row ? tx.findOneBy(PaymentIntent, { id: row.id }) : null;
    });
  }

  private async complete(asked: PaymentIntent): Promise<void> {
    let told = await this.provider.intent(asked.id);
    const isFinal = told.status === 'succeeded' || told.status === 'canceled';
    // Canceling one that succeeded meanwhile tells so, and its money is booked.
    if (!isFinal && !(await this.isWaitedFor(asked))) told = await this.provider.cancelIntent(asked.id);
    await this.settlements.conclude(asked, told);
  }

  /** Whether its money would still go where it was meant to. A paid or cancelled order never waits for money again. */
  private async isWaitedFor({ orderId, createdAt }: PaymentIntent): Promise<boolean> {
    if (!orderId) return Date.now() - createdAt.getTime() < DEPOSIT_WINDOW_MS;
    const { isPaid, isCancelled } = await this.db.manager.findOneByOrFail(Order, { id: orderId });
    return !isPaid && !isCancelled;
  }
}
