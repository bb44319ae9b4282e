import { z } from 'zod';
import { Id } from './common.js';

/** The product to add to the favourites or to remove from them. */
export const Favorite = z.object({ product_id: Id }).meta({ id: 'Favorite' });
export type Favorite = z.infer<typeof Favorite>;
