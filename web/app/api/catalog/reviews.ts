import type { Review } from 'contract/catalog/catalog';
import type { Page } from 'contract/common';
import type { AdminReview, ChangeReview, OwnReview, ReviewPage, WriteReview } from 'contract/catalog/reviews';
import { api, type Query } from '~/api/http/client';
import { asUser, signed } from '~/api/account/signed';
import { upload } from '~/api/http/upload';

/** One page of a product's reviews, newest first; with `rating` only those with that many stars. */
export const listReviews = (product: number, query: Query, signal?: AbortSignal) =>
  api<ReviewPage>(`/api/products/${product}/reviews/`, { query, signal });

/**
 * Adds the user's review: as JSON, with photos as a multipart form.
 * @param onProgress called with the uploaded fraction of the photos, from 0 to 1
 * @throws ApiError 400 for a second review, or with messages by field
 */
export function createReview(
  product: number,
  review: WriteReview,
  photos: readonly File[],
  onProgress: (sent: number) => void,
): Promise<OwnReview> {
  const path = `/api/products/${product}/reviews/`;
  if (photos.length === 0) return signed<OwnReview>(path, { method: 'POST', body: review });
  const body = new FormData();
  for (const [name, value] of Object.entries(review)) body.set(name, String(value));
  for (const photo of photos) body.append('photos', photo);
  return asUser((token) => upload<OwnReview>(path, { method: 'POST', body, token, onProgress }));
}

/** The user's own review of a product, with the photos that wait for approval. @throws ApiError 404 without one */
export const getOwnReview = (product: number, signal?: AbortSignal) =>
  signed<OwnReview>(`/api/products/${product}/reviews/mine/`, { signal });

const photoAt = (product: number, review: number, photo: number) =>
  `/api/products/${product}/reviews/${review}/photos/${photo}/`;

/** Makes a photo of a review public. */
export const approvePhoto = (product: number, review: number, photo: number) =>
  signed<void>(`${photoAt(product, review, photo)}approve/`, { method: 'POST' });

/** Deletes a photo of a review. */
export const deletePhoto = (product: number, review: number, photo: number) =>
  signed<void>(photoAt(product, review, photo), { method: 'DELETE' });

/** A page of all reviews, for administrators. */
export const listAllReviews = (query: Query, signal?: AbortSignal) =>
  signed<Page<AdminReview>>('/api/reviews/', { query, signal });

export const updateReview = (product: number, id: number, body: ChangeReview) =>
  signed<Review>(`/api/products/${product}/reviews/${id}/`, { method: 'PUT', body });

export const deleteReview = (product: number, id: number) =>
  signed<void>(`/api/products/${product}/reviews/${id}/`, { method: 'DELETE' });
