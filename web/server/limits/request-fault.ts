import type { IncomingMessage } from 'node:http';
import { isHost } from '../http/client-address';
import { hasBody } from '../http/request-body';
import type { Limits } from './limits';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** @returns the status that rejects an invalid request head; undefined for a valid one */
export function faultOf(request: IncomingMessage, limits: Limits) {
  const { url = '', method = '', headers, rawHeaders } = request;
  if (!METHODS.has(method)) return 405;
  if (rawHeaders.length > 2 * limits.headers) return 431;
  // What follows a # is a part of the query for some readers and not for others, so two URLs would have one cached answer.
  if (!url.startsWith('/') || url.includes('#') || !isHost(headers.host ?? 'localhost')) return 400;
  // Servers disagree about two Host headers, and about the body of a GET: request smuggling.
  if (countOf('host', rawHeaders) > 1) return 400;
  if ((method === 'GET' || method === 'HEAD') && hasBody(request)) return 400;
  return undefined;
}

/**
 * Whether a path can be decoded. The router renders every other one as not found, and warns in the log three times with the whole
 * address.
 */
export function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0]!);
    return true;
  } catch {
    return false;
  }
}

/** Whether a URL asks for a route's data as earlier versions of Remix did. No page does, and the router reports each as a fault. */
export function asksForRouteData(url: string): boolean {
  const query = url.indexOf('?');
  return query >= 0 && new URLSearchParams(url.slice(query)).has('_data');
}

/** @returns how often a header occurs in `rawHeaders` (name, value, name, value) */
function countOf(name: string, rawHeaders: string[]): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.length === name.length && rawHeaders[i]!.toLowerCase() === name) count += 1;
  }
  return count;
}
