import { TEXTS } from 'contract/rules';
import { currentTokens, renew } from '~/state/session';
import { ApiError, api, failedWith, isRefusal, type ApiOptions } from './client';

/**
 * Calls the API as the signed-in user, see `asUser`.
 * @throws ApiError as `api` does; 401 when nobody is signed in (any more)
 */
export const signed = <T>(path: string, options: Omit<ApiOptions, 'token'> = {}) =>
  asUser((token) => api<T>(path, { ...options, token }));

/**
 * Makes a call with the access token of now. One that is no longer taken is renewed and the call repeated, once.
 * @throws ApiError what the call throws; 401 only when the session is over, and status 0 when it could not be renewed
 */
export async function asUser<T>(call: (token: string) => Promise<T>): Promise<T> {
  const tokens = currentTokens();
  if (tokens === null) throw new ApiError(401, TEXTS.loginAgain);
  try {
    return await call(tokens.access);
  } catch (error) {
    if (!failedWith(error, 401)) throw error;
    const fresh = await renew(tokens);
    // The same object: they were not renewed. A page signs out on a 401, and a network that fails now must not do that.
    if (fresh === tokens) throw new ApiError(0, TEXTS.unavailable);
    if (fresh === null || fresh.access === tokens.access) throw error;
    return call(fresh.access);
  }
}

/** Keys of what was sent and not yet answered for certain, by path and body. */
const KEYS = 'idempotencyKeys';

/** How often, and at most how many seconds apart, the answer of an attempt that is still running is asked for. */
const ASKS = 5;
const LONGEST_WAIT_S = 3;

/**
 * Posts what must not happen twice. The same body sent again, after an answer that was lost or a double click, carries
 * the same `Idempotency-Key`, also after a reload; an answer for certain (done or refused) ends that attempt.
 */
export async function signedOnce<T>(path: string, body: unknown): Promise<T> {
  const attempt = `${path} ${JSON.stringify(body)}`;
  const idempotencyKey = readKeys()[attempt] ?? newKey();
  writeKeys({ ...readKeys(), [attempt]: idempotencyKey });
  for (let asked = 1; ; asked++) {
    try {
      const answer = await signed<T>(path, { method: 'POST', body, idempotencyKey });
      forget(attempt);
      return answer;
    } catch (error) {
      if (!isStillRunning(error)) {
        // Neither a session that is over nor a refusal for now says what became of an attempt that was sent before.
        if (isRefusal(error) && error.status !== 401) forget(attempt);
        throw error;
      }
      if (asked === ASKS) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.min(error.retryAfter, LONGEST_WAIT_S) * 1_000));
    }
  }
}

/** The first attempt with this key has no answer yet: only this conflict says when to ask again. */
const isStillRunning = (error: unknown): error is ApiError & { retryAfter: number } =>
  failedWith(error, 409) && error.retryAfter !== null;

function forget(attempt: string) {
  const { [attempt]: _, ...others } = readKeys();
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
    // Private mode: the keys last as long as the page.
  }
}
