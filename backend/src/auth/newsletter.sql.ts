import type { DataSource } from 'typeorm';
import { nameKey } from './user.entity.js';

/** Adds a subscriber. By hand: ON CONFLICT says whether the address is new. @returns false when it was subscribed */
export async function addSubscriber(db: DataSource, email: string): Promise<boolean> {
  const added: unknown[] = await db.query(
    'INSERT INTO newsletter_subscribers (email_key, email) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING email',
    [nameKey(email), email],
  );
  return added.length > 0;
}
