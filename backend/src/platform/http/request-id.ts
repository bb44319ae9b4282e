import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The header that carries the id of a request, from a proxy to the web server, to the backend, and back to the browser. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** Safe in a log line, a header and a page. */
const VALID = /^[\w-]{8,64}$/;

/** Whether something is an id that a log line, a header or a job may carry. */
export const isRequestId = (id: unknown): id is string => typeof id === 'string' && VALID.test(id);

/** @returns the id that a request carries; a new one when it has none, or none that is valid */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const header = headers[REQUEST_ID_HEADER];
  return isRequestId(header) ? header : randomUUID();
}
