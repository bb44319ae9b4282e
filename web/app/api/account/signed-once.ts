import { currentUser } from './session';
import { isRecord } from '~/lib/storage/stored';
import { failedWith, isRefusal, type ApiError } from '~/api/http/client';
import { signed } from './signed';

/** The keys of unfinished requests by user, path and content, and when each was first sent. */
export type IdempotencyKeys = Record<string, { key: string; at: number }>;

/** Where idempotency keys are kept until their requests have an answer. */
interface IdempotencyKeyStore {
  get(): IdempotencyKeys;
  set(keys: IdempotencyKeys): void;
}

/** For how long the server remembers a key, in milliseconds. */
const KEY_MS = 86_400_000;

/** The number of polls for the response of an attempt that still runs, and the longest pause between polls. */
const MAX_POLLS = 5;
const MAX_PAUSE_S = 3;

/** The key in session storage. Signing out deletes it. */
const TAB_KEYS = 'idempotencyKeys';

let unsaved: IdempotencyKeys = {};

/** They survive a reload, and not the tab. */
const tabKeys: IdempotencyKeyStore = {
  get() {
    try {
      return (JSON.parse(sessionStorage.getItem(TAB_KEYS) ?? '{}') ?? {}) as IdempotencyKeys;
    } catch {
      return unsaved;
    }
  },
  set(keys) {
    unsaved = keys;
    try {
      sessionStorage.setItem(TAB_KEYS, JSON.stringify(keys));
    } catch {
      // In private mode the keys live as long as the page.
    }
  },
};

/** Posts a JSON body that must not be handled twice, see `withIdempotencyKey`. */
export const signedOnce = <T>(path: string, body: unknown, store?: IdempotencyKeyStore): Promise<T> =>
  withIdempotencyKey(
    requestOf(path, body),
    (idempotencyKey) => signed<T>(path, { method: 'POST', body, idempotencyKey }),
    store,
  );

const requestOf = (path: string, body: unknown) => `${path} ${JSON.stringify(body)}`;

/** The bodies that the current user has sent with `signedOnce` and that have no definite response yet, oldest first. */
export function unfinishedBodies(path: string, store: IdempotencyKeyStore = tabKeys): unknown[] {
  const start = owned(`${path} `);
  return Object.keys(validKeys(store)).flatMap((request) =>
    request.startsWith(start) ? [JSON.parse(request.slice(start.length)) as unknown] : [],
  );
}

/** Gives up an unfinished `signedOnce`: the same body sent again is a new request. */
export const giveUp = (path: string, body: unknown, store: IdempotencyKeyStore = tabKeys) =>
  forget(owned(requestOf(path, body)), store);

/** Forgets the requests of all users but the current one: they are readable on the device. */
export const forgetOtherUsers = (store: IdempotencyKeyStore) =>
  store.set(Object.fromEntries(Object.entries(store.get()).filter(([request]) => request.startsWith(owned('')))));

/** A key belongs to its user: after an ended session somebody else may sign in. */
const owned = (request: string) => `${currentUser()?.id} ${request}`;

/**
 * Sends a request that must not run twice. The same request sent again, after a lost response or a double click, carries
 * the same `Idempotency-Key`, also after a reload. A definite response (success or refusal) ends the attempt.
 * @param content path and content, as text
 * @param store by default one that does not outlive the tab
 */
export async function withIdempotencyKey<T>(
  content: string,
  send: (idempotencyKey: string) => Promise<T>,
  store = tabKeys,
): Promise<T> {
  const request = owned(content);
  const keys = validKeys(store);
  const attempt = keys[request] ?? { key: newKey(), at: Date.now() };
  store.set({ ...keys, [request]: attempt });
  for (let polls = 1; ; polls++) {
    try {
      const answer = await send(attempt.key);
      forget(request, store);
      return answer;
    } catch (error) {
      if (!isStillRunning(error)) {
        if (isDefinite(error)) forget(request, store);
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

function forget(request: string, store: IdempotencyKeyStore) {
  const { [request]: _, ...others } = validKeys(store);
  store.set(others);
}

/** The keys that the server still remembers. */
const validKeys = (store: IdempotencyKeyStore): IdempotencyKeys =>
  Object.fromEntries(
    Object.entries(store.get()).filter(([, attempt]) => isRecord(attempt) && Date.now() - attempt.at < KEY_MS),
  );

/** `crypto.randomUUID` is missing where the shop is served over plain http. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
