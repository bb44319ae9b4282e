import type { Page } from 'contract/common';
import type { Import, ImportLine, ImportLineKind } from 'contract/imports';
import { asUser, signed } from '~/api/http/signed';
import { upload } from '~/api/http/upload';

const IMPORTS = '/api/admin/catalogue/imports/';

/** Files that were given to be imported, newest first. */
export const getImports = (query: { page: number; page_size: number }, signal?: AbortSignal) =>
  signed<Page<Import>>(IMPORTS, { query, signal });

export const getImport = (id: number, signal?: AbortSignal) => signed<Import>(`${IMPORTS}${id}/`, { signal });

/** What there is to say of a file's lines. */
export const getImportLines = (
  id: number,
  query: { kind: ImportLineKind; page: number; page_size: number },
  signal?: AbortSignal,
) => signed<Page<ImportLine>>(`${IMPORTS}${id}/lines/`, { query, signal });

/**
 * Gives the shop a file, which it then checks.
 * @param onProgress called with how much has left, from 0 to 1
 * @throws ApiError 413 when it is too large
 */
export function uploadImport(file: File, onProgress: (sent: number) => void): Promise<Import> {
  const body = new FormData();
  body.set('file', file);
  return asUser((token) => upload<Import>(IMPORTS, { method: 'POST', body, token, onProgress }));
}

/** Has a checked file imported. */
export const startImport = (id: number) => signed<Import>(`${IMPORTS}${id}/start/`, { method: 'POST' });

/** Forgets a file that was not imported. */
export const discardImport = (id: number) => signed<void>(`${IMPORTS}${id}/`, { method: 'DELETE' });

/** Where errors and warnings of a file can be had as a file, and the whole catalogue. */
export const problemsPath = (id: number) => `${IMPORTS}${id}/problems/`;
export const EXPORT_PATH = '/api/admin/catalogue/export/';
