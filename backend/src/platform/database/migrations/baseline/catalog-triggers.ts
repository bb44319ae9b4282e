import { announcedChanges, finalRecords } from './platform.js';
import type { ModuleSchema } from './module-schema.js';

interface Stock {
  product: string;
  variant: string;
  stock: string;
}

/** Functions and triggers that log every change of a table's stock column in stock_movements. */
function stockLog(table: string, { product, variant, stock }: Stock) {
  const change = `row.${stock} - before.${stock}`;
  const insert = (amount: string, rows: string) => `
    INSERT INTO stock_movements (product_id, variant_id, change)
    SELECT ${product}, ${variant}, ${amount} FROM ${rows} row WHERE ${amount} <> 0;
    RETURN NULL;`;
  const functions = `
  CREATE FUNCTION ${table}_stock_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN ${insert(`row.${stock}`, 'new_rows')} END $$;

  CREATE FUNCTION ${table}_stock_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN ${insert(`-row.${stock}`, 'old_rows')} END $$;

  -- One statement may move the goods of several orders: each gets its own part of the change.
  CREATE FUNCTION ${table}_stock_updated() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO stock_movements (product_id, variant_id, change, order_id)
    SELECT ${product}, ${variant}, coalesce(part.change, ${change}), part.order_id
    FROM new_rows row JOIN old_rows before ON before.id = row.id
    LEFT JOIN LATERAL (
      SELECT i.order_id, sum(i.qty)::integer * sign(${change})::integer AS change FROM order_items i
      WHERE i.order_id = ANY (current_order_ids()) AND i.product_id = ${product}
        AND i.variant_id IS NOT DISTINCT FROM ${variant}
      GROUP BY i.order_id) part ON true
    WHERE row.${stock} <> before.${stock};
    RETURN NULL;
  END $$;
`;
  const triggers = `
  CREATE TRIGGER stock_inserted AFTER INSERT ON ${table} REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION ${table}_stock_inserted();
  CREATE TRIGGER stock_updated AFTER UPDATE ON ${table} REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION ${table}_stock_updated();
  CREATE TRIGGER stock_deleted AFTER DELETE ON ${table} REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION ${table}_stock_deleted();`;
  return { functions, triggers };
}

const PRODUCT_STOCK = stockLog('products', { product: 'row.id', variant: 'NULL::integer', stock: 'count_in_stock' });
const VARIANT_STOCK = stockLog('variants', { product: 'row.product_id', variant: 'row.id', stock: 'stock_quantity' });

/** The columns that an owner edits; a change of any makes a new version of the product. */
const EDITED = [
  'name',
  'description',
  'price',
  'old_price',
  'count_in_stock',
  'brand_id',
  'category_id',
  'has_variants',
];
const edited = (row: string) => [...EDITED, 'archived_at'].map((column) => `${row}.${column}`).join(', ');

/** A statement trigger for one event, with the rows that it wrote as the table "changed". */
const onChanged = (name: string, event: 'INSERT' | 'UPDATE' | 'DELETE', table: string, act: string) => `
  CREATE TRIGGER ${name} AFTER ${event} ON ${table} REFERENCING ${event === 'DELETE' ? 'OLD' : 'NEW'} TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION ${act}();`;

const ANNOUNCED = [
  'brands',
  'categories',
  'colors',
  'sizes',
  'products',
  'product_images',
  'variants',
  'reviews',
  'settings',
];

