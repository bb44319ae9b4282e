import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import type { Actor } from '../../platform/http/access.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { Review as ReviewOnTheWire } from '../../contract/catalog.js';
import type { AdminReview, AdminReviewsQuery, WriteReview } from '../../contract/reviews.js';
import { TEXTS } from '../../contract/rules.js';
import { lockReview } from '../catalog.locks.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { Review } from './review.entity.js';
import { findReview, insertReview, listReviews } from './reviews.sql.js';

/** Reviews of products. Triggers update average and count in the same transaction, and notify every process. */
@Injectable()
export class ReviewsService {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Adds a shopper's review of a product in the shop. @throws ShopError 404; 400 when the shopper has reviewed it already */
  async add(userId: number, productId: number, { rating, comment, fit = null }: WriteReview): Promise<ReviewOnTheWire> {
    const added = await insertReview(this.db, { productId, userId, rating, comment, fit });
    if (!added) throw ShopError.notFound(TEXTS.productNotFound);
    if (added.id === null) throw new ShopError(400, TEXTS.alreadyReviewed);
    return one(this.db.manager, added.id);
  }

  /** Returns a slice of the matching reviews, including those of archived products, with the total count. */
  list(query: AdminReviewsQuery, slice: { skip: number; take: number }): Promise<[AdminReview[], number]> {
    return listReviews(this.db, query, slice);
  }

  /** Changes a review of this product. @throws ShopError 404, also for a review of another product */
  change(by: Actor, productId: number, id: number, { rating, comment, fit }: WriteReview): Promise<ReviewOnTheWire> {
    return inTransaction(this.db, async (tx) => {
      const { name, ...before } = await locked(tx, productId, id);
      const after = { rating, comment, fit: fit === undefined ? before.fit : fit };
      await tx.update(Review, { id }, after);
      await recordAudit(tx, by, { action: 'update', subject: 'review', id, name, before, after });
      return one(tx, id);
    });
  }

  /** Deletes a review of this product. @throws ShopError 404, also for a review of another product */
  remove(by: Actor, productId: number, id: number): Promise<void> {
    return inTransaction(this.db, async (tx) => {
      const { name, ...before } = await locked(tx, productId, id);
      await tx.delete(Review, { id });
      await recordAudit(tx, by, { action: 'delete', subject: 'review', id, name, before });
    });
  }
}

async function one(tx: EntityManager, id: number): Promise<ReviewOnTheWire> {
  const review = await findReview(tx, id);
  if (!review) throw notFound();
  return review;
}

/** Locks a review. @returns its fields, and its name in the audit log @throws ShopError 404 */
async function locked(tx: EntityManager, productId: number, id: number) {
  const review = await lockReview(tx, productId, id);
  if (!review) throw notFound();
  return review;
}

const notFound = () => ShopError.notFound('Không tìm thấy đánh giá.');
