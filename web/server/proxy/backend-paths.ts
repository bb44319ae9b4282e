import type { IncomingMessage } from 'node:http';
import { MONEY_CALL, ORDER_CALL, PROVIDER_CALL } from '../../../backend/src/platform/overload/money-calls';
import type { Lanes } from '../limits/limits';

const BACKEND_PATH = /^\/(api|auth|ws|media|sandbox|healthz|readyz)(\/|\?|$)/;
/** Path traversal: the backend could resolve such a path differently. */
const TRAVERSAL = /^[^?]*[/\\](\.|%2e){2}([/\\?]|%2f|%5c|$)/i;

/** Whether a path is proxied to the backend. `/internal` is not: it is for this server only. */
export const isBackendPath = (url: string) => BACKEND_PATH.test(url) && !TRAVERSAL.test(url);

/** Whether a path disguises a backend path: `/api%2fproducts/`, `/API/products/`, `/api/../internal`. */
export function meansBackend(url: string): boolean {
  const path = url.split('?', 1)[0]!.replace(/%2f|%5c|\\/gi, '/');
  return BACKEND_PATH.test(path.replace(/%[46][1-9a-f]|%[57][0-9a]/gi, decodeURIComponent).toLowerCase());
}

const LANES: [path: RegExp, lane: keyof Lanes][] = [
  [PROVIDER_CALL, 'webhooks'],
  [/^\/media\//, 'media'],
];

/** Whether a load balancer asks if this server, and the backend behind it, can take requests. */
export const isReadinessCheck = ({ url = '', method }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') && /^\/readyz\/?(\?|$)/.test(url);

/** The lane of a request without a streamed body. */
export function laneOf({ url = '', method, headers }: IncomingMessage): keyof Lanes {
  if (method !== 'GET' && headers.authorization && MONEY_CALL.test(url)) {
    return ORDER_CALL.test(url) ? 'orders' : 'money';
  }
  return LANES.find(([path]) => path.test(url))?.[1] ?? 'calls';
}

/** Paths to which administrators alone may send pictures and files. Shoppers send some with their reviews. */
const BACK_OFFICE = /^\/api\/(admin|products|brands|category)(\/|\?|$)(?![^?]*reviews)/i;
const MULTIPART = /^multipart\/form-data\b/i;

/** Whether a request brings pictures or files: the backend takes no other body that is long. */
export const isMultipart = ({ headers }: IncomingMessage) => MULTIPART.test(headers['content-type'] ?? '');

/**
 * The lane of a request with a streamed body. Slow uploads delay only each other, and those of shoppers none of the administrators': the
 * backend refuses everybody else at back-office paths before it reads a multipart body, and no other body is streamed.
 */
export function streamedLaneOf({ url = '' }: IncomingMessage): keyof Lanes {
  if (url.startsWith('/api/ai-search/')) return 'searchPictures';
  return BACK_OFFICE.test(url) ? 'adminUploads' : 'uploads';
}