/** Derived columns, versions, the stock log and the announcement of changes. */
export const CATALOG_TRIGGERS: Pick<ModuleSchema, 'functions' | 'triggers'> = {
  functions: `
  -- Every process drops its cached catalogue when it hears this. PostgreSQL sends it once, at commit.
  CREATE FUNCTION catalog_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_notify('catalog_changed', ''); RETURN NULL; END
  $$;

  -- Weights: A the name as written, B folded, C brand and category, D description.
  CREATE FUNCTION product_search_vector(name text, description text, brand integer, category integer) RETURNS tsvector
  LANGUAGE sql STABLE AS $$
    SELECT
      setweight(words_vi(lower_vi(name)), 'A') ||
      setweight(words_vi(fold_vi(name)), 'B') ||
      setweight(words_vi(fold_vi(coalesce((SELECT title FROM brands WHERE id = brand), '') || ' ' ||
        coalesce((SELECT title FROM categories WHERE id = category), ''))), 'C') ||
      setweight(words_vi(fold_vi(left(description, 20000))), 'D')
  $$;

  CREATE FUNCTION product_written() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT NEW.has_variants THEN
        NEW.min_price := NEW.price;
        NEW.total_stock := NEW.count_in_stock;
      ELSIF TG_OP = 'INSERT' OR NOT OLD.has_variants THEN
        SELECT coalesce(min(v.price), NEW.price), coalesce(sum(v.stock_quantity), 0) INTO NEW.min_price, NEW.total_stock
          FROM variants v WHERE v.product_id = NEW.id;
      END IF;
      IF TG_OP = 'INSERT' OR (NEW.name, NEW.description, NEW.brand_id, NEW.category_id)
          IS DISTINCT FROM (OLD.name, OLD.description, OLD.brand_id, OLD.category_id) OR NEW.search = '' THEN
        NEW.search := product_search_vector(NEW.name, NEW.description, NEW.brand_id, NEW.category_id);
      END IF;
      RETURN NEW;
    END
  $$;

  -- Orders change the stock, too; that is no edit.
  CREATE FUNCTION product_edited() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (${edited('NEW')})
          IS DISTINCT FROM (${edited('OLD')})
          AND current_order_ids() IS NULL THEN
        NEW.version := OLD.version + 1;
      END IF;
      RETURN NEW;
    END
  $$;

  CREATE FUNCTION product_added() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO product_sales (product_id) SELECT id FROM added; RETURN NULL; END
  $$;

  -- An empty "search" makes product_written() build it again.
  CREATE FUNCTION brand_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN UPDATE products SET search = '' WHERE brand_id = NEW.id; RETURN NULL; END
  $$;

  CREATE FUNCTION category_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN UPDATE products SET search = '' WHERE category_id = NEW.id; RETURN NULL; END
  $$;

  CREATE FUNCTION pictures_written() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE products SET version = version + 1 WHERE id IN (SELECT product_id FROM changed);
      RETURN NULL;
    END
  $$;

  CREATE FUNCTION variants_written() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE products p SET
        min_price = CASE WHEN p.has_variants THEN coalesce(s.min_price, p.price) ELSE p.min_price END,
        total_stock = CASE WHEN p.has_variants THEN coalesce(s.total_stock, 0) ELSE p.total_stock END,
        version = p.version + (current_order_ids() IS NULL)::integer
      FROM (SELECT c.product_id, min(v.price) AS min_price, sum(v.stock_quantity) AS total_stock
            FROM (SELECT DISTINCT product_id FROM changed ORDER BY product_id) c
            LEFT JOIN variants v ON v.product_id = c.product_id GROUP BY c.product_id) s
      WHERE p.id = s.product_id;
      RETURN NULL;
    END
  $$;

  -- The lock makes concurrent reviews of one product wait for each other. The UPDATE is a statement of its own, so that it
  -- sees what was committed meanwhile.
  CREATE FUNCTION reviews_written() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM FROM products WHERE id IN (SELECT product_id FROM changed) ORDER BY id FOR NO KEY UPDATE;
      UPDATE products p SET rating_sum = coalesce(s.rating_sum, 0), num_reviews = s.num_reviews
      FROM (SELECT c.product_id, sum(r.rating) AS rating_sum, count(r.id) AS num_reviews
            FROM (SELECT DISTINCT product_id FROM changed) c
            LEFT JOIN reviews r ON r.product_id = c.product_id GROUP BY c.product_id) s
      WHERE p.id = s.product_id;
      RETURN NULL;
    END
  $$;
  ${PRODUCT_STOCK.functions}${VARIANT_STOCK.functions}`,
  triggers: `
  CREATE TRIGGER brand_renamed AFTER UPDATE OF title ON brands
    FOR EACH ROW WHEN (old.title <> new.title) EXECUTE FUNCTION brand_renamed();
  CREATE TRIGGER category_renamed AFTER UPDATE OF title ON categories
    FOR EACH ROW WHEN (old.title <> new.title) EXECUTE FUNCTION category_renamed();
  CREATE TRIGGER product_added AFTER INSERT ON products REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION product_added();
  CREATE TRIGGER product_edited BEFORE UPDATE ON products FOR EACH ROW EXECUTE FUNCTION product_edited();
  CREATE TRIGGER product_written BEFORE INSERT OR UPDATE ON products FOR EACH ROW EXECUTE FUNCTION product_written();
  ${onChanged('pictures_inserted', 'INSERT', 'product_images', 'pictures_written')}
  ${onChanged('pictures_deleted', 'DELETE', 'product_images', 'pictures_written')}
  ${onChanged('variants_inserted', 'INSERT', 'variants', 'variants_written')}
  ${onChanged('variants_updated', 'UPDATE', 'variants', 'variants_written')}
  ${onChanged('variants_deleted', 'DELETE', 'variants', 'variants_written')}
  ${onChanged('reviews_inserted', 'INSERT', 'reviews', 'reviews_written')}
  ${onChanged('reviews_updated', 'UPDATE', 'reviews', 'reviews_written')}
  ${onChanged('reviews_deleted', 'DELETE', 'reviews', 'reviews_written')}
  ${PRODUCT_STOCK.triggers}${VARIANT_STOCK.triggers}
  ${finalRecords('stock_movements')}
  ${ANNOUNCED.map((table) => announcedChanges(table)).join('')}
  ${announcedChanges('product_sales', 'UPDATE')}
  `,
};
