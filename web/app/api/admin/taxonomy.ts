import type { Page } from 'contract/common';
import type { CategorySizeTable, ChangeSizeTable } from 'contract/catalog/size-tables';
import type { AdminTaxonomyItem } from 'contract/catalog/taxonomy';
import type { Query } from '~/api/http/client';
import { asUser, signed } from '~/api/account/signed';
import { upload } from '~/api/http/upload';

/** The API's path segment of brands or categories. */
export type TaxonomyPath = 'brands' | 'category';

/** A page of brands or categories, with their product counts. */
export const getTaxonomy = (path: TaxonomyPath, query: Query, signal?: AbortSignal) =>
  signed<Page<AdminTaxonomyItem>>(`/api/admin/${path}/`, { query, signal });

/** Creates an entry. @param body `title`, `description` and an optional `image` */
export const createTaxonomy = (path: TaxonomyPath, body: FormData) => save(`/api/${path}/`, 'POST', body);

/** Changes an entry. Without `image` it keeps its picture. */
export const updateTaxonomy = (path: TaxonomyPath, id: number, body: FormData) =>
  save(`/api/${path}/${id}/`, 'PUT', body);

/** Sends an entry's form. One with a picture takes as long as it needs on a slow line. */
const save = (path: string, method: 'POST' | 'PUT', body: FormData) =>
  body.has('image')
    ? asUser((token) => upload<AdminTaxonomyItem>(path, { method, body, token }))
    : signed<AdminTaxonomyItem>(path, { method, body });

/** Deletes an entry. @throws ApiError 409 while products use it, archived ones included */
export const deleteTaxonomy = (path: TaxonomyPath, id: number) =>
  signed<void>(`/api/${path}/${id}/`, { method: 'DELETE' });

export const getCategorySizeTable = (id: number, signal?: AbortSignal) =>
  signed<CategorySizeTable>(`/api/admin/category/${id}/size-table/`, { signal });

/** Replaces the size table of a category. @throws ApiError 400 with messages by cell; 409 when it is no longer as `was` */
export const updateCategorySizeTable = (id: number, body: ChangeSizeTable) =>
  signed<CategorySizeTable>(`/api/category/${id}/size-table/`, { method: 'PUT', body });

export const deleteCategorySizeTable = (id: number) =>
  signed<void>(`/api/category/${id}/size-table/`, { method: 'DELETE' });
