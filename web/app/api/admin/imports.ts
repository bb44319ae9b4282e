import type { Page } from 'contract/common';
import type { Import, ImportLine, ImportLineKind } from 'contract/catalog/imports';
import { asUser, signed } from '~/api/account/signed';
import { upload } from '~/api/http/upload';

const IMPORTS = '/api/admin/catalogue/imports/';

/** A page of uploaded imports, newest first. */
export const listImports = (query: { page: number; page_size: number }, signal?: AbortSignal) =>
  signed<Page<Import>>(IMPORTS, { query, signal });

export const getImport = (id: number, signal?: AbortSignal) => signed<Import>(`${IMPORTS}${id}/`, { signal });

/** A page of the report on a file's lines. */
export const listImportLines = (
  id: number,
  query: { kind: ImportLineKind; page: number; page_size: number },
  signal?: AbortSignal,
) => signed<Page<ImportLine>>(`${IMPORTS}${id}/lines/`, { query, signal });

/**
 * Uploads a file for import. The server then checks it.
 * @param onProgress called with the uploaded fraction, from 0 to 1
 * @throws ApiError 413 when it is too large
 */
export function uploadImport(file: File, onProgress: (sent: number) => void): Promise<Import> {
  const body = new FormData();
  body.set('file', file);
  return asUser((token) => upload<Import>(IMPORTS, { method: 'POST', body, token, onProgress }));
}

/** Starts the import of a checked file. */
export const startImport = (id: number) => signed<Import>(`${IMPORTS}${id}/start/`, { method: 'POST' });

/** Deletes a file that was not imported. */
export const discardImport = (id: number) => signed<void>(`${IMPORTS}${id}/`, { method: 'DELETE' });

/** The download path of a file's errors and warnings. */
export const problemsPath = (id: number) => `${IMPORTS}${id}/problems/`;
export const EXPORT_PATH = '/api/admin/catalogue/export/';
