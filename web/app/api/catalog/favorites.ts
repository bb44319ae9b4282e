import type { FavoriteProduct } from 'contract/catalog/favorites';
import { signed } from '~/api/account/signed';

/** The user's favourites, newest first. */
export const listFavorites = () => signed<FavoriteProduct[]>('/api/favorites/');

/** Adds a favourite in a colour, or gives it another one. Idempotent. @param color null for none */
export const addFavorite = (product_id: number, color: number | null) =>
  signed<FavoriteProduct>('/api/favorites/', {
    method: 'POST',
    body: { product_id, ...(color !== null && { color }) },
  });

/** Removes a favourite. */
export const removeFavorite = (product_id: number) =>
  signed<void>('/api/favorites/', { method: 'DELETE', body: { product_id } });
