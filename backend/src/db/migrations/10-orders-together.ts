import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A change of a row's stock, in parts by the orders that the transaction names, or as a whole when it names none. */
const stockUpdated = (
  table: string,
  { product, variant, stock }: { product: string; variant: string; stock: string },
) => `
  CREATE OR REPLACE FUNCTION ${table}_stock_updated() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO stock_movements (product_id, variant_id, change, order_id)
    SELECT ${product}, ${variant}, coalesce(part.change, row.${stock} - before.${stock}), part.order_id
    FROM new_rows row JOIN old_rows before ON before.id = row.id
    LEFT JOIN LATERAL (
      SELECT i.order_id, sum(i.qty)::integer * sign(row.${stock} - before.${stock})::integer AS change FROM order_items i
      WHERE i.order_id = ANY (current_orders()) AND i.product_id = ${product}
        AND i.variant_id IS NOT DISTINCT FROM ${variant}
      GROUP BY i.order_id) part ON true
    WHERE row.${stock} <> before.${stock};
    RETURN NULL;
  END $$;`;

/**
 * One statement takes the goods of several orders, so shop.order_ids names them, and their items tell who took how much.
 * That the parts are the whole is looked after by the ledger's check.
 */
export class OrdersTogether1700000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION current_orders() RETURNS integer[] LANGUAGE sql STABLE AS
        $$ SELECT nullif(current_setting('shop.order_ids', true), '')::integer[] $$;
      ${stockUpdated('variants', { product: 'row.product_id', variant: 'row.id', stock: 'stock_quantity' })}
      ${stockUpdated('products', { product: 'row.id', variant: 'NULL::integer', stock: 'count_in_stock' })}
    `);
  }

  async down(): Promise<void> {
    throw new Error('Records of money are not taken down: drop the database instead.');
  }
}
