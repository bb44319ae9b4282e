import type { IncomingMessage } from 'node:http';
import { isbot } from 'isbot';
import { MONEY_CALL } from '../../../backend/src/platform/overload/money-calls';

/** What an overloaded shop serves first: the lower, the sooner. */
export const PRIORITIES = { checkout: 0, account: 1, product: 2, list: 3, crawler: 4 } as const;
export type Priority = (typeof PRIORITIES)[keyof typeof PRIORITIES];

/** Pages and calls on the way to a paid order, the wallet with them. */
const CHECKOUT = /^\/((shipping|payment|placeorder|orders|confirmation|paybox)\b|api\/(coupons|orders)\b)/;
const ACCOUNT = /^\/((cart|login|logout|register|profile|favorites|user|(forgot|reset)-password)\b|auth\/)/;
const PRODUCT = /^\/((api\/)?products\/\d+|$|\?|_root\.data)/;

/**
 * Who waits least for a place. Somebody who is about to pay has chosen already; a product's page is nearer to that than a list, and
 * cheaper than a search; a crawler comes again. An invented address or header may claim any priority, so each address has only a share.
 */
export function priorityOf({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): Priority {
  if (CHECKOUT.test(url) || MONEY_CALL.test(url)) return PRIORITIES.checkout;
  if (ACCOUNT.test(url) || headers.authorization) return PRIORITIES.account;
  if (isbot(headers['user-agent'])) return PRIORITIES.crawler;
  return PRODUCT.test(url) ? PRIORITIES.product : PRIORITIES.list;
}
