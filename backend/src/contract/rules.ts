/**
 * The shop's constants, calculations and texts that the web and the server share. Everything here is pure and imports
 * nothing else. The web imports values from here and, as plain files too, from `without-marks.ts`, `shop-day.ts`, `catalog/size-*.ts` and the
 * rules and texts of `orders`; of the rest of the contract it imports types alone.
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
