export const MAX_QUANTITY = 999;
/** The maximum number of lines in one order. */
export const MAX_ORDER_LINES = 200;
/** The maximum number of lines of a cart that are kept for a reminder. */
export const MAX_REMINDED_LINES = 20;

/** Limits on one account's unpaid orders: number of orders, pieces of one product or variant, pieces in total. */
export interface UnpaidLimits {
  orders: number;
  perItem: number;
  pieces: number;
}

/** The defaults; the owner can change them. */
export const DEFAULT_UNPAID_LIMITS: UnpaidLimits = { orders: 5, perItem: 20, pieces: 100 };
export const MAX_UNPAID_LIMIT = 10_000;

export const MAX_COUPON_CODE = 50;
/** The maximum length of the note that a buyer sends with a gift. */
export const MAX_GIFT_NOTE = 300;
export const MAX_REFUND_REASON = 1_000;
/** The maximum length of an administrator's reason for cancelling an order. */
export const MAX_CANCEL_REASON = 1_000;
/** The maximum length of the shop's note on an order. */
export const MAX_STAFF_NOTE = 1_000;
