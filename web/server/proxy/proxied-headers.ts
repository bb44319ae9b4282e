import type { IncomingMessage } from 'node:http';
import type { Trusts } from '../../../backend/src/platform/config/trusted-proxies.js';
import { isForwarded, visitorOf } from '../limits/client-address';
import { fileHeaders } from '../pages/file-headers';

/** Of one connection only (RFC 9110, 7.6.1), or said anew on the next. */
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
/** Said by this server about the visitor. */
const FORWARDED = new Set(['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host']);

/**
 * A request's headers for the backend, names and values by turns: without those of its connection, with who called.
 *
 * @param body taken whole: the length that it has by now is said by who sends it on
 */
export function headersForBackend(request: IncomingMessage, body: Buffer | undefined, trusts: Trusts): string[] {
  const headers: string[] = [];
  const { rawHeaders } = request;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    if (HOP_BY_HOP.has(name) || FORWARDED.has(name) || (body && name === 'content-length')) continue;
    headers.push(name, rawHeaders[i + 1]!);
  }
  for (const [name, value] of Object.entries(forwardedHeaders(request, trusts))) headers.push(name, value);
  return headers;
}

/** Tells the backend who called, so that rate limits and links in mails hold for the visitor and not for this server. */
export function forwardedHeaders(request: IncomingMessage, trusts: Trusts) {
  const { headers } = request;
  const isToldSo = isForwarded(request, trusts);
  return {
    'x-forwarded-for': visitorOf(request, trusts),
    'x-forwarded-proto': (isToldSo && headers['x-forwarded-proto']?.toString()) || 'http',
    'x-forwarded-host': (isToldSo && headers['x-forwarded-host']?.toString()) || headers.host || '',
  };
}

/**
 * An answer's headers for the visitor, names and values by turns: those of every answer of this server that is no page,
 * unless the backend says them itself, and the backend's without those of its connection.
 *
 * @param raw as undici gives them
 */
export function headersForVisitor(raw: Buffer[], request: IncomingMessage): string[] {
  const headers: string[] = [];
  const said = new Set<string>();
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i]!.toString('latin1').toLowerCase();
    if (HOP_BY_HOP.has(name)) continue;
    said.add(name);
    headers.push(name, raw[i + 1]!.toString('latin1'));
  }
  for (const [name, value] of fileHeaders(request)) if (!said.has(name.toLowerCase())) headers.push(name, value);
  return headers;
}
