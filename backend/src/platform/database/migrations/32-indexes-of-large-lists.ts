import type { MigrationInterface, QueryRunner } from 'typeorm';

interface Index {
  isUnique?: boolean;
  definition: string;
  /** The index that it replaces. */
  before?: { name: string; definition: string };
}

const UNDELIVERED = 'delivered_at IS NULL AND cancelled_at IS NULL AND refunded_at IS NULL';

const INDEXES: Record<string, Index> = {
  // Refuses the same transfers as the index before. The bank's credits, of which an order has several, are in it too, each by its own
  // number, so that all transfers of an order are found.
  transfers_once_of_order: {
    isUnique: true,
    definition: `transfers (order_id, kind,
      (CASE WHEN kind = 'BANK_CREDIT' THEN id::text ELSE coalesce(chargeback_id, '') END))`,
    before: {
      name: 'transfers_order_once',
      definition: `transfers (order_id, kind, coalesce(chargeback_id, '')) WHERE kind <> 'BANK_CREDIT'`,
    },
  },
  // Orders that are to be sent are read alone, however many are on their way. Lists of paid orders read it whole.
  orders_undelivered_sent_at: {
    definition: `orders (sent_at, id) WHERE ${UNDELIVERED}`,
    before: { name: 'orders_undelivered', definition: `orders (id) WHERE ${UNDELIVERED}` },
  },
  // The sums of the ledger check are read from it alone.
  stock_movements_product_id_variant_id_change_idx: {
    definition: 'stock_movements (product_id, variant_id) INCLUDE (change)',
    before: {
      name: 'stock_movements_product_id_variant_id_idx',
      definition: 'stock_movements (product_id, variant_id)',
    },
  },
  users_staff: { definition: 'users (id) WHERE is_staff' },
  // An index in the order of the database's language finds no beginnings of texts.
  products_handle_prefix: { definition: 'products (handle text_pattern_ops)' },
  // What refers to an account or a product is looked for when that is deleted.
  order_events_actor_id_idx: { definition: 'order_events (actor_id) WHERE actor_id IS NOT NULL' },
  refund_requests_decided_by_idx: { definition: 'refund_requests (decided_by) WHERE decided_by IS NOT NULL' },
  bank_transfers_decided_by_idx: { definition: 'bank_transfers (decided_by) WHERE decided_by IS NOT NULL' },
  stock_alerts_product_id_idx: { definition: 'stock_alerts (product_id)' },
};

const create = (name: string, { isUnique, definition }: Index) =>
  `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY ${name} ON ${definition}`;

/** True for an index that is whole: one whose building was ended is not. */
const isBuilt = async (runner: QueryRunner, name: string): Promise<boolean> => {
  const rows = (await runner.query(
    `SELECT FROM pg_index WHERE indexrelid = to_regclass('${name}') AND indisvalid`,
  )) as object[];
  return rows.length > 0;
};

const drop = (name: string) => `DROP INDEX CONCURRENTLY IF EXISTS ${name}`;

/** Indexes for what read a large table whole. Built beside a running shop, each before the one that it replaces is dropped. */
export class IndexesOfLargeLists1800000000032 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, index] of Object.entries(INDEXES)) {
      // One that an earlier run has built may stand alone by now: it stays, because a unique one is a guard.
      if (!(await isBuilt(runner, name))) {
        await runner.query(drop(name));
        await runner.query(create(name, index));
      }
      if (index.before) await runner.query(drop(index.before.name));
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, { isUnique, before }] of Object.entries(INDEXES)) {
      if (before) await runner.query(create(before.name, { isUnique, ...before }));
      await runner.query(drop(name));
    }
  }
}
