import { download, type Query } from './client';
import { asUser } from './signed';

/**
 * A file that the API writes for the signed-in user, such as an export.
 * @throws ApiError as `api` does
 */
export const downloadFile = (path: string, query?: Query): Promise<Blob> =>
  asUser((token) => download(path, { query, token }));
