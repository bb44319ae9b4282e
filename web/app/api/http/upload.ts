import { TEXTS } from 'contract/rules';
import { ApiError, parseAnswer } from './client';

/**
 * How long an upload may stand still, and how long its answer may take. There is no limit on the whole: the largest file that the
 * shop takes needs many minutes on a slow line.
 */
const STANDSTILL_MS = 60_000;
const ANSWER_MS = 120_000;

interface UploadOptions {
  method: 'POST' | 'PUT' | 'PATCH';
  body: FormData;
  /** An access token. */
  token: string;
  /** Makes a POST safe to repeat. */
  idempotencyKey?: string;
  /** Called with the sent fraction, from 0 to 1. */
  onProgress?: (sent: number) => void;
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
  request.setRequestHeader('Accept', 'application/json');
  request.setRequestHeader('Authorization', `JWT ${token}`);
  if (idempotencyKey) request.setRequestHeader('Idempotency-Key', idempotencyKey);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sending = new Promise<void>((resolve, reject) => {
    const fail = () => reject(new ApiError(0, TEXTS.unavailable));
    const failAfter = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        fail();
        request.abort();
      }, ms);
    };
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      failAfter(STANDSTILL_MS);
      if (lengthComputable) onProgress?.(loaded / total);
    };
    request.upload.onload = () => failAfter(ANSWER_MS);
    request.onload = () => resolve();
    request.onerror = fail;
    failAfter(STANDSTILL_MS);
    request.send(body);
  });
  await sending.finally(() => clearTimeout(timer));
  return parseAnswer<T>(request.status, request.responseText, request.getResponseHeader('Retry-After'));
}
