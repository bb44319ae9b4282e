import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ShopError } from '../common/shop-error.js';
import type { Review as ReviewOnTheWire } from '../contract/catalog.js';
import type { AdminReview, AdminReviewsQuery, WriteReview } from '../contract/reviews.js';
import { TEXTS } from '../contract/rules.js';
import { Review } from './review.entity.js';
import { ONE_REVIEW, allReviews } from './reviews.sql.js';

/**
 * What shoppers say of products. Average, count and histogram follow in the same transaction, by triggers and by what is
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
    return this.one(row.id);
  }

  /** Every review that fits, newest first, and how many there are; those of archived products too. */
  async list(query: AdminReviewsQuery, slice: { skip: number; take: number }): Promise<[AdminReview[], number]> {
    const { text, values } = allReviews(query, slice);
    const [row]: { reviews: AdminReview[]; total: number }[] = await this.db.query(text, values);
    return row ? [row.reviews, row.total] : [[], 0];
  }

  /** Rewrites a review of this product. @throws ShopError 404, also when it is of another product */
  async change(productId: number, id: number, { rating, comment }: WriteReview): Promise<ReviewOnTheWire> {
    const { affected } = await this.db.manager.update(Review, { id, productId }, { rating, comment });
    if (!affected) throw notFound();
    return this.one(id);
  }

  /** Removes a review of this product. @throws ShopError 404, also when it is of another product */
  async remove(productId: number, id: number): Promise<void> {
    const { affected } = await this.db.manager.delete(Review, { id, productId });
    if (!affected) throw notFound();
  }

  private async one(id: number): Promise<ReviewOnTheWire> {
    const [row]: { review: ReviewOnTheWire }[] = await this.db.query(ONE_REVIEW, [id]);
    if (!row) throw notFound();
    return row.review;
  }
}

const notFound = () => ShopError.notFound('Không tìm thấy đánh giá.');
