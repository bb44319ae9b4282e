import type { EntityManager } from 'typeorm';
import { reserveIds } from './reserve-ids.sql.js';

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

/** Adds copies of the shop's products, with their pictures and up to six variants. */
export async function addProducts(tx: EntityManager, count: number): Promise<void> {
  const first = await reserveIds(tx, 'products', count);
  await tx.query(
    `INSERT INTO products (id, handle, name, description, price, old_price, count_in_stock, brand_id, category_id,
       has_variants, created_at)
     SELECT $1 + n, model.handle || '-' || ($1 + n), model.name || ' ' || to_char($1 + n, 'FM000000'), model.description,
       greatest(10000, round((model.price * (0.7 + random() * 0.6))::numeric, -3)::bigint), NULL,
       CASE WHEN model.has_variants THEN 0 ELSE (random() * 80)::integer END, model.brand_id, model.category_id,
       model.has_variants, now() - interval '1 day' * (366 + random() * 300)
     FROM generate_series(0, $2 - 1) n
     JOIN (SELECT *, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS models FROM products
           WHERE archived_at IS NULL AND id < $1) model ON model.place = n % model.models`,
    [first, count],
  );
  await tx.query(
    `CREATE TEMP TABLE made ON COMMIT DROP AS
       SELECT p.id, model.id AS model_id, p.price FROM products p
       JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS models FROM products
             WHERE archived_at IS NULL AND id < $1) model ON model.place = (p.id - $1) % model.models
       WHERE p.id BETWEEN $1 AND $1 + $2 - 1`,
    [first, count],
  );
  await tx.query(`
    INSERT INTO product_images (product_id, media_hash, position)
      SELECT made.id, i.media_hash, i.position FROM made JOIN product_images i ON i.product_id = made.model_id;
    INSERT INTO variants (product_id, color_id, size_id, sku, price, stock_quantity)
      SELECT made.id, v.color_id, v.size_id, 'M' || made.id || '-' || v.color_id || '-' || v.size_id, made.price,
        CASE WHEN random() < 0.1 THEN 0 ELSE (random() * 40)::integer END
      FROM made JOIN (SELECT *, row_number() OVER (PARTITION BY product_id ORDER BY id) AS place FROM variants) v
        ON v.product_id = made.model_id AND v.place <= 6;
    ANALYZE products, variants, product_images`);
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
     WHERE b.delivered_at < now() - interval '1 day' AND (l.product_id + b.user_id) % 4 = 0`,
    [COMMENTS],
  );
}
