import type { Page } from 'contract/common';
import type { AdminColor, AdminSize, SaveColor, SaveSize } from 'contract/catalog/options';
import type { Query } from '~/api/http/client';
import { signed } from '~/api/account/signed';

/** A page of colours, with their product counts. */
export const listAdminColors = (query: Query, signal?: AbortSignal) =>
  signed<Page<AdminColor>>('/api/admin/colors/', { query, signal });

/** A page of sizes, with their positions and product counts. */
export const listAdminSizes = (query: Query, signal?: AbortSignal) =>
  signed<Page<AdminSize>>('/api/admin/sizes/', { query, signal });

export const createColor = (body: SaveColor) => signed<AdminColor>('/api/colors/', { method: 'POST', body });
export const updateColor = (id: number, body: SaveColor) =>
  signed<AdminColor>(`/api/colors/${id}/`, { method: 'PUT', body });
/** Deletes a colour. @throws ApiError 409 while products use it */
export const deleteColor = (id: number) => signed<void>(`/api/colors/${id}/`, { method: 'DELETE' });

export const createSize = (body: SaveSize) => signed<AdminSize>('/api/sizes/', { method: 'POST', body });
/** Changes a size. `position` moves it to that place among all sizes. */
export const updateSize = (id: number, body: SaveSize) =>
  signed<AdminSize>(`/api/sizes/${id}/`, { method: 'PUT', body });
/** Deletes a size. @throws ApiError 409 while products use it */
export const deleteSize = (id: number) => signed<void>(`/api/sizes/${id}/`, { method: 'DELETE' });
