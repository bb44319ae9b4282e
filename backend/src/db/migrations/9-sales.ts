import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a product sold gets a narrow row of its own, and rows that every order changes get room on their page: a product
 * stands in a dozen indexes, each of which was written anew with every piece that was sold.
 */
export class Sales1700000000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE product_sales (
        product_id integer PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
        total_sold integer NOT NULL DEFAULT 0 CHECK (total_sold >= 0)
      );
      INSERT INTO product_sales SELECT id, total_sold FROM products;
      CREATE INDEX ON product_sales (total_sold DESC, product_id DESC);
      -- Drops the indexes that it stands in, too.
      ALTER TABLE products DROP COLUMN total_sold;

      CREATE FUNCTION product_added() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO product_sales (product_id) SELECT id FROM added; RETURN NULL; END $$;
      CREATE TRIGGER product_added AFTER INSERT ON products REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION product_added();
      CREATE TRIGGER catalog_changed AFTER UPDATE ON product_sales EXECUTE FUNCTION catalog_changed();
    `);
    for (const table of ['products', 'product_sales', 'variants', 'accounts', 'orders']) {
      await runner.query(`ALTER TABLE ${table} SET (fillfactor = 70)`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER product_added ON products;
      DROP FUNCTION product_added;
      ALTER TABLE products ADD total_sold integer NOT NULL DEFAULT 0 CHECK (total_sold >= 0);
      UPDATE products p SET total_sold = s.total_sold FROM product_sales s WHERE s.product_id = p.id;
      DROP TABLE product_sales;
      CREATE INDEX ON products (category_id, total_sold DESC, id DESC) WHERE archived_at IS NULL;
      CREATE INDEX ON products (brand_id, total_sold DESC, id DESC) WHERE archived_at IS NULL;
      CREATE INDEX ON products (total_sold DESC, id DESC) WHERE archived_at IS NULL;
    `);
  }
}
