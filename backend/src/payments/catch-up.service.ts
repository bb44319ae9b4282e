import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Stripe } from 'stripe';
import { DataSource } from 'typeorm';
import { ShopError } from '../common/shop-error.js';
import { CardProvider, isProviderDown } from './card-provider.js';
import { WebhooksService } from './webhooks.service.js';

const EVERY_MS = 5 * 60_000;
/** Read again each time, for clocks that differ and events that the provider lists late. */
const OVERLAP_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
/** The provider lists no older ones. */
const KEPT_MS = 30 * DAY_MS;
/** What the shop has refused for so long is given up, as the provider does with its webhooks. */
const PATIENCE_MS = 3 * DAY_MS;

/**
 * Runs in the worker: asks the card provider what it told of refunds and disputes, and books what did not come by webhook.
 * Webhooks are lost when the shop is away for longer than the provider repeats them. (Charges need no such list: the
 * completer asks about each that is open.)
 *
 * Where it was read to is written when all of it is booked, so whoever stops in between reads it again; what is booked is
 * known by the events' ids. Several workers may read at once.
 */
@Injectable()
export class CatchUpService implements OnModuleDestroy {
  private readonly logger = new Logger('Card payments');
  private reading: Promise<void> | undefined;
  private isStopped = false;

  constructor(
    private readonly db: DataSource,
    private readonly provider: CardProvider,
    private readonly webhooks: WebhooksService,
  ) {}

  @Interval(EVERY_MS)
  async tick(): Promise<void> {
    if (this.reading) return;
    this.reading = this.read()
      .catch((error: unknown) =>
        this.logger.error({ err: error }, 'The card provider’s events could not be read; they are asked for again'),
      )
      .finally(() => {
        this.reading = undefined;
      });
    await this.reading;
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    await this.reading;
  }

  /**
   * Books the events since the last time, page by page from the latest to the oldest: their order is nothing to what is
   * booked. What goes wrong with one does not keep the others waiting; it is tried again the next time. A provider that has
   * no such list is left alone.
   * @throws ShopError 503 when the provider cannot be reached or will not answer; it is asked for the same again
   */
  async read(): Promise<void> {
    const { begin, since } = await this.span();
    let bookedTo = begin;
    let next: string | undefined;
    do {
      if (this.isStopped) return;
      const page = await this.provider.returnEvents(since, next);
      if (!page) return;
      for (const event of await this.unknown(page.events)) {
        if (this.isStopped) return;
        const end = await this.book(event);
        const created = event.created * 1_000;
        // What failed for another reason, such as a lock, is never given up: its money has left the card.
        const isOpen = end === 'failed' || (end === 'refused' && created > begin - PATIENCE_MS);
        if (isOpen) bookedTo = Math.min(bookedTo, created);
      }
      next = page.next;
    } while (next);
    await this.db.query(
      `INSERT INTO card_events_read (booked_to) VALUES ($1)
       ON CONFLICT (only_one) DO UPDATE SET booked_to = greatest(card_events_read.booked_to, excluded.booked_to)`,
      [new Date(bookedTo)],
    );
  }

  /** From when on events are asked for, the first time for all that there are; and when the asking begins, by the clock of all workers. */
  private async span(): Promise<{ begin: number; since: Date }> {
    const [row]: { now: Date; booked_to: Date | null }[] = await this.db.query(
      'SELECT now(), booked_to FROM (VALUES (1)) always LEFT JOIN card_events_read ON true',
    );
    const begin = row!.now.getTime();
    const bookedTo = row!.booked_to?.getTime();
    if (bookedTo !== undefined && bookedTo < begin - KEPT_MS) {
      this.logger.error('Refunds and disputes of more than 30 days ago may be missing: compare with the card provider');
    }
    return { begin, since: new Date(Math.max((bookedTo ?? 0) - OVERLAP_MS, begin - KEPT_MS)) };
  }

  /** Those that are not booked yet; a webhook that comes meanwhile is found out when it is booked. */
  private async unknown(events: Stripe.Event[]): Promise<Stripe.Event[]> {
    const kept: { id: string }[] = await this.db.query(
      'SELECT id FROM webhook_events WHERE id = ANY ($1) AND is_booked',
      [events.map(({ id }) => id)],
    );
    const known = new Set(kept.map(({ id }) => id));
    return events.filter(({ id }) => !known.has(id));
  }

  private async book(event: Stripe.Event): Promise<'booked' | 'refused' | 'failed'> {
    try {
      await this.webhooks.book(event);
      return 'booked';
    } catch (error) {
      if (isProviderDown(error)) throw error;
      this.logger.error({ err: error }, `The event ${event.id} could not be booked`);
      return error instanceof ShopError ? 'refused' : 'failed';
    }
  }
}
