import type { ModuleSchema } from './module-schema.js';

/** Queues products when a row that they show is renamed. @param products selects their ids */
const renames = (table: string, column: string, products: string) => ({
  function: `
  CREATE FUNCTION search_${table}_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO search_outbox (product_id) ${products}; RETURN NULL; END
  $$;
`,
  trigger: `
  CREATE TRIGGER searched_updated AFTER UPDATE ON ${table}
    FOR EACH ROW WHEN (old.${column} IS DISTINCT FROM new.${column}) EXECUTE FUNCTION search_${table}_renamed();`,
});

const RENAMES = [
  renames('brands', 'title', 'SELECT id FROM products WHERE brand_id = NEW.id'),
  renames('categories', 'title', 'SELECT id FROM products WHERE category_id = NEW.id'),
  renames('colors', 'name', 'SELECT DISTINCT product_id FROM variants WHERE color_id = NEW.id'),
  renames('sizes', 'name', 'SELECT DISTINCT product_id FROM variants WHERE size_id = NEW.id'),
];

/** Queues products when rows are inserted or deleted, or when one of these columns changes. */
function changes(table: string, columns: string[], acts: { rows: string; row: string }): string {
  const differs = columns.map((column) => `old.${column} IS DISTINCT FROM new.${column}`).join(' OR ');
  return `
  CREATE TRIGGER searched_inserted AFTER INSERT ON ${table} REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION ${acts.rows}();
  CREATE TRIGGER searched_deleted AFTER DELETE ON ${table} REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION ${acts.rows}();
  CREATE TRIGGER searched_updated AFTER UPDATE ON ${table}
    FOR EACH ROW WHEN (${differs}) EXECUTE FUNCTION ${acts.row}();`;
}

const PRODUCT = { rows: 'search_products_changed', row: 'search_product_changed' };
const SHOWN = ['name', 'description', 'brand_id', 'category_id', 'min_price', 'archived_at', 'has_variants'];
const PART = { rows: 'search_parts_changed', row: 'search_row_changed' };

export const SEARCH: ModuleSchema = {
  tables: `
  -- An engine answers searches once it has described every picture; until then the previous one does.
  CREATE TABLE search_engines (
    name text PRIMARY KEY,
    started_at timestamptz NOT NULL DEFAULT now(),
    completed_at timestamptz,
    last_requested_at timestamptz NOT NULL DEFAULT now()
  );

  -- A product as the search reads it. A deleted one stays without facts, so that every reader learns of it.
  CREATE TABLE search_documents (
    product_id integer PRIMARY KEY,
    facts jsonb,
    media text[] NOT NULL DEFAULT '{}',
    -- The transaction that wrote it: a reader asks for what its last snapshot did not show.
    changed_xid xid8 NOT NULL DEFAULT pg_current_xact_id()
  );
  CREATE INDEX ON search_documents (changed_xid);

  -- Products to index. Rows are inserted and deleted, and updated only when a job takes them, so writers never wait.
  CREATE TABLE search_outbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    product_id integer NOT NULL,
    -- When a job took it. A lost job is queued again after a while.
    taken_at timestamptz
  );

  -- An engine's vector of a picture; null for one that cannot be read.
  CREATE TABLE search_images (
    -- Its id in a vector store.
    id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    engine text NOT NULL,
    media_hash text NOT NULL REFERENCES media (hash) ON DELETE CASCADE,
    vector bytea,
    parts bytea,
    PRIMARY KEY (engine, media_hash)
  );
  CREATE INDEX ON search_images (media_hash);
  `,
  functions: `
  CREATE FUNCTION search_products_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO search_outbox (product_id) SELECT id FROM changed; RETURN NULL; END
  $$;

  CREATE FUNCTION search_product_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO search_outbox (product_id) VALUES (NEW.id); RETURN NULL; END
  $$;

  CREATE FUNCTION search_parts_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO search_outbox (product_id) SELECT DISTINCT product_id FROM changed; RETURN NULL; END
  $$;

  CREATE FUNCTION search_row_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO search_outbox (product_id) VALUES (NEW.product_id); RETURN NULL; END
  $$;
  ${RENAMES.map((rename) => rename.function).join('')}`,
  triggers: `
  ${RENAMES.map((rename) => rename.trigger).join('')}
  ${changes('products', SHOWN, PRODUCT)}
  ${changes('product_images', ['product_id', 'media_hash', 'position'], PART)}
  ${changes('variants', ['product_id', 'color_id', 'size_id'], PART)}
  `,
};
