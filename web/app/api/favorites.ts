import type { ListProduct } from 'contract/catalog';
import { signed } from '~/api/http/signed';

/** The user's favourites, newest first. */
export const getFavorites = (signal?: AbortSignal) => signed<ListProduct[]>('/api/favorites/', { signal });

/** Adds a favourite. Idempotent. */
export const addFavorite = (product_id: number) =>
  signed<ListProduct>('/api/favorites/', { method: 'POST', body: { product_id } });

/** Removes a favourite. */
export const removeFavorite = (product_id: number) =>
  signed<void>('/api/favorites/', { method: 'DELETE', body: { product_id } });
