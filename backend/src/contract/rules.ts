/**
 * The shop's constants, calculations and texts that the web and the server share. Everything here is pure and imports
 * nothing else, so the web may import values from this file, `delivery-rules.ts`, `provinces.ts`, `shop-day.ts`, `size-rules.ts` and `size-text.ts` (and from
 * no other file of the contract).
 */
export * from './rules/accounts.js';
export * from './rules/back-office.js';
export * from './rules/chat.js';
export * from './rules/lists.js';
export * from './rules/money.js';
export * from './rules/order-totals.js';
export * from './rules/orders.js';
export * from './rules/payments.js';
export * from './rules/products.js';
export * from './rules/reviews.js';
export * from './rules/search.js';
export * from './rules/texts.js';
