import { z } from 'zod';
import { ListProduct } from './catalog.js';
import { Id } from '../common.js';

/** The product to add to the favourites or to remove from them; `color` is the one in which it is added. */
export const Favorite = z.object({ product_id: Id, color: Id.optional() }).meta({ id: 'Favorite' });
export type Favorite = z.infer<typeof Favorite>;

/** A favourite, and the id of the colour in which it was added: null for none, or one that the product no longer comes in. */
export const FavoriteProduct = ListProduct.extend({ favorite_color: Id.nullable() }).meta({ id: 'FavoriteProduct' });
export type FavoriteProduct = z.infer<typeof FavoriteProduct>;
