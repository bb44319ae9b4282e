import { createCachedResponse, type CachedResponse } from '../../../backend/src/platform/http-cache/cached-response';
import { PAGE_CACHE_HEADER } from '../../app/routing/document/public-page';
import { hashInlineScripts } from './inline-scripts';
import type { Policy } from '../http/security-headers';

/** A public page as bytes in every encoding. */
export type CachedPage = CachedResponse;

/**
 * Converts a rendered page into one that can be sent to everyone.
 * @param answer the rendered page
 * @param nonce of the render; hashes replace it
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
