import type { Page } from 'contract/common';
import type { AdminShelf } from 'contract/shelves';
import type { Query } from '~/api/http/client';
import { signed } from '~/api/http/signed';

/** What both brands and categories are to the API: the word in its paths. */
export type TaxonomyPath = 'brands' | 'category';

/** A page of brands or categories, with their numbers of products. */
export const getTaxonomy = (path: TaxonomyPath, query: Query, signal?: AbortSignal) =>
  signed<Page<AdminShelf>>(`/api/admin/${path}/`, { query, signal });

/** @param body `title`, `description`, and `image` if there is one */
export const addTaxonomy = (path: TaxonomyPath, body: FormData) =>
  signed<AdminShelf>(`/api/${path}/`, { method: 'POST', body });

/** The same for one that exists; without `image` it keeps its picture. */
export const changeTaxonomy = (path: TaxonomyPath, id: number, body: FormData) =>
  signed<AdminShelf>(`/api/${path}/${id}/`, { method: 'PUT', body });

/** @throws ApiError 409 while products stand on it, archived ones too */
export const removeTaxonomy = (path: TaxonomyPath, id: number) =>
  signed<void>(`/api/${path}/${id}/`, { method: 'DELETE' });
