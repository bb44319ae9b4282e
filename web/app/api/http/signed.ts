import { TEXTS } from 'contract/rules';
import { currentTokens, currentUser, renew } from '~/api/account/session';
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
  const user = currentUser()?.id;
  if (tokens === null) throw new ApiError(401, TEXTS.loginAgain);
  try {
    return await call(tokens.access);
  } catch (error) {
    if (!failedWith(error, 401)) throw error;
    const fresh = await renew(tokens);
    // The same object means that the renewal failed. Pages sign out on a 401, and a network failure must not do that. Nor may
    // the call go on under another user, who has signed in in another tab.
    if (fresh === tokens || (fresh && user !== undefined && currentUser()?.id !== user))
      throw new ApiError(0, TEXTS.unavailable);
    if (fresh === null || fresh.access === tokens.access) throw error;
    return call(fresh.access);
  }
}

/** The storage key of the idempotency keys of unfinished requests, by user, path and content. Signing out deletes it. */
const KEYS = 'idempotencyKeys';

/** For how long the server remembers a key, in milliseconds. */
const KEY_MS = 86_400_000;

/** The number of polls for the response of an attempt that still runs, and the longest pause between polls. */
const MAX_POLLS = 5;
const MAX_PAUSE_S = 3;

/** Posts a JSON body that must not be handled twice, see `withIdempotencyKey`. */
export const signedOnce = <T>(path: string, body: unknown): Promise<T> =>
  withIdempotencyKey(requestOf(path, body), (idempotencyKey) =>
    signed<T>(path, { method: 'POST', body, idempotencyKey }),
  );

const requestOf = (path: string, body: unknown) => `${path} ${JSON.stringify(body)}`;

/** The bodies that the current user has sent with `signedOnce` and that have no definite response yet, oldest first. */
export function unfinishedBodies(path: string): unknown[] {
  const start = owned(`${path} `);
  return Object.keys(readKeys()).flatMap((request) =>
    request.startsWith(start) ? [JSON.parse(request.slice(start.length)) as unknown] : [],
  );
}

/** Gives up an unfinished `signedOnce`: the same body sent again is a new request. */
export const giveUp = (path: string, body: unknown) => forget(owned(requestOf(path, body)));

/** A key belongs to its user: after an ended session somebody else may sign in. */
const owned = (request: string) => `${currentUser()?.id} ${request}`;

/**
 * Sends a request that must not run twice. The same request sent again, after a lost response or a double click, carries
 * the same `Idempotency-Key`, also after a reload. A definite response (success or refusal) ends the attempt.
 * @param content path and content, as text
 */
export async function withIdempotencyKey<T>(content: string, send: (idempotencyKey: string) => Promise<T>): Promise<T> {
  const request = owned(content);
  const attempt = readKeys()[request] ?? { key: newKey(), at: Date.now() };
  writeKeys({ ...readKeys(), [request]: attempt });
  for (let polls = 1; ; polls++) {
    try {
      const answer = await send(attempt.key);
      forget(request);
      return answer;
    } catch (error) {
      if (!isStillRunning(error)) {
        if (isDefinite(error)) forget(request);
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

/**
 * Whether an error tells the outcome of a request, and of its earlier attempts. An ended session, a body that came too
 * slowly, a first attempt that still runs and other temporary refusals do not.
 */
export const isDefinite = (error: unknown): error is ApiError =>
  isRefusal(error) && !isStillRunning(error) && ![401, 408].includes(error.status);

function forget(request: string) {
  const { [request]: _, ...others } = readKeys();
  writeKeys(others);
}

/** `crypto.randomUUID` is missing where the shop is served over plain http. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Idempotency keys, and when each was first sent. */
type Keys = Record<string, { key: string; at: number }>;

let unsaved: Keys = {};

function readKeys(): Keys {
  try {
    const keys = (JSON.parse(sessionStorage.getItem(KEYS) ?? '{}') ?? {}) as Keys;
    return Object.fromEntries(Object.entries(keys).filter(([, { at }]) => Date.now() - at < KEY_MS));
  } catch {
    return unsaved;
  }
}

function writeKeys(keys: Keys) {
  unsaved = keys;
  try {
    sessionStorage.setItem(KEYS, JSON.stringify(keys));
  } catch {
    // In private mode the keys live as long as the page.
  }
}
