import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Makes a renaming trigger run one statement. */
const onRename = (name: string, statement: string) => `
  CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN ${statement}; RETURN NULL; END
  $$;`;

const TABLES = [
  { table: 'brands', column: 'brand_id', renamed: 'brand_renamed', searched: 'search_brands_renamed' },
  { table: 'categories', column: 'category_id', renamed: 'category_renamed', searched: 'search_categories_renamed' },
];

/**
 * Lets the search follow a renamed brand or category in the background: its trigger wrote every product, and held their locks until the
 * end of the transaction, so that orders of tens of thousands of products waited. Now it queues the rename for the worker. Until a worker
 * of this release runs, the search knows the products by the title before.
 */
export class SearchRenames1800000000022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE search_renames (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        brand_id integer,
        category_id integer,
        -- The search has every product up to this id by the new title.
        last_product_id integer NOT NULL DEFAULT 0,
        CHECK (num_nonnulls(brand_id, category_id) = 1)
      );
      ${TABLES.map(
        ({ table, column, renamed, searched }) => `
      ${onRename(renamed, `INSERT INTO search_renames (${column}) VALUES (NEW.id)`)}
      DROP TRIGGER searched_updated ON ${table};
      DROP FUNCTION ${searched}();`,
      ).join('')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table, column, renamed, searched } of TABLES) {
      await runner.query(`
        ${onRename(renamed, `UPDATE products SET search = '' WHERE ${column} = NEW.id`)}
        ${onRename(searched, `INSERT INTO search_outbox (product_id) SELECT id FROM products WHERE ${column} = NEW.id`)}
        CREATE TRIGGER searched_updated AFTER UPDATE ON ${table}
          FOR EACH ROW WHEN (old.title IS DISTINCT FROM new.title) EXECUTE FUNCTION ${searched}();`);
    }
    await runner.query('DROP TABLE search_renames');
  }
}
