import { MAX_CARDS } from 'contract/rules';
import { stored } from './stored';

/** The ids of the products that were viewed on this device, the last one first. They never leave it, and go with a sign-out. */
export const viewedProducts = stored<readonly number[]>('viewedProducts', (value) =>
  Array.isArray(value) ? value.filter((id): id is number => Number.isInteger(id) && id > 0).slice(0, MAX_CARDS) : [],
);

/** Puts a product first. */
export const rememberViewed = (product: number) =>
  viewedProducts.set((ids) => [product, ...ids.filter((id) => id !== product)].slice(0, MAX_CARDS));
