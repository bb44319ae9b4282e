/*
 * Paths of the calls that move money or are one step from it, however their letters are written. Both servers serve them
 * before others when there is too much to do.
 */

/** Calls of signed-in users about orders, wallets, cards and refunds. */
export const MONEY_CALL =
  /^\/api\/(placeorder|stripe-payment|paybox|orders\/\d+\/(pay|cancel)|admin\/paybox\/refund)(\/|\?|$)/i;

/** The card provider's own calls, and those to the sandbox that stands in for it. */
export const PROVIDER_CALL = /^\/(api\/stripe-webhook|sandbox)(\/|\?|$)/i;
