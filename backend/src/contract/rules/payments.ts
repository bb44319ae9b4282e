import type { Vnd } from './money.js';

/**
 * Payment methods: `Stripe` is by card, `Paybox` from the wallet, `COD` in cash on delivery, `VietQR` by bank transfer. The
 * values are on the wire. The owner switches the last two on.
 */
export const PAYMENT_METHODS = ['Stripe', 'Paybox', 'COD', 'VietQR'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export const DEFAULT_PAYMENT_METHOD: PaymentMethod = 'Stripe';

/** The maximum amount of one card charge (Stripe's limit for a currency without decimals). */
export const MAX_CARD_CHARGE: Vnd = 99_999_999;
export const MIN_DEPOSIT: Vnd = 10_000;
export const DEFAULT_DEPOSIT: Vnd = 100_000;
export const DEPOSIT_STEP: Vnd = 1_000;

/** Limits of the payment window in minutes: long enough for a card form, short enough to release the goods. */
export const MIN_PAYMENT_WINDOW = 5;
export const MAX_PAYMENT_WINDOW = 43_200;

/** The default payment window of orders that are paid in cash on delivery: the goods travel within it. */
export const COD_PAYMENT_WINDOW = 10_080;
/** The default maximum total of an order that is paid in cash on delivery. */
export const COD_MAX_TOTAL: Vnd = 5_000_000;

/** One instant bank transfer (NAPAS 247) stays below 500 million đồng. */
export const MAX_BANK_TRANSFER: Vnd = 499_999_999;
export const MAX_TRANSFER_NOTE = 500;
export const MAX_TRANSFER_DESCRIPTION = 1_000;
