import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { counter } from '../../platform/metrics/registry.js';
import { Every } from '../../platform/recurring.js';
import { readTime } from '../../platform/database/read-time.sql.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { Order } from '../../orders/order/order.entity.js';
import { CardProvider, isProviderDown, type ProviderIntent } from '../provider/card-provider.js';
import { takeNextOpen, type CheckTurn } from '../intents/open-intents.sql.js';
import { PaymentIntent } from '../intents/payment-intent.entity.js';
import { DEPOSIT_WINDOW_MS, SettlementsService } from '../intents/settlements.service.js';

const checks = counter('may_reconciler_checks_total', 'Open intents checked at the card provider, by result.', {
  result: ['checked', 'failed', 'provider_down'],
});

const SWEEP_MS = 15_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MAX_PER_SWEEP = 50;
/** The kinds that take turns in a sweep, so that many open deposits or many new intents do not delay the others. */
const TURNS: readonly [CheckTurn, ...CheckTurn[]] = [
  { purpose: 'order', isFirst: true },
  { purpose: 'deposit', isFirst: true },
  { purpose: 'order', isFirst: false },
  { purpose: 'deposit', isFirst: false },
];
/** After this many failures of the provider, a sweep stops. */
const MAX_FAILURES = 3;

/**
 * Runs in the worker. Checks every intent that is still open after a minute at the card provider, because the page may never
 * have confirmed it and the webhook may have been lost. Cancels intents whose money is no longer needed, and closes those that were
 * unknown to the provider for a day.
 *
 * Intents are checked one at a time: half of them for orders, first checks and later ones in turn, the least recently checked first.
 * Each is checked again after a quarter of its age or an hour.
 * Several workers share them: each takes one that no other has locked. Checking twice is harmless.
 */
@Injectable()
export class PaymentReconciler {
  readonly logger = new Logger('Card payments');

  constructor(
    private readonly db: DataSource,
    private readonly provider: CardProvider,
    private readonly settlements: SettlementsService,
  ) {}

  @Every(SWEEP_MS, 'The open intents could not be read')
  tick(signal?: AbortSignal): Promise<void> {
    return this.sweep(MINUTE_MS, HOUR_MS, signal);
  }

  /**
   * Checks open intents, 50 at most. A failure of one does not stop the others.
   * @param age the minimum age of an intent, in milliseconds
   * @param maxPause the maximum time until an intent is checked again, in milliseconds
   * @param signal stops it after the intent that it checks
   */
  async sweep(age = MINUTE_MS, maxPause = HOUR_MS, signal?: AbortSignal): Promise<void> {
    const checked: string[] = [];
    const failures: unknown[] = [];
    while (!signal?.aborted && checked.length < MAX_PER_SWEEP && failures.length < MAX_FAILURES) {
      const intent = await this.next(age, maxPause, checked);
      if (!intent) break;
      checked.push(intent.id);
      try {
        await this.reconcile(intent);
        checks.inc({ result: 'checked' });
      } catch (error) {
        const isDown = isProviderDown(error);
        checks.inc({ result: isDown ? 'provider_down' : 'failed' });
        if (isDown) failures.push(error);
        else this.logger.error({ err: error }, `Intent ${intent.id} could not be reconciled`);
      }
    }
    if (failures.length === 0) return;
    this.logger.error({ err: failures[0] }, `The card provider did not answer about ${failures.length} open intents`);
  }

  /** Takes the intent whose turn it is and marks it as checked now. */
  private next(age: number, maxPause: number, checked: string[]): Promise<PaymentIntent | null> {
    return inTransaction(this.db, async (tx) => {
      const turn = TURNS[checked.length % TURNS.length] ?? TURNS[0];
      const id = await takeNextOpen(tx, age, maxPause, checked, turn);
      return id === undefined ? null : tx.findOneBy(PaymentIntent, { id });
    });
  }

  private async reconcile(intent: PaymentIntent): Promise<void> {
    const charge = await this.settlements.readOrCloseUnknown(intent, () => this.readOrCancel(intent));
    if (charge) await this.settlements.conclude(intent, charge);
  }

  /** Reads an intent, and cancels it when its money is no longer needed. */
  private async readOrCancel(intent: PaymentIntent): Promise<ProviderIntent> {
    const charge = await this.provider.intent(intent.id);
    if (charge.status !== 'open' || (await this.isStillNeeded(intent))) return charge;
    // Canceling an intent that succeeded meanwhile returns it as succeeded, and its money is booked.
    return this.provider.cancelIntent(intent.id);
  }

  /** True while the intent's money is still needed: for an unpaid order, or for a deposit within its window. */
  private async isStillNeeded({ orderId, createdAt }: PaymentIntent): Promise<boolean> {
    if (!orderId) return (await readTime(this.db)).getTime() - createdAt.getTime() < DEPOSIT_WINDOW_MS;
    const { isPaid, isCancelled } = await this.db.manager.findOneByOrFail(Order, { id: orderId });
    return !isPaid && !isCancelled;
  }
}
