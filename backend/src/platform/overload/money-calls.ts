/*
 * Paths of the calls that move money or lead directly to it, in any letter case. Under load, both servers serve them before
 * others.
 */

/** Calls of signed-in users about orders, wallets, cards and refunds. */
export const MONEY_CALL =
  /^\/api\/(placeorder|stripe-payment|paybox|orders\/\d+\/(pay|cancel|transfer)|admin\/(paybox\/refund|bank-transfers|orders\/\d+\/(cash|transfer|refund)))(\/|\?|$)/i;

/** Calls from the card provider and the bank, and calls to the sandbox in the former's place. */
export const PROVIDER_CALL = /^\/(api\/(stripe|bank)-webhook|sandbox)(\/|\?|$)/i;

/** The money calls that wait for nobody outside the shop: placing an order, and paying it from the wallet. */
export const ORDER_CALL = /^\/api\/(placeorder|paybox\/payment)(\/|\?|$)/i;
