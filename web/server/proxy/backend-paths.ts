import type { IncomingMessage } from 'node:http';
import { MONEY_CALL, PROVIDER_CALL } from '../../../backend/src/platform/overload/money-calls';
import type { Lanes } from '../limits/limits';

const BACKEND_PATH = /^\/(api|auth|ws|media|sandbox|healthz|readyz)(\/|\?|$)/;
/** A path that climbs could mean another one to the backend than to us. */
const CLIMBS = /^[^?]*[/\\](\.|%2e){2}([/\\?]|%2f|%5c|$)/i;

/** Whether the backend answers this path. Its `/internal` is not among them: that is for this server alone. */
export const isBackendPath = (url: string) => BACKEND_PATH.test(url) && !CLIMBS.test(url);

/** Whether a path that is not the backend's means to be: `/api%2fproducts/`, `/API/products/`, `/api/../internal`. */
export function meansBackend(url: string): boolean {
  const path = url.split('?', 1)[0]!.replace(/%2f|%5c|\\/gi, '/');
  return BACKEND_PATH.test(path.replace(/%[46][1-9a-f]|%[57][0-9a]/gi, decodeURIComponent).toLowerCase());
}

const LANES: [path: RegExp, lane: keyof Lanes][] = [
  [/^\/(healthz|readyz)\b/, 'health'],
  [PROVIDER_CALL, 'webhooks'],
  [/^\/media\//, 'media'],
];

export function laneOf({ url = '', method, headers }: IncomingMessage): keyof Lanes {
  if (method !== 'GET' && headers.authorization && MONEY_CALL.test(url)) return 'money';
  return LANES.find(([path]) => path.test(url))?.[1] ?? 'calls';
}

/** For bodies that are passed on as they come: slow ones hold up only each other. */
export const longLaneOf = ({ url = '' }: IncomingMessage): keyof Lanes =>
  url.startsWith('/api/ai-search/') ? 'searchPictures' : 'uploads';
