import { download, type Query } from '~/api/http/client';
import { asUser } from './signed';

/**
 * Downloads a file as the signed-in user, such as an export.
 * @throws ApiError as `api` does
 */
export const downloadFile = (path: string, query?: Query): Promise<Blob> =>
  asUser((token) => download(path, { query, token }));
