import { TEXTS } from 'contract/rules';
import { currentTokens, renew } from '~/api/account/session';
import { ApiError, api, failedWith, isRefusal, type ApiOptions } from './client';

/**
 * Calls the API as the signed-in user, see `asUser`.
 * @throws ApiError as `api` does; 401 when nobody is signed in (any more)
 */
export const signed = <T>(path: string, options: Omit<ApiOptions, 'token'> = {}) =>
  asUser((token) => api<T>(path, { ...options, token }));

/**
 * Makes a call with the current access token. If the token has expired, renews it and repeats the call once.
 * @throws ApiError what the call throws; 401 only when the session has ended, and status 0 when the renewal failed
 */
export async function asUser<T>(call: (token: string) => Promise<T>): Promise<T> {
  const tokens = currentTokens();
  if (tokens === null) throw new ApiError(401, TEXTS.loginAgain);
  try {
    return await call(tokens.access);
  } catch (error) {
    if (!failedWith(error, 401)) throw error;
    const fresh = await renew(tokens);
    // The same object means that the renewal failed. Pages sign out on a 401, and a network failure must not do that.
    if (fresh === tokens) throw new ApiError(0, TEXTS.unavailable);
    if (fresh === null || fresh.access === tokens.access) throw error;
    return call(fresh.access);
  }
}

/** The storage key of the idempotency keys of unfinished requests, by path and content. */
const KEYS = 'idempotencyKeys';

/** The number of polls for the response of an attempt that still runs, and the longest pause between polls. */
const MAX_POLLS = 5;
const MAX_PAUSE_S = 3;

/** Posts a JSON body that must not be handled twice, see `withIdempotencyKey`. */
export const signedOnce = <T>(path: string, body: unknown): Promise<T> =>
  withIdempotencyKey(`${path} ${JSON.stringify(body)}`, (idempotencyKey) =>
    signed<T>(path, { method: 'POST', body, idempotencyKey }),
  );

/**
 * Sends a request that must not run twice. The same request sent again, after a lost response or a double click, carries
 * the same `Idempotency-Key`, also after a reload. A definite response (success or refusal) ends the attempt.
 * @param request path and content, as text
 */
export async function withIdempotencyKey<T>(request: string, send: (idempotencyKey: string) => Promise<T>): Promise<T> {
  const idempotencyKey = readKeys()[request] ?? newKey();
  writeKeys({ ...readKeys(), [request]: idempotencyKey });
  for (let polls = 1; ; polls++) {
    try {
      const answer = await send(idempotencyKey);
      forget(request);
      return answer;
    } catch (error) {
      if (!isStillRunning(error)) {
        // An ended session, a body that came too slowly or another temporary refusal does not tell the outcome of an earlier attempt.
        if (isRefusal(error) && ![401, 408].includes(error.status)) forget(request);
        throw error;
      }
      if (polls === MAX_POLLS) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.min(error.retryAfter, MAX_PAUSE_S) * 1_000));
    }
  }
}

/** True while the first attempt with this key still runs: only that conflict carries `Retry-After`. */
const isStillRunning = (error: unknown): error is ApiError & { retryAfter: number } =>
  failedWith(error, 409) && error.retryAfter !== null;

function forget(request: string) {
  const { [request]: _, ...others } = readKeys();
  writeKeys(others);
}

/** `crypto.randomUUID` is missing where the shop is served over plain http. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

let unsaved: Record<string, string> = {};

function readKeys(): Record<string, string> {
  try {
    return (JSON.parse(sessionStorage.getItem(KEYS) ?? '{}') ?? {}) as Record<string, string>;
  } catch {
    return unsaved;
  }
}

function writeKeys(keys: Record<string, string>) {
  unsaved = keys;
  try {
    sessionStorage.setItem(KEYS, JSON.stringify(keys));
  } catch {
    // In private mode the keys live as long as the page.
  }
}
