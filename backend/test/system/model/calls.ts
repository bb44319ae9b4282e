import type { OrderStatus } from '../../../src/contract/orders/orders.js';
import type { PaymentMethod } from '../../../src/contract/rules.js';

/** The goods of the small world: a product, two variants of another, and an expensive product. */
export const THINGS = [
  // A twentieth of it ends in half a đồng.
  { product: 0, price: 90_010, stock: 5 },
  // Two and four pieces cost just as much as where the tiers of shipping begin.
  { product: 1, price: 500_000, stock: 5 },
  { product: 1, price: 640_000, stock: 3 },
  // Three pieces are more than a card may be charged.
  { product: 2, price: 40_000_000, stock: 4 },
] as const;

/** In place of a thing: the product with variants without saying which, and a product that does not exist. */
export const NO_VARIANT = THINGS.length;
export const NO_PRODUCT = THINGS.length + 1;

/** The first shopper's balance at the beginning; the second's wallet is empty. */
export const FIRST_BALANCE = 1_500_000;

export interface Line {
  /** Its place in THINGS, NO_VARIANT or NO_PRODUCT. */
  thing: number;
  qty: number;
}

export interface CouponTerms {
  discount: number;
  min: number;
  usageLimit: number | null;
  perUserLimit: number | null;
  state: 'holds' | 'off' | 'ended' | 'not yet';
}

export const FIRST_TERMS: readonly CouponTerms[] = [
  { discount: 50_000, min: 0, usageLimit: 1, perUserLimit: null, state: 'holds' },
  { discount: 300_000, min: 525_000, usageLimit: null, perUserLimit: 1, state: 'holds' },
];

export type Card = 'pm_card_visa' | 'pm_card_visa_chargeDeclined' | 'pm_card_chargeDeclinedInsufficientFunds';

/** An event of the card provider: the `nth` of its type about an intent, from 0 on. */
export interface ProviderEvent {
  intent: number;
  /** As the provider calls it. */
  type: string;
  nth: number;
}

/** The evidence in a dispute; `escalate_inquiry` turns an inquiry into a dispute. */
export type Evidence = 'winning' | 'losing' | 'escalate_inquiry';

/**
 * Every call of the shop, and what happens at the card provider. Shoppers, orders, intents, coupons, refunds that were made
 * at the card provider and disputes are named by their place: the shopper 0 or 1, the order that was placed first is 0, and so on; -1 is one that does not exist. A call with a
 * `key` sends it as its Idempotency-Key.
 */
export type Call =
  | { do: 'deposit'; by: number; amount: number; key: string | null }
  | { do: 'confirm deposit'; by: number; intent: number }
  | { do: 'place'; by: number; lines: Line[]; coupon: number | null; total: number; key: string | null }
  | { do: 'pay from wallet'; by: number; order: number; key: string | null }
  | { do: 'ask for card form'; by: number; order: number }
  | { do: 'charge card'; intent: number; card: Card }
  | { do: 'confirm card'; by: number; order: number; intent: number }
  /** Without an amount, all that is left. */
  | { do: 'refund at provider'; intent: number; amount: number | null }
  | { do: 'fail refund'; refund: number }
  | { do: 'dispute'; intent: number; amount: number | null; isInquiry: boolean }
  | { do: 'decide dispute'; dispute: number; evidence: Evidence }
  | { do: 'send webhook'; event: ProviderEvent; as: 'original' | 'copy' | 'forged' }
  | { do: 'reconcile' }
  | { do: 'backfill' }
  | { do: 'cancel'; by: number; order: number }
  | { do: 'expire'; order: number; isOverdue: boolean }
  | { do: 'send' | 'undo send' | 'deliver'; order: number }
  | { do: 'request refund'; by: number; order: number; reason: string; key: string | null }
  | { do: 'approve' | 'reject' | 'delete request' | 'refund by shop'; order: number }
  | { do: 'check coupon'; by: number; coupon: number; sum: number }
  | { do: 'save coupon'; coupon: number; terms: CouponTerms }
  | { do: 'delete coupon'; coupon: number }
  | { do: 'set wallet'; of: number; isActive: boolean }
  /** By an administrator, and only while something keeps it open: a world has no other shoppers. */
  | { do: 'close account'; of: number };

/** The shop's answer: its status, and the compared part of its body. */
export interface Answer {
  status: number;
  /** The place of the order that was placed, or of the intent that the card form is for. */
  is?: number;
  discount?: number;
}

export interface StatementLine {
  type: string;
  amount: number;
  status: string;
  balanceAfter: number | null;
  order: number | null;
}

export interface SeenOrder {
  status: OrderStatus;
  paymentMethod: PaymentMethod;
  itemsPrice: number;
  shippingPrice: number;
  taxPrice: number;
  discount: number;
  totalPrice: number;
  refundedToCard: number;
  refundedToWallet: number;
  leftToRefund: number;
  lines: Line[];
  isPaid: boolean;
  isSent: boolean;
  isDelivered: boolean;
  isRefunded: boolean;
  isCancelled: boolean;
  /** Whether its refund was approved; null while that is open, undefined without a request. */
  isApproved?: boolean | null;
  hasNotice: boolean;
}

/** Everything that is compared. */
export interface View {
  wallets: { balance: number; owed: number; isActive: boolean; statement: StatementLine[] }[];
  orders: SeenOrder[];
  /** Of each thing. */
  stock: number[];
  /** Of each product. */
  sold: number[];
  /** How often each coupon is used; null for one that was deleted. */
  couponUses: (number | null)[];
}
