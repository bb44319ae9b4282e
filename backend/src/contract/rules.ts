/**
 * The shop's constants, calculations and texts that the web and the server share. Everything here is pure and imports
 * nothing else. The web imports values from here and from the other files without zod: `without-marks.ts`, `shop-day.ts`, the rules and
 * texts of `catalog` and `orders`, and `administration/*-rules.ts`. From the rest of the contract it imports only types.
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
