import { Injectable, Logger } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { Every } from '../../platform/recurring.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { CardProvider, isProviderDown, type CardEvent } from '../provider/card-provider.js';
import { ProviderEvent } from './provider-event.entity.js';
import { advanceBackfill, readBackfill } from './provider-events.sql.js';
import { ProviderEventsService } from './provider-events.service.js';

const EVERY_MS = 5 * 60_000;
/** Overlap with the previous read, for clock differences and events that the provider lists late. */
const OVERLAP_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
/** The provider lists no older events. */
const RETENTION_MS = 30 * DAY_MS;
/** Events that the shop has refused for this long are given up, as the provider does with its webhooks. */
const TIMEOUT_MS = 3 * DAY_MS;

/**
 * Runs in the worker. Lists the provider's events about refunds and disputes, and books those whose webhook was lost. Webhooks
 * are lost when the shop is down for longer than the provider retries. Charges need no such list: the payment reconciler
 * checks each open intent.
 *
 * The position is stored after all events up to it are booked, so a worker that stops in between reads them again. Booked
 * events are recognized by their ids. Several workers may read concurrently.
 */
@Injectable()
export class EventBackfill {
  readonly logger = new Logger('Card payments');

  constructor(
    private readonly db: DataSource,
    private readonly provider: CardProvider,
    private readonly events: ProviderEventsService,
  ) {}

  @Every(EVERY_MS, 'The card provider’s events could not be read, and the next run tries again')
  tick(signal?: AbortSignal): Promise<void> {
    return this.read(signal);
  }

  /**
   * Books the events since the last run, page by page from the latest to the oldest; their order does not matter. A failure of
   * one does not stop the others; the next run tries it again. Does nothing for a provider without an event list.
   * @param signal stops it after the event that it books
   * @throws ShopError 503 when the provider cannot be reached or will not answer; the next run reads the same events again
   */
  async read(signal?: AbortSignal): Promise<void> {
    const { begin, since } = await this.span();
    let bookedTo = begin;
    let next: string | undefined;
    do {
      if (signal?.aborted) return;
      const page = await this.provider.listChargebackEvents(since, next);
      if (!page) return;
      for (const event of await this.unbooked(page.events)) {
        if (signal?.aborted) return;
        const outcome = await this.book(event);
        const created = event.createdAt.getTime();
        // An event that failed for another reason, such as a lock, is never given up: its money has left the card.
        const isOpen = outcome === 'failed' || (outcome === 'refused' && created > begin - TIMEOUT_MS);
        if (isOpen) bookedTo = Math.min(bookedTo, created);
      }
      next = page.next;
    } while (next);
    await advanceBackfill(this.db, new Date(bookedTo));
  }

  /** Returns from when on to read, at first as far back as the provider lists, and when the read begins, by the database's clock. */
  private async span(): Promise<{ begin: number; since: Date }> {
    const { now, backfilledTo } = await readBackfill(this.db);
    const begin = now.getTime();
    const bookedTo = backfilledTo?.getTime();
    if (bookedTo !== undefined && bookedTo < begin - RETENTION_MS) {
      this.logger.error('Refunds and disputes of more than 30 days ago may be missing: compare with the card provider');
    }
    return { begin, since: new Date(Math.max((bookedTo ?? 0) - OVERLAP_MS, begin - RETENTION_MS)) };
  }

  /** Returns the events that are not booked yet. A webhook that arrives meanwhile is detected when the event is booked. */
  private async unbooked(events: CardEvent[]): Promise<CardEvent[]> {
    const ids = events.map(({ id }) => id);
    const booked = await this.db.manager.findBy(ProviderEvent, { id: In(ids), isBooked: true });
    const known = new Set(booked.map(({ id }) => id));
    return events.filter(({ id }) => !known.has(id));
  }

  private async book(event: CardEvent): Promise<'booked' | 'refused' | 'failed'> {
    try {
      await this.events.book(event);
      return 'booked';
    } catch (error) {
      if (isProviderDown(error)) throw error;
      this.logger.error({ err: error }, `The event ${event.id} could not be booked`);
      // A refusal of the provider (503) is not the shop's: the money has left the card, and the key may be mended.
      return error instanceof ShopError && error.status !== 503 ? 'refused' : 'failed';
    }
  }
}
