import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns of products that a shopper sees or that filters, sorts and searches read; stock, sales and ratings apart. */
const SHOWN = [
  ...['name', 'description', 'price', 'old_price', 'min_price', 'brand_id', 'category_id', 'has_variants'],
  'created_at',
];
const columns = (row: string, names: readonly string[]) => names.map((name) => `${row}.${name}`).join(', ');
const differ = (...names: string[]) => `(${columns('n', names)}) IS DISTINCT FROM (${columns('o', names)})`;

const OF_PRODUCTS = ['products', 'product_images', 'variants', 'reviews', 'product_sales'];

/** Sends the changes that a query returns as rows of (kind, item). NOTIFY takes payloads of up to 8,000 bytes. */
const announce = (name: string, changes: string) => `
  CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('catalog_changed', CASE WHEN length(items) < 7900 THEN kind || ' ' || items ELSE '' END)
      FROM (SELECT kind, string_agg(DISTINCT item, ' ') AS items FROM (${changes}) each GROUP BY kind) changes;
      RETURN NULL;
    END
  $$;`;

/** A trigger for each event that calls the function of that event. */
function onChange(table: string, functions: Partial<Record<'INSERT' | 'UPDATE' | 'DELETE', string>>): string {
  const rows = { INSERT: 'NEW TABLE AS new_rows', DELETE: 'OLD TABLE AS old_rows' };
  const both = `${rows.DELETE} ${rows.INSERT}`;
  return Object.entries(functions)
    .map(
      ([event, name]) => `
  CREATE TRIGGER catalog_changed_by_${event.toLowerCase()} AFTER ${event} ON ${table}
    REFERENCING ${event === 'UPDATE' ? both : rows[event as keyof typeof rows]} FOR EACH STATEMENT EXECUTE FUNCTION ${name}();`,
    )
    .join('');
}

/** The product of each row of a table that belongs to one is changed. */
const partOf = (name: string, kind: string, rows: string) =>
  announce(name, `SELECT '${kind}' AS kind, product_id::text AS item FROM ${rows}`);

const FUNCTIONS = [
  announce('products_listed', `SELECT 'listed' AS kind, id::text AS item FROM new_rows WHERE archived_at IS NULL`),
  announce('products_delisted', `SELECT 'listed' AS kind, id::text AS item FROM old_rows WHERE archived_at IS NULL`),
  announce(
    'products_changed',
    `SELECT kind, n.id::text AS item FROM new_rows n JOIN old_rows o ON o.id = n.id, LATERAL (VALUES
        ('listed', (n.archived_at IS NULL) <> (o.archived_at IS NULL)),
        ('edited', ${differ(...SHOWN)}),
        ('availability', (n.total_stock > 0) <> (o.total_stock > 0)),
        ('stock', n.total_stock <> o.total_stock),
        ('reviewed', ${differ('rating_sum', 'num_reviews')})) AS of_product (kind, is_so) WHERE is_so`,
  ),
  announce(
    'variants_changed',
    `SELECT kind, n.product_id::text AS item FROM new_rows n JOIN old_rows o ON o.id = n.id, LATERAL (VALUES
        ('edited', ${differ('product_id', 'color_id', 'size_id', 'price')}),
        ('availability', (n.stock_quantity > 0) <> (o.stock_quantity > 0)),
        ('stock', n.stock_quantity <> o.stock_quantity)) AS of_variant (kind, is_so) WHERE is_so`,
  ),
  announce(
    'sales_changed',
    `SELECT 'sold' AS kind, concat_ws(':', n.product_id, o.total_sold, n.total_sold) AS item
      FROM new_rows n JOIN old_rows o ON o.product_id = n.product_id WHERE n.total_sold <> o.total_sold`,
  ),
  partOf('product_part_added', 'edited', 'new_rows'),
  partOf('product_part_removed', 'edited', 'old_rows'),
  announce(
    'product_part_changed',
    `SELECT 'edited' AS kind, product_id::text AS item FROM new_rows
      UNION ALL SELECT 'edited', product_id::text FROM old_rows`,
  ),
  partOf('review_added', 'reviewed', 'new_rows'),
  partOf('review_removed', 'reviewed', 'old_rows'),
].join('\n');

const TRIGGERS = [
  onChange('products', { INSERT: 'products_listed', UPDATE: 'products_changed', DELETE: 'products_delisted' }),
  onChange('variants', { INSERT: 'product_part_added', UPDATE: 'variants_changed', DELETE: 'product_part_removed' }),
  onChange('product_images', {
    INSERT: 'product_part_added',
    UPDATE: 'product_part_changed',
    DELETE: 'product_part_removed',
  }),
  onChange('reviews', { INSERT: 'review_added', UPDATE: 'review_added', DELETE: 'review_removed' }),
  onChange('product_sales', { UPDATE: 'sales_changed' }),
].join('');

/**
 * Announces with `catalog_changed` what changed, so that caches drop only what a change touches: the payload is a kind and
 * ids of products, as `platform/http-cache/catalog-change.ts` parses it; an empty one means everything. Processes of the
 * release before take each payload as "everything", so both may run side by side.
 */
export class CatalogChanges1800000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of OF_PRODUCTS) await runner.query(`DROP TRIGGER catalog_changed ON ${table}`);
    await runner.query(FUNCTIONS + TRIGGERS);
    for (const table of OF_PRODUCTS) {
      await runner.query(`CREATE TRIGGER catalog_changed AFTER TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed()`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of new Set([...FUNCTIONS.matchAll(/CREATE FUNCTION (\w+)/g)].map(([, found]) => found))) {
      await runner.query(`DROP FUNCTION ${name} CASCADE`);
    }
    for (const table of OF_PRODUCTS) {
      await runner.query(`DROP TRIGGER catalog_changed ON ${table};
        CREATE TRIGGER catalog_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed()`);
    }
  }
}
