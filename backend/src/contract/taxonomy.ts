import { z } from 'zod';
import { Brand } from './catalog.js';
import { PageQuery, Search, oneOf, optionalText, requiredText } from './common.js';

/** A brand or a category as the back office lists it: beside the products in the shop it counts the archived ones. */
export const AdminTaxonomyItem = Brand.extend({ archived_count: z.int() }).meta({ id: 'AdminTaxonomyItem' });
export type AdminTaxonomyItem = z.infer<typeof AdminTaxonomyItem>;

/** The texts of one; its picture comes beside them as `image`, and stays as it is when none comes. */
export const SaveTaxonomyItem = z
  .object({
    title: requiredText(255, 'Vui lòng nhập tên'),
    /** Left out, it stays as it is. */
    description: optionalText(20_000).optional(),
  })
  .meta({ id: 'SaveTaxonomyItem' });
export type SaveTaxonomyItem = z.infer<typeof SaveTaxonomyItem>;

export const TAXONOMY_SORTS = ['title-asc', 'title-desc', 'products-asc', 'products-desc'] as const;

/** `search` is part of a title or a description. */
export const TaxonomyQuery = PageQuery.extend({ search: Search, sort: oneOf(TAXONOMY_SORTS) });
export type TaxonomyQuery = z.infer<typeof TaxonomyQuery>;
