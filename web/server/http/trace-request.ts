import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Trusts } from '../../../backend/src/platform/network/trusted-proxies.js';
import { isTraced, pathPattern } from '../../../backend/src/platform/tracing/path-pattern';
import { tracing } from '../../../backend/src/platform/tracing/tracing';
import { isForwarded } from './client-address';
import { idOfRequest } from './request-id';
import { FILES, routeOf } from './request-route';

/** The headers by which traces go from process to process (W3C Trace Context and Baggage). */
export const TRACE_HEADERS = ['traceparent', 'tracestate', 'baggage'] as const;

/**
 * Runs `answer` within the span of a request, where tracing is on. A trace of a trusted proxy goes on; a visitor's own is not taken:
 * nobody outside decides what is traced.
 */
export function traceRequest(
  request: IncomingMessage,
  response: ServerResponse,
  trusts: Trusts,
  answer: () => void,
): void {
  const traces = tracing();
  if (!traces) return answer();
  const { url = '' } = request;
  const route = routeOf(url);
  if (route === FILES || !isTraced(url)) return answer();
  const parent = isForwarded(request, trusts) ? request.headers.traceparent?.toString() : undefined;
  // A page by its kind: its path may be anything that somebody typed.
  const name = route.startsWith('(') ? route : pathPattern(url);
  traces.serve({ request, response, parent, route: () => name, requestId: () => idOfRequest(request) }, answer);
}

/** Sends the browser the trace of its document, in the header that its navigation timing shows. */
export function setServerTiming(request: IncomingMessage, response: ServerResponse): void {
  const traceparent = tracing()?.traceparent(request);
  if (traceparent) response.setHeader('Server-Timing', `traceparent;desc="${traceparent}"`);
}
