import { TEXTS } from 'contract/rules';
import { ApiError, parseAnswer } from './client';

/** Five megabytes over a slow mobile connection take about this long. */
const TIMEOUT_MS = 120_000;

interface UploadOptions {
  method: 'POST' | 'PUT' | 'PATCH';
  body: FormData;
  /** An access token. */
  token: string;
  /** Makes a POST safe to repeat. */
  idempotencyKey?: string;
  /** Called with the sent fraction, from 0 to 1. */
  onProgress: (sent: number) => void;
}

/**
 * Calls the API as `api` does and reports the upload's progress, which `fetch` cannot.
 * @throws ApiError as `api` does
 */
export async function upload<T>(
  path: string,
  { method, body, token, idempotencyKey, onProgress }: UploadOptions,
): Promise<T> {
  const request = new XMLHttpRequest();
  request.open(method, path);
  request.timeout = TIMEOUT_MS;
  request.setRequestHeader('Accept', 'application/json');
  request.setRequestHeader('Authorization', `JWT ${token}`);
  if (idempotencyKey) request.setRequestHeader('Idempotency-Key', idempotencyKey);
  request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
    if (lengthComputable) onProgress(loaded / total);
  };
  await new Promise<void>((resolve, reject) => {
    request.onload = () => resolve();
    request.onerror = request.ontimeout = () => reject(new ApiError(0, TEXTS.unavailable));
    request.send(body);
  });
  return parseAnswer<T>(request.status, request.responseText, request.getResponseHeader('Retry-After'));
}
