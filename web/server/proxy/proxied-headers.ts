import type { IncomingMessage } from 'node:http';
import type { Trusts } from '../../../backend/src/platform/network/trusted-proxies.js';
import { CACHE_TAGS_HEADER } from '../../../backend/src/platform/http-cache/cache-tags';
import { REQUEST_ID_HEADER } from '../../../backend/src/platform/http/request-id';
import { idOfRequest } from '../http/request-id';
import { TRACE_HEADERS } from '../http/trace-request';
import { isForwarded, publicOrigin, visitorOf } from '../http/client-address';
import { fileHeaders } from '../http/file-headers';

/** Headers of a single connection (RFC 9110, 7.6.1), or set again on the next. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'forwarded',
  'x-powered-by',
]);
/** Headers that only this server may send the backend: about the visitor, and what its own page cache asks for. */
const OWN = new Set(['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', REQUEST_ID_HEADER, CACHE_TAGS_HEADER]);
/** Those of a visitor are dropped: only this server, or a proxy that it trusts, tells the backend which trace a request belongs to. */
const TRACE = new Set<string>(TRACE_HEADERS);

/**
 * The headers of a proxied request as alternating names and values: without hop-by-hop headers, with X-Forwarded.
 *
 * @param body the buffered body, whose length undici sets
 * @param traceparent of the span that this call has; without one a trusted proxy's goes on
 */
export function headersForBackend(
  request: IncomingMessage,
  body: Buffer | undefined,
  trusts: Trusts,
  traceparent?: string,
): string[] {
  const headers: string[] = traceparent ? ['traceparent', traceparent] : [];
  const keepsTrace = !traceparent && isForwarded(request, trusts);
  const { rawHeaders } = request;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    if (HOP_BY_HOP.has(name) || OWN.has(name) || (body && name === 'content-length')) continue;
    if (TRACE.has(name) && !keepsTrace) continue;
    headers.push(name, rawHeaders[i + 1]!);
  }
  for (const [name, value] of Object.entries(forwardedHeaders(request, trusts))) headers.push(name, value);
  return headers;
}

/** The request's id, and X-Forwarded headers: the backend's rate limits use the visitor's address, the chat's origin check the host. */
export function forwardedHeaders(request: IncomingMessage, trusts: Trusts) {
  const { protocol, host } = publicOrigin(request, trusts);
  const id = idOfRequest(request);
  return {
    ...(id && { [REQUEST_ID_HEADER]: id }),
    'x-forwarded-for': visitorOf(request, trusts),
    'x-forwarded-proto': protocol,
    'x-forwarded-host': host,
  };
}

/**
 * The headers of a proxied response as alternating names and values: the backend's without hop-by-hop headers, and
 * `fileHeaders` where the backend sets none.
 *
 * @param raw the raw headers of undici
 */
export function headersForVisitor(raw: Buffer[], request: IncomingMessage): string[] {
  const headers: string[] = [];
  const sent = new Set<string>();
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i]!.toString('latin1').toLowerCase();
    if (HOP_BY_HOP.has(name) || name === REQUEST_ID_HEADER) continue;
    sent.add(name);
    headers.push(name, raw[i + 1]!.toString('latin1'));
  }
  for (const [name, value] of fileHeaders(request)) if (!sent.has(name.toLowerCase())) headers.push(name, value);
  return headers;
}
