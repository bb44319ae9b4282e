import type { IncomingMessage } from 'node:http';
import { isbot } from 'isbot';
import { MONEY_CALL, PROVIDER_CALL } from '../../../backend/src/platform/overload/money-calls';

/** What an overloaded shop serves first: the lower, the sooner. */
export const PRIORITIES = { payment: 0, checkout: 1, account: 2, product: 3, list: 4, crawler: 5 } as const;
export type Priority = (typeof PRIORITIES)[keyof typeof PRIORITIES];

/** Payments of what exists already: an order that was placed and cannot be paid is worth nothing. */
const PAYMENT = /^\/api\/(stripe-payment|paybox\/(payment|deposit)|orders\/\d+\/(pay|transfer))\b/i;
/** Pages and calls on the way to a paid order, the wallet with them. */
const CHECKOUT = /^\/((shipping|payment|placeorder|orders|confirmation|paybox)\b|api\/(coupons|orders)\b)/;
const ACCOUNT = /^\/((cart|login|logout|register|profile|favorites|user|(forgot|reset)-password)\b|auth\/)/;
const PRODUCT = /^\/((api\/)?products\/\d+|$|\?|_root\.data)/;

/** Load balancers move all visitors elsewhere when these fail. */
export const HEALTH = /^\/(healthz|readyz)\/?(\?|$)/;
/** Styles and scripts: a page that was answered is nothing without them. */
const BUILD_FILE = /^\/assets\//;
const MEDIA = /^\/media\//;

/**
 * The priority of a request. Shoppers who are about to pay come first; a product's page is nearer to a purchase than a list, and
 * cheaper than a search; a crawler comes back. An invented address or header may claim any priority, so each address has only a share.
 */
export function priorityOf({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): Priority {
  if (PAYMENT.test(url) || PROVIDER_CALL.test(url) || HEALTH.test(url)) return PRIORITIES.payment;
  if (CHECKOUT.test(url) || MONEY_CALL.test(url) || BUILD_FILE.test(url)) return PRIORITIES.checkout;
  if (MEDIA.test(url)) return PRIORITIES.product;
  if (ACCOUNT.test(url) || headers.authorization) return PRIORITIES.account;
  if (isbot(headers['user-agent'])) return PRIORITIES.crawler;
  return PRODUCT.test(url) ? PRIORITIES.product : PRIORITIES.list;
}
