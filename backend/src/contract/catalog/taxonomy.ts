import { z } from 'zod';
import { Brand } from './catalog.js';
import { PageQuery, Search, fromJsonText, oneOf, optionalText, requiredText } from '../common.js';

/** A brand or a category in the back office, with the number of its archived products too. */
export const AdminTaxonomyItem = Brand.extend({ archived_count: z.int() }).meta({ id: 'AdminTaxonomyItem' });
export type AdminTaxonomyItem = z.infer<typeof AdminTaxonomyItem>;

/**
 * The texts of a brand or category. Its picture is the optional file `image`; without one the picture stays. `was`: the brand or
 * category as its editor saw it, JSON text in multipart. Without it a change overwrites any other.
 */
export const SaveTaxonomyItem = z
  .object({
    title: requiredText(255, 'Vui lòng nhập tên'),
    /** Omitted leaves it unchanged. */
    description: optionalText(20_000).optional(),
    was: z.preprocess(
      fromJsonText,
      AdminTaxonomyItem.pick({ title: true, description: true, image: true }).partial().optional(),
    ),
  })
  .meta({ id: 'SaveTaxonomyItem' });
export type SaveTaxonomyItem = z.infer<typeof SaveTaxonomyItem>;

const TAXONOMY_SORTS = ['title-asc', 'title-desc', 'products-asc', 'products-desc'] as const;

/** `search` matches part of a title or a description. */
export const TaxonomyQuery = PageQuery.extend({ search: Search, sort: oneOf(TAXONOMY_SORTS) });
export type TaxonomyQuery = z.infer<typeof TaxonomyQuery>;
