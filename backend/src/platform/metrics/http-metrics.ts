import { counter, histogram } from './registry.js';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const requests = counter('may_http_requests_total', 'Answered requests.', ['method', 'route', 'status']);
const durations = histogram(
  'may_http_request_duration_seconds',
  'Time from the head of a request to the end of its answer.',
  ['method', 'route'],
  [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
);

/** An answered request. */
interface AnsweredRequest {
  method: string | undefined;
  /** A pattern of the router, never a path. */
  route: string;
  status: number;
  /** `performance.now()` at its head. */
  since: number;
}

/** Counts an answered request and its duration. */
export function countRequest({ method = '', route, status, since }: AnsweredRequest): void {
  const known = METHODS.has(method) ? method : 'other';
  requests.inc({ method: known, route, status });
  durations.observe({ method: known, route }, (performance.now() - since) / 1_000);
}
