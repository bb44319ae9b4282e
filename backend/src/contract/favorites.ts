import { z } from 'zod';
import { Id } from './common.js';

/** The product that a favourite is made of, or no longer. */
export const Favorite = z.object({ product_id: Id }).meta({ id: 'Favorite' });
export type Favorite = z.infer<typeof Favorite>;
