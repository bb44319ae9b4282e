import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What of a product somebody searches for with words; its price is what its cheapest variant costs. */
const SEARCHED = ['name', 'description', 'brand_id', 'category_id', 'min_price', 'archived_at', 'has_variants'];
const columns = (row: string, names: string[]) => `(${names.map((name) => `${row}.${name}`).join(', ')})`;

/** A trigger for the INSERT and one for the DELETE of many rows at once, as `changed`. */
const writtenAndRemoved = (table: string) => `
  CREATE TRIGGER searched_inserted AFTER INSERT ON ${table} REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION search_parts_changed();
  CREATE TRIGGER searched_deleted AFTER DELETE ON ${table} REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION search_parts_changed();`;

const updated = (table: string, names: string[], act: string) => `
  CREATE TRIGGER searched_updated AFTER UPDATE ON ${table} FOR EACH ROW
    WHEN (${columns('OLD', names)} IS DISTINCT FROM ${columns('NEW', names)}) EXECUTE FUNCTION ${act};`;

/** Renaming one of these changes what every product with it is found by. */
const renamed = (table: string, name: string, products: string) => `
  CREATE FUNCTION search_${table}_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN INSERT INTO search_outbox (product_id) ${products}; RETURN NULL; END $$;
  ${updated(table, [name], `search_${table}_renamed()`)}`;

const TABLES = ['products', 'product_images', 'variants'];
const NAMED = ['brands', 'categories', 'colors', 'sizes'];

/**
 * What the search by words and pictures reads. Triggers leave a row in the outbox with every change that it has to know of,
 * whoever made it; the worker makes jobs of these rows and writes what it found out. A change of stock is none: payments
 * write nothing here.
 */
export class AiSearch1700000000017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Rows are added and taken away, never changed but for the taking: nobody waits for anybody.
      CREATE TABLE search_outbox (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        product_id integer NOT NULL,
        -- When a job was made of it; one that was lost is made again after a while.
        taken_at timestamptz
      );

      -- A product as it is searched for. One that is gone stays as a row without facts, so that those who have read it hear of it.
      CREATE TABLE search_entries (
        product_id integer PRIMARY KEY,
        facts jsonb,
        media text[] NOT NULL DEFAULT '{}',
        -- The transaction that wrote it: whoever has read under a snapshot asks for what that snapshot did not show.
        changed xid8 NOT NULL DEFAULT pg_current_xact_id()
      );
      CREATE INDEX ON search_entries (changed);

      -- What an engine says of a picture; nothing (null) of one that cannot be read.
      CREATE TABLE search_pictures (
        -- By which a store of vectors knows it.
        id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
        engine text NOT NULL,
        media_hash text NOT NULL REFERENCES media (hash) ON DELETE CASCADE,
        vector bytea,
        parts bytea,
        PRIMARY KEY (engine, media_hash)
      );
      CREATE INDEX ON search_pictures (media_hash);

      -- An engine answers once it has described every picture: until then the one before it does.
      CREATE TABLE search_engines (
        name text PRIMARY KEY,
        started_at timestamptz NOT NULL DEFAULT now(),
        completed_at timestamptz
      );

      CREATE FUNCTION search_parts_changed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO search_outbox (product_id) SELECT DISTINCT product_id FROM changed; RETURN NULL; END $$;
      CREATE FUNCTION search_products_changed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO search_outbox (product_id) SELECT id FROM changed; RETURN NULL; END $$;
      CREATE FUNCTION search_row_changed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO search_outbox (product_id) VALUES (NEW.product_id); RETURN NULL; END $$;
      CREATE FUNCTION search_product_changed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO search_outbox (product_id) VALUES (NEW.id); RETURN NULL; END $$;

      CREATE TRIGGER searched_inserted AFTER INSERT ON products REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION search_products_changed();
      CREATE TRIGGER searched_deleted AFTER DELETE ON products REFERENCING OLD TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION search_products_changed();
      ${updated('products', SEARCHED, 'search_product_changed()')}
      ${writtenAndRemoved('product_images')}
      ${updated('product_images', ['product_id', 'media_hash', 'position'], 'search_row_changed()')}
      ${writtenAndRemoved('variants')}
      ${updated('variants', ['product_id', 'color_id', 'size_id'], 'search_row_changed()')}

      ${renamed('brands', 'title', 'SELECT id FROM products WHERE brand_id = NEW.id')}
      ${renamed('categories', 'title', 'SELECT id FROM products WHERE category_id = NEW.id')}
      ${renamed('colors', 'name', 'SELECT DISTINCT product_id FROM variants WHERE color_id = NEW.id')}
      ${renamed('sizes', 'name', 'SELECT DISTINCT product_id FROM variants WHERE size_id = NEW.id')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...TABLES, ...NAMED]) await runner.query(`DROP TRIGGER searched_updated ON ${table}`);
    for (const table of TABLES)
      await runner.query(`DROP TRIGGER searched_inserted ON ${table}; DROP TRIGGER searched_deleted ON ${table}`);
    await runner.query(`
      DROP FUNCTION search_parts_changed, search_products_changed, search_row_changed, search_product_changed,
        ${NAMED.map((table) => `search_${table}_renamed`).join(', ')};
      DROP TABLE search_outbox, search_entries, search_pictures, search_engines;
    `);
  }
}
