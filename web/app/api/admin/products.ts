import type { Page } from 'contract/common';
import type { AdminProduct, AdminProductRow } from 'contract/catalog/products';
import type { BulkEdit, BulkOutcome } from 'contract/catalog/bulk-edit';
import type { Query } from '~/api/http/client';
import { asUser, signed } from '~/api/account/signed';
import { giveUp, signedOnce, unfinishedBodies, withIdempotencyKey } from '~/api/account/signed-once';
import { upload } from '~/api/http/upload';

/** A page of the back office's product table. */
export const listAdminProducts = (query: Query, signal?: AbortSignal) =>
  signed<Page<AdminProductRow>>('/api/admin/products/', { query, signal });

export const getAdminProduct = (id: number, signal?: AbortSignal) =>
  signed<AdminProduct>(`/api/admin/products/${id}/`, { signal });

/**
 * Adds a product with its pictures and its variants, all of them or nothing, and once however often it is sent.
 * @param onProgress called with the uploaded fraction, from 0 to 1
 * @throws ApiError
 */
export const createProduct = (body: FormData, onProgress: (sent: number) => void) =>
  withIdempotencyKey(`/api/products/ ${textOf(body)}`, (idempotencyKey) =>
    asUser((token) =>
      upload<AdminProduct>('/api/products/', { method: 'POST', body, token, idempotencyKey, onProgress }),
    ),
  );

/**
 * Saves a product with its pictures and its variants, all of them or nothing.
 * @param onProgress see `createProduct`
 * @throws ApiError 409 with `version` on an edit conflict
 */
export const updateProduct = (id: number, body: FormData, onProgress: (sent: number) => void) =>
  asUser((token) => upload<AdminProduct>(`/api/products/${id}/`, { method: 'PUT', body, token, onProgress }));

/** The content of a form. A file is identified by its name, size and date: when two differ in spite of them, the shop answers 409. */
const textOf = (form: FormData) =>
  JSON.stringify(
    [...form].map(([field, value]) =>
      value instanceof File ? [field, value.name, value.size, value.lastModified] : [field, value],
    ),
  );

/** Deletes a product without orders, archives any other. */
export const deleteProduct = (id: number) => signed<void>(`/api/products/${id}/`, { method: 'DELETE' });

export const restoreProduct = (id: number) =>
  signed<AdminProduct>(`/api/admin/products/${id}/restore/`, { method: 'POST' });

/**
 * Changes prices and stock of many products, once however often an unanswered change is sent, or previews the change. A preview
 * shows what unanswered changes have done: an equal change after it is a new one.
 */
export async function updateProducts(body: Omit<BulkEdit, 'preview'> & { preview: boolean }): Promise<BulkOutcome> {
  if (!body.preview) return signedOnce<BulkOutcome>(BULK, body);
  const outcome = await signed<BulkOutcome>(BULK, { method: 'POST', body });
  for (const unanswered of unfinishedBodies(BULK)) giveUp(BULK, unanswered);
  return outcome;
}

const BULK = '/api/admin/products/bulk/';
