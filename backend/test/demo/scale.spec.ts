import { DataSource } from 'typeorm';
import { User } from '../../src/auth/users/user.entity.js';
import { createOwnerDataSource, dataSourceOptions } from '../../src/platform/database/data-source.js';
import { addScale, readScale } from '../../src/demo/scale/add-scale.js';
import { Account } from '../../src/ledger/account.entity.js';
import { checkLedger } from '../../src/ledger-check/ledger-check.js';
import { testDatabase } from '../support/setup/database.js';

let db: DataSource;
let owner: DataSource;

beforeAll(async () => {
  const url = await testDatabase();
  db = await new DataSource({ ...dataSourceOptions(url), entities: [User, Account] }).initialize();
  // What the demo would bring: an administrator, a product with variants and one without.
  await db.query(`
    INSERT INTO users (username, username_key, email, email_key, password_hash, is_staff)
      VALUES ('admin', 'admin', 'a@example.com', 'a@example.com', '', true);
    INSERT INTO colors (name, hex_code) VALUES ('Đỏ', '#ff0000');
    INSERT INTO sizes (name) VALUES ('S'), ('M');
    INSERT INTO products (handle, name, price, count_in_stock, has_variants)
      VALUES ('ao', 'Áo', 250000, 0, true), ('mu', 'Mũ', 90000, 9, false);
    INSERT INTO variants (product_id, color_id, size_id, price, stock_quantity)
      SELECT 1, colors.id, sizes.id, 250000, 5 FROM colors, sizes`);
  owner = await createOwnerDataSource(url).initialize();
  await addScale(owner, { products: 30, orders: 600, transactions: 4_000 });
});
afterAll(() => Promise.all([db.destroy(), owner.destroy()]));

const one = async (sql: string): Promise<Record<string, unknown>> => {
  const [row]: Record<string, unknown>[] = await db.query(sql);
  return row ?? {};
};

test('a large year is added whose books are sound, and which is counted as it is', async () => {
  expect(await checkLedger(db)).toEqual([]);
  expect(
    await one(`SELECT (SELECT count(*)::integer FROM products) AS products, (SELECT count(*)::integer FROM orders) AS orders,
      (SELECT count(*)::integer FROM wallet_transactions) AS lines`),
  ).toEqual({ products: 32, orders: 600, lines: 4_000 });
  expect(
    await one(`SELECT sum(sales_total)::text AS sales, sum(refunds_total)::text AS refunds, sum(cancelled)::text AS cancelled
      FROM daily_shop_stats`),
  ).toEqual(
    await one(`SELECT sum(total_price) FILTER (WHERE paid_at IS NOT NULL)::text AS sales,
      sum(total_price) FILTER (WHERE refunded_at IS NOT NULL)::text AS refunds,
      count(*) FILTER (WHERE cancelled_at IS NOT NULL)::text AS cancelled FROM orders`),
  );
  expect(await one('SELECT sum(lines)::text AS lines, sum(amount)::text AS amount FROM daily_wallet_stats')).toEqual(
    await one('SELECT count(*)::text AS lines, sum(amount)::text AS amount FROM wallet_transactions'),
  );
  // All that can become of an order did, nothing before it could, and the shop goes on with the ids after them.
  expect(await one('SELECT count(DISTINCT transition)::integer AS kinds FROM order_events')).toEqual({ kinds: 7 });
  expect(
    await one(`SELECT count(*)::integer AS wrong FROM orders o JOIN users u ON u.id = o.user_id
      WHERE o.created_at > now() OR paid_at > now() OR delivered_at > now() OR paid_at < o.created_at
        OR delivered_at < paid_at OR refunded_at < paid_at OR u.date_joined > o.created_at`),
  ).toEqual({ wrong: 0 });
  expect(
    await one(`SELECT nextval(pg_get_serial_sequence('orders', 'id')) > (SELECT max(id) FROM orders) AS orders,
      nextval(pg_get_serial_sequence('transfers', 'id')) > (SELECT max(id) FROM transfers) AS transfers`),
  ).toEqual({ orders: true, transfers: true });
});

test('an owner of the tables who is no superuser adds it too', async () => {
  const role = `plain_${process.env.JEST_WORKER_ID}`;
  const { options } = owner;
  const plain = new DataSource({
    ...options,
    extra: { ...options.extra, options: `-c role=${role}` },
  });
  await owner.query(`CREATE ROLE ${role}; GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role};
    GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${role}`);
  try {
    await plain.initialize();
    await addScale(plain, { products: 0, orders: 50, transactions: 200 });
    expect(await one('SELECT count(*)::integer AS orders FROM orders')).toEqual({ orders: 650 });
    expect(await checkLedger(db)).toEqual([]);
  } finally {
    await plain.destroy();
    await owner.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  }
});

test('its size is read from the command line', () => {
  expect(readScale('products=20000, orders=7')).toEqual({ products: 20_000, orders: 7, transactions: 0 });
  for (const text of ['', 'products', 'products=-1', 'shops=3', 'orders=1e5']) expect(() => readScale(text)).toThrow();
});
