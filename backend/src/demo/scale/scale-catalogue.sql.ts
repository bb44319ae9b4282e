import type { EntityManager } from 'typeorm';
import { insert, insertNamed } from '../support/bulk-insert.sql.js';
import { ALL_SIZES, COLORS } from '../catalogue/colors-and-sizes.js';
import { randomFrom } from '../support/random.js';
import { reserveIds } from './reserve-ids.sql.js';
import { brandsOfShop, scaleProducts, type ScaleIds } from './scale-products.js';
import { SCALE_KINDS } from './vocabulary.js';

const LAST_NAMES = [
  'Nguyễn',
  'Trần',
  'Lê',
  'Phạm',
  'Hoàng',
  'Huỳnh',
  'Phan',
  'Vũ',
  'Võ',
  'Đặng',
  'Bùi',
  'Đỗ',
  'Hồ',
  'Ngô',
];
const FIRST_NAMES = [
  'An',
  'Bình',
  'Chi',
  'Dung',
  'Giang',
  'Hà',
  'Hạnh',
  'Khánh',
  'Linh',
  'Mai',
  'Nam',
  'Ngọc',
  'Phúc',
  'Quỳnh',
];
const COMMENTS = [
  'Vải đẹp, mặc mát.',
  'Đúng cỡ, giao nhanh.',
  'Tạm ổn với giá này.',
  'Sẽ mua lại.',
  'Màu hơi khác hình.',
];

/** How many products are written by one statement. */
const BATCH = 5_000;

/**
 * Adds products with their pictures, variants, sales and reviews, batch by batch: few of them are in memory at once.
 *
 * @param isWithoutTriggers whether what triggers would write is to be written here
 */
export async function addProducts(tx: EntityManager, count: number, isWithoutTriggers: boolean): Promise<void> {
  if (count === 0) return;
  const first = await reserveIds(tx, 'products', count);
  const ids = await nameEverything(tx, count);
  await tx.query(`CREATE TEMP TABLE made (id integer, handle text, name text, description text, price bigint, old_price bigint,
    count_in_stock integer, brand_id integer, category_id integer, has_variants boolean, age integer, total_stock integer,
    total_sold integer, colors integer[], sizes integer[], stocks integer[], pictures text[], ratings integer[]) ON COMMIT DROP`);
  const random = randomFrom('scale');
  for (let done = 0; done < count; done += BATCH) {
    const products = scaleProducts(first + done, Math.min(BATCH, count - done), ids, random);
    await insert(
      tx,
      'made',
      Array.from(products, (product) => ({ ...product })),
    );
    await writeBatch(tx, isWithoutTriggers);
    await tx.query('TRUNCATE made');
  }
  await tx.query('ANALYZE products, variants, product_images, product_sales, reviews');
}

/** Sees to it that the shop has all brands, categories, colours and sizes. */
async function nameEverything(tx: EntityManager, count: number): Promise<ScaleIds> {
  const titled = async (table: 'brands' | 'categories', titles: string[]) => {
    await insert(
      tx,
      table,
      titles.map((title) => ({ title, description: '' })),
      'ON CONFLICT DO NOTHING',
    );
    const found: { id: number; title: string }[] = await tx.query(
      `SELECT t.id, wanted.title FROM ${table} t JOIN unnest($1::text[]) AS wanted (title) ON lower_vi(t.title) = lower_vi(wanted.title)`,
      [titles],
    );
    return new Map(found.map(({ id, title }) => [title, id]));
  };
  const pictures: { category_id: number; hashes: string[] }[] = await tx.query(
    `SELECT p.category_id, array_agg(i.media_hash ORDER BY i.position) AS hashes FROM products p
     JOIN product_images i ON i.product_id = p.id WHERE i.position < 3 AND p.category_id IS NOT NULL GROUP BY p.id LIMIT 1000`,
  );
  const byCategory = new Map<number, string[][]>();
  for (const { category_id: id, hashes } of pictures) byCategory.set(id, [...(byCategory.get(id) ?? []), hashes]);
  const [{ customers }]: [{ customers: number }] = await tx.query(
    'SELECT count(*)::integer AS customers FROM customers',
  );
  return {
    brands: await titled('brands', brandsOfShop(count)),
    categories: await titled('categories', [...new Set(SCALE_KINDS.map(({ category }) => category))]),
    colors: await insertNamed(
      tx,
      'colors',
      Object.entries(COLORS).map(([name, hex_code]) => ({ name, hex_code })),
    ),
    sizes: await insertNamed(
      tx,
      'sizes',
      ALL_SIZES.map((name, i) => ({ name, position: i + 1 })),
    ),
    pictures: byCategory,
    customers,
  };
}

