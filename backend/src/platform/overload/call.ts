import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { MONEY_CALL, PROVIDER_CALL } from './money-calls.js';

/** The purpose of a call. An overloaded process rejects the first kind first, and the last kind never. */
export type CallKind = 'search' | 'read' | 'write' | 'payment' | 'health';

/** A request that is being answered. */
export interface CurrentCall {
  kind: CallKind;
  request: IncomingMessage;
}

/** Includes the web servers' subscription to changes, which they cannot do without. */
const HEALTH = /^\/((healthz|readyz|metrics)\/?$|internal\/catalog-events$)/;
const SEARCH = /^\/api\/ai-search\//i;
const PRODUCTS = /^\/api\/products\/?\?/i;

/** Classifies a request. @param url path and query in any spelling that the router accepts, such as `/API/` and `%6b` */
export function kindOf(method: string, url: string): CallKind {
  if (SEARCH.test(url) || hasKeyword(url)) return 'search';
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return HEALTH.test(url) ? 'health' : 'read';
  return MONEY_CALL.test(url) || PROVIDER_CALL.test(url) ? 'payment' : 'write';
}

const hasKeyword = (url: string) =>
  PRODUCTS.test(url) && new URLSearchParams(url.slice(url.indexOf('?'))).has('keyword');

const calls = new AsyncLocalStorage<CurrentCall>();

/** The call for which the current code runs; undefined in timers, jobs and chat sockets. */
export const currentCall = (): CurrentCall | undefined => calls.getStore();

/** Runs `act`, and whatever it starts, as part of a call. */
export const inCall = <T>(call: CurrentCall, act: () => T): T => calls.run(call, act);

/** Runs `act` with the priority of a payment: for work that every call needs before it is known whether it is admitted. */
export function asPayment<T>(act: () => T): T {
  const call = calls.getStore();
  return call && call.kind !== 'health' ? calls.run({ ...call, kind: 'payment' }, act) : act();
}
