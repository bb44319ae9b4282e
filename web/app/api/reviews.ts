import type { Review } from 'contract/catalog';
import type { Page } from 'contract/common';
import type { AdminReview, ReviewPage, WriteReview } from 'contract/reviews';
import { api, type Query } from '~/api/http/client';
import { signed } from '~/api/http/signed';

/** One page of a product's reviews, newest first; with `rating` only those with that many stars. */
export const getReviews = (product: number, query: Query, signal?: AbortSignal) =>
  api<ReviewPage>(`/api/products/${product}/reviews/`, { query, signal });

/** Adds the user's review. @throws ApiError 400 for a second review, or with messages by field */
export const addReview = (product: number, review: WriteReview, photos: readonly File[]) =>
  signed<Review>(`/api/products/${product}/reviews/`, { method: 'POST', body: bodyOf(review, photos) });

/** A review as JSON; with photos as a multipart form. */
function bodyOf(review: WriteReview, photos: readonly File[]): WriteReview | FormData {
  if (photos.length === 0) return review;
  const form = new FormData();
  for (const [name, value] of Object.entries(review)) form.set(name, String(value));
  for (const photo of photos) form.append('photos', photo);
  return form;
}

const photoAt = (product: number, review: number, photo: number) =>
  `/api/products/${product}/reviews/${review}/photos/${photo}/`;

/** Makes a photo of a review public. */
export const approvePhoto = (product: number, review: number, photo: number) =>
  signed<void>(`${photoAt(product, review, photo)}approve/`, { method: 'POST' });

/** Deletes a photo of a review. */
export const removePhoto = (product: number, review: number, photo: number) =>
  signed<void>(photoAt(product, review, photo), { method: 'DELETE' });

/** A page of all reviews, for administrators. */
export const getAllReviews = (query: Query, signal?: AbortSignal) =>
  signed<Page<AdminReview>>('/api/reviews/', { query, signal });

export const changeReview = (product: number, id: number, body: WriteReview) =>
  signed<Review>(`/api/products/${product}/reviews/${id}/`, { method: 'PUT', body });

export const removeReview = (product: number, id: number) =>
  signed<void>(`/api/products/${product}/reviews/${id}/`, { method: 'DELETE' });
