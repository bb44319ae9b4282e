import type { DataSource, EntityManager } from 'typeorm';

/**
 * Stores an event; false when it is already stored. A concurrent copy blocks here until the first one has ended. By hand: ON
 * CONFLICT tells by its RETURNING which copy is the first.
 */
export async function insertEvent(
  tx: EntityManager,
  event: { id: string; type: string; intentId: string | null },
): Promise<boolean> {
  const stored: unknown[] = await tx.query(
    `INSERT INTO webhook_events (id, type, payment_intent_id, is_booked) VALUES ($1, $2, $3, true)
     ON CONFLICT DO NOTHING RETURNING id`,
    [event.id, event.type, event.intentId],
  );
  return stored.length > 0;
}

/** Stores up to when the events are booked. By hand: the position never moves back, also with several workers. */
export async function advanceBackfill(db: DataSource, bookedTo: Date): Promise<void> {
  await db.query(
    `INSERT INTO webhook_backfill (backfilled_to) VALUES ($1)
     ON CONFLICT (singleton) DO UPDATE SET backfilled_to = greatest(webhook_backfill.backfilled_to, excluded.backfilled_to)`,
    [bookedTo],
  );
}

/** Returns the backfill's position, null before its first run, and the database's clock. By hand: both in one statement. */
export async function readBackfill(db: DataSource): Promise<{ now: Date; backfilledTo: Date | null }> {
  const [row]: { now: Date; backfilledTo: Date | null }[] = await db.query(
    'SELECT now(), backfilled_to AS "backfilledTo" FROM (VALUES (1)) always LEFT JOIN webhook_backfill ON true',
  );
  return row!;
}
