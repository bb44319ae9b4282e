import { AsyncLocalStorage } from 'node:async_hooks';
import { CACHE_TAGS_HEADER } from '../../../backend/src/platform/http-cache/cache-tags';
import { REQUEST_ID_HEADER } from '../../../backend/src/platform/http/request-id';

/** A render in progress. */
interface RenderCalls {
  /** Receives the tags of the backend's responses; `any` for one without tags. */
  tags: Set<string>;
  /** Goes with its calls of the backend. */
  requestId?: string;
  /** The address of who submitted a form, for the backend's rate limits. */
  visitor?: string;
  /** The same, where the request is traced. */
  traceparent?: string;
}

const current = new AsyncLocalStorage<RenderCalls>();

/**
 * Collects the cache tags of the backend's responses that a render reads.
 *
 * @param render calls the backend with `fetch`
 */
export const collectTags = <T>(calls: RenderCalls, render: () => T): T => current.run(calls, render);

/**
 * Wraps `fetch`: during a render it requests cache tags from the backend and collects them. The pages' API client does not
 * handle caches, because it runs in the browser too.
 */
export function backendFetch(fetch: typeof globalThis.fetch, backendUrl: string): typeof globalThis.fetch {
  return async (input, init) => {
    const calls = current.getStore();
    if (!calls || typeof input !== 'string' || !input.startsWith(backendUrl)) return fetch(input, init);
    const headers = new Headers(init?.headers);
    headers.set(CACHE_TAGS_HEADER, 'send');
    if (calls.requestId) headers.set(REQUEST_ID_HEADER, calls.requestId);
    if (calls.visitor) headers.set('x-forwarded-for', calls.visitor);
    if (calls.traceparent) headers.set('traceparent', calls.traceparent);
    try {
      const response = await fetch(input, { ...init, headers });
      for (const tag of response.headers.get(CACHE_TAGS_HEADER)?.split(' ') ?? ['any']) calls.tags.add(tag);
      return response;
    } catch (error) {
      calls.tags.add('any');
      throw error;
    }
  };
}
