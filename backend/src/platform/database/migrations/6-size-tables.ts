import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The columns of a product that this migration adds, in the order of the table. */
const ADDED = ['material', 'care', 'model_height', 'model_size'];

const COLUMNS = `
  ALTER TABLE products
    ADD COLUMN material text NOT NULL DEFAULT '',
    ADD COLUMN care text NOT NULL DEFAULT '',
    -- Of the model in the pictures: the height in centimetres, and the size that they wear.
    ADD COLUMN model_height smallint CHECK (model_height BETWEEN 40 AND 250),
    ADD COLUMN model_size text NOT NULL DEFAULT '';

  ALTER TABLE reviews ADD COLUMN fit text CHECK (fit IN ('tight', 'right', 'loose'));
  CREATE INDEX ON reviews (product_id, fit) WHERE fit IS NOT NULL;
`;

const TABLES = `
  -- The size table of a category, or of a product, whose own one counts.
  CREATE TABLE size_tables (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    category_id integer UNIQUE REFERENCES categories (id) ON DELETE CASCADE,
    product_id integer UNIQUE REFERENCES products (id) ON DELETE CASCADE,
    -- The columns, in the order in which they are shown.
    measures text[] NOT NULL CHECK (cardinality(measures) <= 10),
    CHECK (num_nonnulls(category_id, product_id) = 1)
  );

  CREATE TABLE size_table_rows (
    table_id integer NOT NULL REFERENCES size_tables (id) ON DELETE CASCADE,
    size_id integer NOT NULL REFERENCES sizes (id),
    -- By measure a pair of centimetres, from and to.
    measured jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(measured) = 'object'),
    -- The bodies that the size is for, in centimetres and kilograms.
    height_from numeric(4, 1),
    height_to numeric(4, 1) CHECK (height_to >= height_from),
    weight_from numeric(4, 1),
    weight_to numeric(4, 1) CHECK (weight_to >= weight_from),
    PRIMARY KEY (table_id, size_id),
    CHECK ((height_from IS NULL) = (height_to IS NULL)),
    CHECK ((weight_from IS NULL) = (weight_to IS NULL))
  );
  CREATE INDEX ON size_table_rows (size_id);
`;

/** A table's rows are written in the transaction that writes the table itself, so its own trigger speaks for them. */
const TRIGGERS = `
  CREATE FUNCTION size_table_written() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      product integer := CASE WHEN TG_OP = 'DELETE' THEN OLD.product_id ELSE NEW.product_id END;
    BEGIN
      PERFORM pg_notify('catalog_changed', CASE WHEN product IS NULL THEN '' ELSE 'edited ' || product END);
      UPDATE products SET version = version + 1 WHERE id = product;
      RETURN NULL;
    END
  $$;
  CREATE TRIGGER size_table_written AFTER INSERT OR UPDATE OR DELETE ON size_tables
    FOR EACH ROW EXECUTE FUNCTION size_table_written();
  CREATE TRIGGER catalog_changed AFTER TRUNCATE ON size_tables
    FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();
`;

const row = (name: 'n' | 'o' | 'NEW' | 'OLD', columns: readonly string[]) =>
  `(${columns.map((column) => `${name}.${column}`).join(', ')})`;

const EDITED = ['name', 'description', 'price', 'old_price', 'count_in_stock', 'brand_id', 'category_id'];
const SHOWN = ['name', 'description', 'price', 'old_price', 'min_price', 'brand_id', 'category_id', 'has_variants'];

/** The functions that know the columns of a product. @param added those beside the former ones */
const functions = (added: readonly string[]) => {
  const edited = [...EDITED, 'has_variants', 'archived_at', ...added];
  const shown = [...SHOWN, 'created_at', ...added];
  const hasMaterial = added.includes('material');
  const searched = ['name', 'description', 'brand_id', 'category_id', ...(hasMaterial ? ['material'] : [])];
  const text = hasMaterial ? `concat_ws(E'\\n', nullif(NEW.material, ''), NEW.description)` : 'NEW.description';
  return `
  CREATE OR REPLACE FUNCTION product_edited() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF ${row('NEW', edited)}
          IS DISTINCT FROM ${row('OLD', edited)}
          AND current_order_ids() IS NULL THEN
        NEW.version := OLD.version + 1;
      END IF;
      RETURN NEW;
    END
  $$;

  CREATE OR REPLACE FUNCTION product_written() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT NEW.has_variants THEN
        NEW.min_price := NEW.price;
        NEW.total_stock := NEW.count_in_stock;
      ELSIF TG_OP = 'INSERT' OR NOT OLD.has_variants THEN
        SELECT coalesce(min(v.price), NEW.price), coalesce(sum(v.stock_quantity), 0) INTO NEW.min_price, NEW.total_stock
          FROM variants v WHERE v.product_id = NEW.id;
      END IF;
      IF TG_OP = 'INSERT' OR ${row('NEW', searched)}
          IS DISTINCT FROM ${row('OLD', searched)} OR NEW.search = '' THEN
        NEW.search := product_search_vector(NEW.name, ${text}, NEW.brand_id, NEW.category_id);
      END IF;
      RETURN NEW;
    END
  $$;

  CREATE OR REPLACE FUNCTION products_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('catalog_changed', CASE WHEN length(items) < 7900 THEN kind || ' ' || items ELSE '' END)
      FROM (SELECT kind, string_agg(DISTINCT item, ' ') AS items FROM (SELECT kind, n.id::text AS item FROM new_rows n JOIN old_rows o ON o.id = n.id, LATERAL (VALUES
        ('listed', (n.archived_at IS NULL) <> (o.archived_at IS NULL)),
        ('edited', ${row('n', shown)} IS DISTINCT FROM ${row('o', shown)}),
        ('availability', (n.total_stock > 0) <> (o.total_stock > 0)),
        ('stock', n.total_stock <> o.total_stock),
        ('reviewed', (n.rating_sum, n.num_reviews) IS DISTINCT FROM (o.rating_sum, o.num_reviews))) AS of_product (kind, is_so) WHERE is_so) each GROUP BY kind) changes;
      RETURN NULL;
    END
  $$;

  DROP TRIGGER searched_updated ON products;
  CREATE TRIGGER searched_updated AFTER UPDATE ON products FOR EACH ROW WHEN (${[
    ...['name', 'description', 'brand_id', 'category_id', 'min_price', 'archived_at', 'has_variants'],
    ...(hasMaterial ? ['material'] : []),
  ]
    .map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`)
    .join(' OR ')}) EXECUTE FUNCTION search_product_changed();`;
};

/**
 * Size tables of categories and products, what a product says of its cloth and its model, and votes of fit in reviews.
 * Processes of the release before know nothing of it and work on: each new column has a default.
 */
export class SizeTables1800000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS + TABLES + TRIGGERS + functions(ADDED));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`${functions([])}
      DROP TABLE size_table_rows, size_tables;
      DROP FUNCTION size_table_written();
      ALTER TABLE reviews DROP COLUMN fit;
      ALTER TABLE products ${ADDED.map((column) => `DROP COLUMN ${column}`).join(', ')}`);
  }
}
