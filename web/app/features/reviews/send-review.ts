import type { WriteReview } from 'contract/catalog/reviews';
import { TEXTS } from 'contract/rules';
import { keepPhotos, photosFor } from './photos/photo-drafts';
import { ApiError, failedWith, sentenceOf } from '~/api/http/client';
import { createReview } from '~/api/catalog/reviews';
import { dropReviewDraft } from './review-drafts';
import { currentUser, type UserInfo } from '~/api/account/session';
import { uploadProgress } from './photos/upload-progress';
import { toast } from '~/components/feedback/toast';

/** Milliseconds after which every page shows a change, see decision 18: the page that loads again is to show the review. */
const PAGES_FOLLOW_MS = 200;

/** The result of sending a review. */
export interface ReviewAnswer {
  isSent: boolean;
  /** Errors by field. */
  fields: Record<string, string[]>;
  /** Any other error. */
  error: string | null;
}

/** Sends a review, deletes its draft and waits until pages show it. A rejected review keeps its draft. */
export async function sendReview(product: number, { rating, comment, fit }: WriteReview): Promise<ReviewAnswer> {
  const fields: Record<string, string[]> = {};
  if (rating < 1) fields.rating = ['Vui lòng chọn số sao'];
  if (comment.trim() === '') fields.comment = ['Vui lòng nhập nhận xét'];
  if (Object.keys(fields).length > 0) return { isSent: false, fields, error: null };
  const user = currentUser();
  try {
    const photos = user ? photosFor(product, user.id) : [];
    await createReview(product, { rating, comment, ...(fit && { fit }) }, photos, uploadProgress.set);
  } catch (error) {
    // Only a photo can be too large or of a wrong type.
    if (failedWith(error, 413, 415)) return { isSent: false, fields: { photos: [sentenceOf(error)] }, error: null };
    // An attempt whose answer was lost may have sent it: the page shows what the shop has.
    if (failedWith(error, 400) && error.message === TEXTS.alreadyReviewed) {
      toast(TEXTS.alreadyReviewed);
      return sent(product, user);
    }
    const wrong = error instanceof ApiError ? error.fields : {};
    const isOfField = Object.keys(wrong).length > 0;
    const sentence = isOfField ? null : sentenceOf(error, 'Đã xảy ra lỗi khi gửi đánh giá');
    return { isSent: false, fields: wrong, error: sentence };
  } finally {
    uploadProgress.set(null);
  }
  toast('Đánh giá của bạn đã được gửi thành công!');
  return sent(product, user);
}

/** Drops the draft of a review that the shop has, and waits until pages show it. */
async function sent(product: number, user: UserInfo | null): Promise<ReviewAnswer> {
  if (user) {
    dropReviewDraft(product, user.id);
    keepPhotos(product, user.id, []);
  }
  await new Promise((resolve) => setTimeout(resolve, PAGES_FOLLOW_MS));
  return { isSent: true, fields: {}, error: null };
}
