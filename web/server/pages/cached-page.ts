import { createCachedResponse, type CachedResponse } from '../../../backend/src/platform/http-cache/cached-response';
import { PAGE_CACHE_HEADER } from '../../app/routing/public-page';
import { hashInlineScripts } from './inline-scripts';
import type { Policy } from './security-headers';

/** A page that is the same for everyone, as bytes in every encoding. */
export type CachedPage = CachedResponse;

/**
 * @param answer a page as it was rendered
 * @param nonce that it was rendered with
 * @returns the page to be sent to everyone, with hashes in place of the nonce
 */
export async function toCachedPage(answer: Response, nonce: string, policy: Policy): Promise<CachedPage> {
  const body = Buffer.from(await answer.arrayBuffer());
  const isHtml = answer.headers.get('Content-Type')?.startsWith('text/html');
  const { html, sources } = isHtml ? hashInlineScripts(body.toString(), nonce) : { html: body, sources: [] };
  answer.headers.delete(PAGE_CACHE_HEADER);
  const headers = [...answer.headers].flat();
  headers.push('Content-Security-Policy', policy(sources));
  return createCachedResponse(headers, Buffer.from(html));
}
