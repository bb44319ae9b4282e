import type { ListProduct } from 'contract/catalog';
import { signed } from '~/api/http/signed';

/** The user's favourites, newest first. */
export const getFavorites = (signal?: AbortSignal) => signed<ListProduct[]>('/api/favorites/', { signal });

/** Makes a product a favourite, as often as it is asked. */
export const addFavorite = (product_id: number) =>
  signed<ListProduct>('/api/favorites/', { method: 'POST', body: { product_id } });

/** Makes it none. */
export const removeFavorite = (product_id: number) =>
  signed<void>('/api/favorites/', { method: 'DELETE', body: { product_id } });
