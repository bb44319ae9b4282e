import { Injectable } from '@nestjs/common';
import type { Stripe } from 'stripe';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../db/transaction.js';
import { CardProvider } from './card-provider.js';
import { CardReturnsService } from './card-returns.service.js';
import { PaymentIntent } from './payment-intent.entity.js';
import { close, settle } from './settle.js';

/** What the card provider tells on its own. Its events come late, twice and in any order. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly db: DataSource,
    private readonly provider: CardProvider,
    private readonly returns: CardReturnsService,
  ) {}

  /**
   * Books an event that the provider sent, see `book`.
   * @param payload the body as it came, byte for byte
   * @throws ShopError 400 unless the provider signed it; 400 and 503 as below, and the provider sends it again
   */
  async receive(payload: Buffer, signature: string): Promise<void> {
    await this.book(await this.provider.event(payload, signature));
  }

  /**
   * Books what an event tells of, and keeps the event with it: a second copy changes nothing. Events that ask nothing of
   * the shop are kept too, also those of intents that it did not ask for.
   * @throws ShopError 400 when it tells of a charge that is not what was asked for, 503 when the provider must be asked and
   *   cannot be; the event is not kept then
   */
  async book(event: Stripe.Event): Promise<void> {
    const returned = ABOUT_RETURNS.test(event.type) && (await this.intentOf(event));
    // A copy makes it look again, and finds nothing more to book.
    if (returned) return this.returns.look(returned, (tx) => isNews(tx, event));
    await inTransaction(this.db, async (tx) => {
      if (await isNews(tx, event)) await book(tx, event);
    });
  }

  private intentOf(event: Stripe.Event): Promise<PaymentIntent | null> {
    return this.db.manager.findOneBy(PaymentIntent, { id: intentIdOf(event) ?? '' });
  }
}

/** Events after which the shop asks what a card took back; what they say of it is not believed. */
const ABOUT_RETURNS = /^(refund\.|charge\.(refund(ed|\.)|dispute\.))/;

/** Keeps an event; false when it was kept before. A copy that comes at the same time waits here for the first one's end. */
async function isNews(tx: EntityManager, event: Stripe.Event): Promise<boolean> {
  const kept: unknown[] = await tx.query(
    `INSERT INTO webhook_events (id, type, payment_intent_id, is_booked) VALUES ($1, $2, $3, true)
     ON CONFLICT DO NOTHING RETURNING id`,
    [event.id, event.type, intentIdOf(event)],
  );
  return kept.length > 0;
}

async function book(tx: EntityManager, event: Stripe.Event): Promise<void> {
  // A failed charge changes nothing: another card may be tried.
  if (event.type !== 'payment_intent.succeeded' && event.type !== 'payment_intent.canceled') return;
  const told = event.data.object;
  const asked = await tx.findOneBy(PaymentIntent, { id: told.id });
  if (!asked) return;
  if (event.type === 'payment_intent.succeeded') await settle(tx, asked, told, { is: 'provider' });
  else await close(tx, asked);
}

/** The intent that an event is about; null when it is about none. */
function intentIdOf({ data }: Stripe.Event): string | null {
  const { object, id, payment_intent } = data.object as { object?: string; id?: string; payment_intent?: unknown };
  if (object === 'payment_intent') return id ?? null;
  return typeof payment_intent === 'string' ? payment_intent : null;
}
