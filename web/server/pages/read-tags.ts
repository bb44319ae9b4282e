import { AsyncLocalStorage } from 'node:async_hooks';
import { CACHE_TAGS_HEADER } from '../../../backend/src/platform/http-cache/cache-tags';

/** The tags of the backend's responses that the current render has read. */
const current = new AsyncLocalStorage<Set<string>>();

/**
 * Collects the cache tags of the backend's responses that a render reads.
 *
 * @param tags receives the tags; `any` for a response without tags
 * @param render calls the backend with `fetch`
 */
export const collectTags = <T>(tags: Set<string>, render: () => T): T => current.run(tags, render);

/**
 * Wraps `fetch`: during a render it requests cache tags from the backend and collects them. The pages' API client does not
 * handle caches, because it runs in the browser too.
 */
export function fetchWithTags(fetch: typeof globalThis.fetch, backendUrl: string): typeof globalThis.fetch {
  return async (input, init) => {
    const tags = current.getStore();
    if (!tags || typeof input !== 'string' || !input.startsWith(backendUrl)) return fetch(input, init);
    const headers = new Headers(init?.headers);
    headers.set(CACHE_TAGS_HEADER, 'send');
    try {
      const response = await fetch(input, { ...init, headers });
      for (const tag of response.headers.get(CACHE_TAGS_HEADER)?.split(' ') ?? ['any']) tags.add(tag);
      return response;
    } catch (error) {
      tags.add('any');
      throw error;
    }
  };
}
