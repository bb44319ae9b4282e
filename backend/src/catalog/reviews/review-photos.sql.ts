import type { EntityManager } from 'typeorm';
import { pictureUrlSql } from '../../media/media.sql.js';

/*
 * Photos of reviews. By hand: PostgreSQL writes the contract's JSON, and a deletion returns the hashes of what it deleted.
 */

/** All photos of a review `r` as the contract shows them to its author. */
export const PHOTOS_JSON = `SELECT coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'image', ${pictureUrlSql('f.media_hash')},
  'is_approved', f.approved_at IS NOT NULL) ORDER BY f.position), '[]') FROM review_photos f WHERE f.review_id = r.id`;

/** The condition that a review `r` has a photo that waits for approval. */
export const HAS_PENDING_PHOTO = 'r.id IN (SELECT review_id FROM review_photos WHERE approved_at IS NULL)';

/** The hashes of the photos of a product's reviews. */
export function photosOfProduct(tx: EntityManager, productId: number): Promise<string[]> {
  return hashes(
    tx,
    'SELECT media_hash FROM review_photos WHERE review_id IN (SELECT id FROM reviews WHERE product_id = $1)',
    productId,
  );
}

/** Deletes the photos of a review. @returns their hashes */
export function deletePhotosOfReview(tx: EntityManager, reviewId: number): Promise<string[]> {
  return deleted(tx, 'DELETE FROM review_photos WHERE review_id = $1 RETURNING media_hash', reviewId);
}

/** Deletes the photos of all of a user's reviews. @returns their hashes */
export function deletePhotosOfUser(tx: EntityManager, userId: number): Promise<string[]> {
  return deleted(
    tx,
    'DELETE FROM review_photos WHERE review_id IN (SELECT id FROM reviews WHERE user_id = $1) RETURNING media_hash',
    userId,
  );
}

type Row = { media_hash: string };

async function hashes(tx: EntityManager, statement: string, id: number): Promise<string[]> {
  const rows: Row[] = await tx.query(statement, [id]);
  return rows.map(({ media_hash }) => media_hash);
}

async function deleted(tx: EntityManager, statement: string, id: number): Promise<string[]> {
  const [rows]: [Row[], number] = await tx.query(statement, [id]);
  return rows.map(({ media_hash }) => media_hash);
}
