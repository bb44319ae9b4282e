/** A line of the table in docs/architecture.md: the locked rows, the function, and the steps. */
export interface LockLine {
  lock: string;
  where: string[];
  /** Tables, and advisory locks by their class, in the order in which one transaction takes them. */
  steps: string[];
  /** True when one transaction may take these steps in any order. */
  isUnordered?: boolean;
}

/** The order of locks. A test compares docs/architecture.md with it, and each API test its transactions. */
export const LOCK_ORDER: LockLine[] = [
  {
    lock: "unique names; idempotency keys; the owners' synonyms and pins; bank transfers by reference",
    where: [
      'auth/users/user.locks.ts',
      'platform/batching',
      'search/curation/curation.locks.ts',
      'payments/bank/bank-transfer.locks.ts',
    ],
    steps: ['advisory 770002', 'advisory 770003', 'advisory 770007', 'advisory 770008'],
  },
  {
    lock: 'unpaid orders of a user, then of a network',
    where: ['orders/order/order.locks.ts'],
    steps: ['advisory 770005', 'advisory 770006'],
  },
  { lock: 'administrators, users', where: ['auth/users/user.locks.ts'], steps: ['users'] },
  { lock: 'pictures by hash', where: ['media/picture.locks.ts'], steps: ['advisory 770004'] },
  {
    lock: 'order, then its payment intent, its bank transfers',
    where: ['orders/order/order.locks.ts', 'payments/intents', 'payments/bank'],
    steps: ['orders', 'payment_intents', 'bank_transfers'],
  },
  { lock: 'coupon', where: ['coupons/coupon.locks.ts'], steps: ['coupons'] },
  {
    lock: "brands, categories, colours, sizes; a new product's handle",
    where: ['catalog/attributes/attribute.locks.ts', 'catalog/products/handle.ts'],
    steps: ['brands', 'categories', 'colors', 'sizes', 'advisory 770002 handle'],
    // A transaction that changes one of them locks no other. Imports and products share them, FOR KEY SHARE, in field order.
    isUnordered: true,
  },
  {
    lock: 'products by id, their variants by id, their sales counters by id',
    where: ['catalog/products/product.locks.ts'],
    steps: ['products', 'variants', 'product_sales'],
  },
  { lock: 'wallet', where: ['ledger/wallet.locks.ts'], steps: ['accounts'] },
  {
    lock: 'the account itself, against its deletion',
    where: ['auth/users/user.locks.ts'],
    steps: ['users as a key'],
  },
  {
    lock: 'API keys, webhook endpoints: their list, one of them',
    where: ['auth/api-keys/api-key.locks.ts', 'webhooks/endpoint.locks.ts'],
    steps: ['api_keys', 'webhook_endpoints'],
  },
];

/** Steps that a transaction may take late while it holds the named step, whose lock already covers the rows. */
export const COVERED_BY: Record<string, string | undefined> = {
  // `lockGoods` locks an order's products for all its chargebacks; the chargeback that refunds the order locks them again.
  products: 'products',
  // A variant never changes without its product's lock.
  variants: 'products',
  // Of transfers that wait for an order, and of a deleted account, each row is locked under its order's lock.
  bank_transfers: 'orders',
  // A batch of payments locks the counters of all its orders before the wallets, and those of the paid ones again later.
  product_sales: 'product_sales',
};

const RANKS = new Map(
  LOCK_ORDER.flatMap(({ steps, isUnordered }) => (isUnordered ? [steps] : steps.map((step) => [step]))).flatMap(
    (steps, rank) => steps.map((step) => [step, rank] as const),
  ),
);

/** The rank of a lock in the order; undefined for a lock that the order does not contain. */
export const rankOf = (step: string): number | undefined => RANKS.get(step);
