import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Goods that came into the catalogue or left it: no order's, since orders only change rows that are there. */
const stockLog = (table: string, { product, variant, stock }: { product: string; variant: string; stock: string }) => {
  const write = (change: string, rows: string) => `
    INSERT INTO stock_movements (product_id, variant_id, change)
    SELECT ${product}, ${variant}, ${change} FROM ${rows} WHERE ${change} <> 0;
    RETURN NULL;`;
  return `
    CREATE OR REPLACE FUNCTION ${table}_stock_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN ${write(`row.${stock}`, 'new_rows row')} END $$;
    CREATE OR REPLACE FUNCTION ${table}_stock_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN ${write(`-row.${stock}`, 'old_rows row')} END $$;`;
};

/**
 * What the ledger's check needs to go on from what it has proved, so that it reads what is new every minute and everything
 * once a night. And the name of a single order, shop.order_id, which nobody has set since orders are placed together.
 */
export class Proofs1700000000018 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Up to where the books are proved, and when they were last read as a whole; null until they were.
      ALTER TABLE ledger_checks ADD proof jsonb, ADD read_whole_at timestamptz;

      -- A wallet's transfer before another.
      CREATE INDEX transfers_debit ON transfers (debit_account_id, id);
      CREATE INDEX transfers_credit ON transfers (credit_account_id, id);
      DROP INDEX transfers_debit_account_id_idx, transfers_credit_account_id_idx;
      CREATE INDEX wallet_transactions_pending ON wallet_transactions (id) WHERE status = 'PENDING';

      ${stockLog('variants', { product: 'row.product_id', variant: 'row.id', stock: 'stock_quantity' })}
      ${stockLog('products', { product: 'row.id', variant: 'NULL::integer', stock: 'count_in_stock' })}
      DROP FUNCTION current_order;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Records of money are not taken down: drop the database instead.');
  }
}
