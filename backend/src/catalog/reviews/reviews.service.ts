import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import type { Actor } from '../../platform/http/access.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { Review as ReviewOnTheWire } from '../../contract/catalog.js';
import type { AdminReview, AdminReviewsQuery, WriteReview } from '../../contract/reviews.js';
import { TEXTS } from '../../contract/rules.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { Review } from './review.entity.js';
import { LOCKED_REVIEW, ONE_REVIEW, allReviews } from './reviews.sql.js';

/**
 * Reviews of products. Average, count and histogram follow in the same transaction, by triggers and by what is
 * read; they also tell every process that the catalogue has changed.
 */
@Injectable()
export class ReviewsService {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /**
   * Adds a shopper's review of a product in the shop, one in all: of several at once the unique key takes the first.
   * @throws ShopError 404, 400 when there is one already
   */
  async add(userId: number, product: number, { rating, comment }: WriteReview): Promise<ReviewOnTheWire> {
    const [row]: { id: number | null }[] = await this.db.query(
      `WITH product AS (SELECT id FROM products WHERE id = $1 AND archived_at IS NULL FOR KEY SHARE),
       added AS (INSERT INTO reviews (product_id, user_id, rating, comment) SELECT id, $2, $3, $4 FROM product
         ON CONFLICT (product_id, user_id) DO NOTHING RETURNING id)
       SELECT added.id FROM product LEFT JOIN added ON true`,
      [product, userId, rating, comment],
    );
    if (!row) throw ShopError.notFound(TEXTS.productNotFound);
    if (row.id === null) throw new ShopError(400, TEXTS.alreadyReviewed);
    return one(this.db.manager, row.id);
  }

  /** Every review that fits, newest first, and how many there are; those of archived products too. */
  async list(query: AdminReviewsQuery, slice: { skip: number; take: number }): Promise<[AdminReview[], number]> {
    const { text, values } = allReviews(query, slice);
    const [row]: { reviews: AdminReview[]; total: number }[] = await this.db.query(text, values);
    return row ? [row.reviews, row.total] : [[], 0];
  }

  /** Rewrites a review of this product. @throws ShopError 404, also when it is of another product */
  change(by: Actor, productId: number, id: number, { rating, comment }: WriteReview): Promise<ReviewOnTheWire> {
    return inTransaction(this.db, async (tx) => {
      const { name, ...before } = await locked(tx, productId, id);
      const after = { rating, comment };
      await tx.update(Review, { id }, after);
      await recordAudit(tx, by, { action: 'update', subject: 'review', id, name, before, after });
      return one(tx, id);
    });
  }

  /** Removes a review of this product. @throws ShopError 404, also when it is of another product */
  remove(by: Actor, productId: number, id: number): Promise<void> {
    return inTransaction(this.db, async (tx) => {
      const { name, ...before } = await locked(tx, productId, id);
      await tx.delete(Review, { id });
      await recordAudit(tx, by, { action: 'delete', subject: 'review', id, name, before });
    });
  }
}

async function one(tx: EntityManager, id: number): Promise<ReviewOnTheWire> {
  const [row]: { review: ReviewOnTheWire }[] = await tx.query(ONE_REVIEW, [id]);
  if (!row) throw notFound();
  return row.review;
}

/** A review as it is, until the transaction ends. */
async function locked(tx: EntityManager, productId: number, id: number) {
  const [review]: { rating: number; comment: string; name: string }[] = await tx.query(LOCKED_REVIEW, [id, productId]);
  if (!review) throw notFound();
  return review;
}

const notFound = () => ShopError.notFound('Không tìm thấy đánh giá.');
