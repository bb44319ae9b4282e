import { BANK_INVARIANTS } from './invariants/bank.js';
import { CARD_INVARIANTS } from './invariants/card.js';
import { COUPON_INVARIANTS } from './invariants/coupons.js';
import type { Invariants } from './invariants/invariant.js';
import { ORDER_EVENT_INVARIANTS } from './invariants/order-events.js';
import { ORDER_MONEY_INVARIANTS } from './invariants/order-money.js';
import { STOCK_INVARIANTS } from './invariants/stock.js';
import { TRANSFER_KIND_INVARIANTS } from './invariants/transfer-kinds.js';
import { WALLET_INVARIANTS } from './invariants/wallets.js';

/** All invariants of the books, in the order in which they are checked. */
export const INVARIANTS: Invariants = {
  ...WALLET_INVARIANTS,
  ...ORDER_MONEY_INVARIANTS,
  ...TRANSFER_KIND_INVARIANTS,
  ...CARD_INVARIANTS,
  ...BANK_INVARIANTS,
  ...STOCK_INVARIANTS,
  ...COUPON_INVARIANTS,
  ...ORDER_EVENT_INVARIANTS,
};
