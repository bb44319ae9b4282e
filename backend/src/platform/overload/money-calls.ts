/*
 * Paths of the calls that move money or lead directly to it, in any letter case. Under load, both servers serve them before
 * others.
 */

/** Calls of signed-in users about orders, wallets, cards and refunds. */
export const MONEY_CALL =
  /^\/api\/(placeorder|stripe-payment|paybox|orders\/\d+\/(pay|cancel)|admin\/paybox\/refund)(\/|\?|$)/i;

/** Calls from the card provider, and calls to the sandbox in its place. */
export const PROVIDER_CALL = /^\/(api\/stripe-webhook|sandbox)(\/|\?|$)/i;
