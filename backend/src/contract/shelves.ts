import { z } from 'zod';
import { Brand } from './catalog.js';
import { PageQuery, Search, oneOf, optionalText, requiredText } from './common.js';

/** A brand or a category as the back office lists it: beside the products in the shop it counts the archived ones. */
export const AdminShelf = Brand.extend({ archived_count: z.int() }).meta({ id: 'AdminShelf' });
export type AdminShelf = z.infer<typeof AdminShelf>;

/** The texts of one; its picture comes beside them as `image`, and stays as it is when none comes. */
export const SaveShelf = z
  .object({
    title: requiredText(255, 'Vui lòng nhập tên'),
    /** Left out, it stays as it is. */
    description: optionalText(20_000).optional(),
  })
  .meta({ id: 'SaveShelf' });
export type SaveShelf = z.infer<typeof SaveShelf>;

export const SHELF_SORTS = ['title-asc', 'title-desc', 'products-asc', 'products-desc'] as const;

/** `search` is part of a title or a description. */
export const ShelfQuery = PageQuery.extend({ search: Search, sort: oneOf(SHELF_SORTS) });
export type ShelfQuery = z.infer<typeof ShelfQuery>;
