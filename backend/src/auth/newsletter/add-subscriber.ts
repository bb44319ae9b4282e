import type { DataSource } from 'typeorm';
import { nameKey } from '../users/user.entity.js';
import { NewsletterSubscriber } from './newsletter-subscriber.entity.js';

/** Adds a subscriber. @returns false when the address is already subscribed, ignoring case */
export async function addSubscriber(db: DataSource, email: string): Promise<boolean> {
  const insert = db.createQueryBuilder().insert().into(NewsletterSubscriber);
  const result = await insert
    .values({ emailKey: nameKey(email), email })
    .orIgnore()
    .execute();
  // RETURNING contains only an inserted row.
  return (result.raw as unknown[]).length > 0;
}
