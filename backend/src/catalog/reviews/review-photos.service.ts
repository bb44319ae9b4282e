import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import { MAX_REVIEW_PHOTO_BYTES } from '../../contract/rules.js';
import { MediaService } from '../../media/media.service.js';
import { pictureUrl } from '../../media/picture-url.js';
import type { PictureKind } from '../../media/picture.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { Actor, Principal } from '../../platform/http/access.js';
import { lockReview } from './review.locks.js';
import { ReviewPhoto } from './review-photo.entity.js';

/** A photo of a review shows a person: its URL is random, so nobody finds it before it is approved. */
const REVIEW_PHOTO: PictureKind = { maxBytes: MAX_REVIEW_PHOTO_BYTES, largestSide: 1_600, isPersonal: true };

/** The photos of reviews. An administrator approves each before it is public; the trigger then tells every process. */
@Injectable()
export class ReviewPhotosService {
  constructor(
    private readonly db: DataSource,
    private readonly media: MediaService,
  ) {}

  /**
   * Decodes uploaded photos, which takes long, then runs `write` in the transaction that stores them. On a failure nothing of
   * them stays.
   * @param write adds the review and returns its id and a result
   * @throws ShopError 413, 415 or 429 for a photo; StoreUnavailable
   */
  withPhotos<T>(
    me: Pick<Principal, 'isAdmin'>,
    uploads: readonly Buffer[],
    write: (tx: EntityManager, attach: (reviewId: number) => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const upload = { kind: REVIEW_PHOTO, lane: me.isAdmin ? 'admin' : 'user', fieldOf: () => 'photos' } as const;
    return this.media.withPictures(uploads, upload, (tx, hashes) =>
      write(tx, async (reviewId) => {
        if (hashes.length === 0) return;
        await tx.insert(
          ReviewPhoto,
          hashes.map((mediaHash, position) => ({ reviewId, position, mediaHash, approvedAt: null })),
        );
      }),
    );
  }

  /** Makes a photo public; nothing happens to one that is. @throws ShopError 404 */
  approve(actor: Actor, address: PhotoAddress): Promise<void> {
    return inTransaction(this.db, async (tx) => {
      const { photo, name } = await this.locked(tx, address);
      if (photo.approvedAt) return;
      await tx.update(ReviewPhoto, { id: photo.id }, { approvedAt: new Date() });
      const after = { image: pictureUrl(photo.mediaHash) };
      await recordAudit(tx, actor, { action: 'approve', subject: 'review', id: photo.reviewId, name, after });
    });
  }

  /** Deletes a photo and its files, for its author and for administrators. @throws ShopError 404, also for anybody else */
  async remove(actor: Actor, address: PhotoAddress): Promise<void> {
    const hash = await inTransaction(this.db, async (tx) => {
      const { photo, name, userId } = await this.locked(tx, address);
      if (userId !== actor.id && !actor.isAdmin) throw notFound();
      await tx.delete(ReviewPhoto, { id: photo.id });
      if (userId !== actor.id) {
        const before = { image: pictureUrl(photo.mediaHash) };
        await recordAudit(tx, actor, { action: 'reject', subject: 'review', id: photo.reviewId, name, before });
      }
      return photo.mediaHash;
    });
    await this.media.discard(hash);
  }

  /** Deletes the files of deleted photos; call it after the commit. */
  async discard(hashes: readonly string[]): Promise<void> {
    for (const hash of hashes) await this.media.discard(hash);
  }

  private async locked(tx: EntityManager, { productId, reviewId, id }: PhotoAddress) {
    const review = await lockReview(tx, productId, reviewId);
    const photo = review && (await tx.findOneBy(ReviewPhoto, { id, reviewId }));
    if (!review || !photo) throw notFound();
    return { photo, name: review.name, userId: review.userId };
  }
}

/** Names a photo: of a review of a product. */
export interface PhotoAddress {
  productId: number;
  reviewId: number;
  id: number;
}

const notFound = () => ShopError.notFound('Không tìm thấy ảnh.');