async function writeBatch(tx: EntityManager, isWithoutTriggers: boolean): Promise<void> {
  // Numbers that triggers keep are those that they would come to.
  await tx.query(`
    INSERT INTO products (id, handle, name, description, price, old_price, count_in_stock, brand_id, category_id, has_variants,
        created_at, min_price, total_stock, rating_sum, num_reviews, search)
      SELECT id, handle, name, description, price, old_price, count_in_stock, brand_id, category_id, has_variants,
        now() - age * interval '1 day' - id % 86400 * interval '1 second', price, total_stock,
        (SELECT coalesce(sum(stars), 0) FROM unnest(ratings) stars), cardinality(ratings),
        product_search_vector(name, description, brand_id, category_id) FROM made ORDER BY id;
    INSERT INTO product_sales (product_id, total_sold) SELECT id, total_sold FROM made ORDER BY id
      ON CONFLICT (product_id) DO UPDATE SET total_sold = excluded.total_sold;
    INSERT INTO product_images (product_id, media_hash, position)
      SELECT id, hash, place - 1 FROM made, unnest(pictures) WITH ORDINALITY AS picture (hash, place) ORDER BY id, place;
    INSERT INTO variants (product_id, color_id, size_id, sku, price, stock_quantity)
      SELECT id, color, size, 'M' || id || '-' || color || '-' || size, price, stock
      FROM made, unnest(colors, sizes, stocks) AS variant (color, size, stock) ORDER BY id`);
  await tx.query(
    `INSERT INTO reviews (product_id, user_id, rating, comment, created_at)
     SELECT made.id, c.id, stars, ($1::text[])[1 + (made.id + rated.place) % ${COMMENTS.length}],
       now() - interval '1 day' * ((made.id + rated.place * 37) % 360 + 1)
     FROM made CROSS JOIN unnest(ratings) WITH ORDINALITY AS rated (stars, place)
     JOIN customers c ON c.place = (made.id + rated.place) % (SELECT count(*) FROM customers)`,
    [COMMENTS],
  );
  if (!isWithoutTriggers) return;
  await tx.query(`
    INSERT INTO stock_movements (product_id, variant_id, change)
      SELECT made.id, NULL, made.count_in_stock FROM made WHERE made.count_in_stock > 0
      UNION ALL SELECT v.product_id, v.id, v.stock_quantity FROM made JOIN variants v ON v.product_id = made.id WHERE v.stock_quantity > 0;
    INSERT INTO search_outbox (product_id) SELECT id FROM made ORDER BY id`);
}

/** Adds customers, registered one after the other. They have no password and cannot sign in. */
export async function addCustomers(tx: EntityManager, count: number): Promise<void> {
  const first = await reserveIds(tx, 'users', count);
  await tx.query(
    `INSERT INTO users (id, username, username_key, email, email_key, password_hash, last_name, first_name, phone,
       date_joined)
     SELECT $1 + n, 'khach' || ($1 + n), 'khach' || ($1 + n), 'khach' || ($1 + n) || '@example.com',
       'khach' || ($1 + n) || '@example.com', '', ($3::text[])[1 + n % ${LAST_NAMES.length}], ($4::text[])[1 + (n / 7) % ${FIRST_NAMES.length}], '0900' || to_char(n, 'FM000000'),
       now() - interval '365 days' * (1 - n::float / $2::integer)
     FROM generate_series(0, $2 - 1) n`,
    [first, count, LAST_NAMES, FIRST_NAMES],
  );
  await tx.query(
    `CREATE TEMP TABLE customers ON COMMIT DROP AS SELECT $1::integer + n AS id, n AS place
     FROM generate_series(0, $2::integer - 1) n`,
    [first, count],
  );
}

/** Adds reviews by some of the customers whose orders were delivered. */
export async function addReviews(tx: EntityManager): Promise<void> {
  await tx.query(
    `INSERT INTO reviews (product_id, user_id, rating, comment, created_at)
     SELECT DISTINCT ON (l.product_id, b.user_id) l.product_id, b.user_id, 5 - floor(power(random(), 2) * 4)::integer,
       ($1::text[])[1 + (l.product_id + b.user_id) % ${COMMENTS.length}], b.delivered_at + interval '1 day' * random()
     FROM bought b JOIN drawn_lines l ON l.order_id = b.id
     WHERE b.delivered_at < now() - interval '1 day' AND (l.product_id + b.user_id) % 4 = 0
     ON CONFLICT (product_id, user_id) DO NOTHING`,
    [COMMENTS],
  );
}
