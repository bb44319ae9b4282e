import type { EntityManager } from 'typeorm';
import type { Review } from './review.entity.js';

type LockedReview = Pick<Review, 'rating' | 'comment' | 'fit' | 'userId'> & { name: string };

/** Locks a review. @returns its fields, and its name in the audit log; undefined if the product has no such review */
export async function lockReview(tx: EntityManager, productId: number, id: number): Promise<LockedReview | undefined> {
  const [review]: LockedReview[] = await tx.query(
    `SELECT r.rating, r.comment, r.fit, r.user_id AS "userId", 'Khách #' || r.user_id || ' · ' || p.name AS name
     FROM reviews r JOIN products p ON p.id = r.product_id
     WHERE r.id = $1 AND r.product_id = $2 FOR UPDATE OF r`,
    [id, productId],
  );
  return review;
}
