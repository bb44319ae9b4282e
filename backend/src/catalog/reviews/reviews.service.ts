import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import type { Actor, Principal } from '../../platform/http/access.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { expectUnchanged } from '../../platform/errors/stale-edit.js';
import type {
  AdminReview,
  AdminReviewsQuery,
  ChangeReview,
  OwnReview,
  WriteReview,
} from '../../contract/catalog/reviews.js';
import { TEXTS } from '../../contract/rules.js';
import { lockAccountForReference } from '../../auth/users/user.locks.js';
import { lockReview } from './review.locks.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { Review } from './review.entity.js';
import { deletePhotosOfReview } from './review-photos.sql.js';
import { ReviewPhotosService } from './review-photos.service.js';
import { findOwnReview, findReview, insertReview, listReviews } from './reviews.sql.js';

/** Reviews of products. Triggers update average and count in the same transaction, and notify every process. */
@Injectable()
export class ReviewsService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly photos: ReviewPhotosService,
  ) {}

  /**
   * Adds a shopper's review of a product in the shop, with photos that wait for approval.
   * @throws ShopError 404; 400 when the shopper has reviewed it already; 401 for a closed account; 413, 415 or 429 for a photo
   */
  add(
    me: Pick<Principal, 'id' | 'isAdmin'>,
    productId: number,
    { rating, comment, fit = null }: WriteReview,
    uploads: readonly Buffer[] = [],
  ): Promise<OwnReview> {
    return this.photos.withPhotos(me, uploads, async (tx, attach) => {
      // The account may have been deleted while the photos were decoded. Nothing would erase a review that is added after that.
      await lockAccountForReference(tx, me.id);
      const added = await insertReview(tx, { productId, userId: me.id, rating, comment, fit });
      if (!added) throw ShopError.notFound(TEXTS.productNotFound);
      if (added.id === null) throw new ShopError(400, TEXTS.alreadyReviewed);
      await attach(added.id);
      return one(tx, added.id);
    });
  }

  /** Returns the shopper's own review of a product. @throws ShopError 404 without one */
  async own(userId: number, productId: number): Promise<OwnReview> {
    const id = await findOwnReview(this.db.manager, userId, productId);
    if (id === undefined) throw notFound();
    return one(this.db.manager, id);
  }

  /** Returns a slice of the matching reviews, including those of archived products, with the total count. */
  list(query: AdminReviewsQuery, slice: { skip: number; take: number }): Promise<[AdminReview[], number]> {
    return listReviews(this.db, query, slice);
  }

  /**
   * Changes a review of this product.
   * @throws ShopError 404, also for a review of another product; 409 when it is no longer as its editor saw it
   */
  change(actor: Actor, productId: number, id: number, { rating, comment, fit, was }: ChangeReview): Promise<OwnReview> {
    return inTransaction(this.db, async (tx) => {
      const { name, userId: _author, ...before } = await locked(tx, productId, id);
      expectUnchanged(before, was, 'Đánh giá');
      const after = { rating, comment, fit: fit === undefined ? before.fit : fit };
      await tx.update(Review, { id }, after);
      await recordAudit(tx, actor, {
        action: 'update',
        subject: 'review',
        id,
        name,
        before: wordless(before),
        after: { ...wordless(after), ...(comment !== before.comment && { comment: 'đã sửa' }) },
      });
      return one(tx, id);
    });
  }

  /** Deletes a review of this product with its photos. @throws ShopError 404, also for a review of another product */
  async remove(actor: Actor, productId: number, id: number): Promise<void> {
    const photos = await inTransaction(this.db, async (tx) => {
      const { name, userId: _author, ...before } = await locked(tx, productId, id);
      const hashes = await deletePhotosOfReview(tx, id);
      await tx.delete(Review, { id });
      await recordAudit(tx, actor, { action: 'delete', subject: 'review', id, name, before: wordless(before) });
      return hashes;
    });
    await this.photos.discard(photos);
  }
}

/** A review in the audit log, without the shopper's words: the log outlives the review. */
const wordless = ({ rating, fit }: Pick<Review, 'rating' | 'fit'>) => ({ rating, fit });

async function one(tx: EntityManager, id: number): Promise<OwnReview> {
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
