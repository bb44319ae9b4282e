import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What shoppers see of a product and administrators write, stock included. */
const FACTS = (row: string) =>
  [
    'name',
    'description',
    'price',
    'old_price',
    'count_in_stock',
    'brand_id',
    'category_id',
    'has_variants',
    'archived_at',
  ]
    .map((column) => `${row}.${column}`)
    .join(', ');

/**
 * A product counts its changes, whoever makes them, so that of two who edit it at once the second is told. Orders that
 * take its stock or give it back are no edits.
 */
export class ProductVersions1700000000013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE products ADD version integer NOT NULL DEFAULT 1;

      CREATE FUNCTION product_edited() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (${FACTS('NEW')}) IS DISTINCT FROM (${FACTS('OLD')}) AND current_orders() IS NULL THEN
          NEW.version := OLD.version + 1;
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER product_edited BEFORE UPDATE ON products FOR EACH ROW EXECUTE FUNCTION product_edited();

      CREATE OR REPLACE FUNCTION variants_written() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE products p SET
          min_price = CASE WHEN p.has_variants THEN coalesce(s.min_price, p.price) ELSE p.min_price END,
          total_stock = CASE WHEN p.has_variants THEN coalesce(s.total_stock, 0) ELSE p.total_stock END,
          version = p.version + (current_orders() IS NULL)::integer
        FROM (SELECT c.product_id, min(v.price) AS min_price, sum(v.stock_quantity) AS total_stock
              FROM (SELECT DISTINCT product_id FROM changed ORDER BY product_id) c
              LEFT JOIN variants v ON v.product_id = c.product_id GROUP BY c.product_id) s
        WHERE p.id = s.product_id;
        RETURN NULL;
      END $$;

      CREATE FUNCTION pictures_written() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE products SET version = version + 1 WHERE id IN (SELECT product_id FROM changed);
        RETURN NULL;
      END $$;
      CREATE TRIGGER pictures_inserted AFTER INSERT ON product_images REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION pictures_written();
      CREATE TRIGGER pictures_deleted AFTER DELETE ON product_images REFERENCING OLD TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION pictures_written();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER pictures_deleted ON product_images;
      DROP TRIGGER pictures_inserted ON product_images;
      DROP FUNCTION pictures_written;
      DROP TRIGGER product_edited ON products;
      DROP FUNCTION product_edited;
      CREATE OR REPLACE FUNCTION variants_written() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE products p SET min_price = coalesce(s.min_price, p.price), total_stock = coalesce(s.total_stock, 0)
        FROM (SELECT c.product_id, min(v.price) AS min_price, sum(v.stock_quantity) AS total_stock
              FROM (SELECT DISTINCT product_id FROM changed ORDER BY product_id) c
              LEFT JOIN variants v ON v.product_id = c.product_id GROUP BY c.product_id) s
        WHERE p.id = s.product_id AND p.has_variants;
        RETURN NULL;
      END $$;
      ALTER TABLE products DROP COLUMN version;
    `);
  }
}
