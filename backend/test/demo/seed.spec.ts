import { DataSource } from 'typeorm';
import { verifyPassword } from '../../src/auth/passwords/passwords.js';
import { User } from '../../src/auth/users/user.entity.js';
import { dataSourceOptions } from '../../src/platform/database/data-source.js';
import { PRODUCTS } from '../../src/demo/catalogue/products/all.js';
import { seedDemo } from '../../src/demo/seed-demo.js';
import { DEMO_DEPOSIT, DEMO_PASSWORD } from '../../src/demo/history/shoppers.js';
import { Account } from '../../src/ledger/account.entity.js';
import { checkLedger } from '../../src/ledger-check/ledger-check.js';
import { testDatabase } from '../support/setup/database.js';

let source: DataSource;

// Every test has a shop that was never seeded.
beforeEach(async () => {
  source = await new DataSource({ ...dataSourceOptions(await testDatabase()), entities: [User, Account] }).initialize();
});
afterEach(() => source.destroy());

const noFiles = { write: () => Promise.resolve() };

const count = async (what: string): Promise<number> => {
  const [row]: { n: number }[] = await source.query(`SELECT count(*)::integer AS n FROM ${what}`);
  return row?.n ?? -1;
};

test('the demo fills an empty shop and leaves a shop with products alone', async () => {
  expect(await seedDemo(source, noFiles)).toBe(true);
  expect(await count('products')).toBe(PRODUCTS.length);
  expect(await count('products p WHERE (SELECT count(*) FROM product_images i WHERE i.product_id = p.id) < 2')).toBe(0);
  expect(await count('products WHERE has_variants AND min_price = 0 OR search = $$$$')).toBe(0);
  expect(await count('variants WHERE stock_quantity = 0')).toBeGreaterThan(50);
  expect(await count('brands WHERE image_hash IS NULL')).toBe(0);
  const reviews = await count('reviews');

  expect(await seedDemo(source, noFiles)).toBe(false);
  expect(await count('products')).toBe(PRODUCTS.length);
  expect(await count('reviews')).toBe(reviews);
});

test('every picture of a product can be searched for at once, without a worker that describes it', async () => {
  await seedDemo(source, noFiles);
  expect(await count('search_images WHERE vector IS NOT NULL AND parts IS NOT NULL')).toBeGreaterThan(400);
  expect(
    await count('product_images i WHERE NOT EXISTS (SELECT FROM search_images s WHERE s.media_hash = i.media_hash)'),
  ).toBe(0);
});

test('two processes that start together seed once', async () => {
  const both = await Promise.all([seedDemo(source, noFiles), seedDemo(source, noFiles)]);
  expect(both.toSorted()).toEqual([false, true]);
  expect(await count('products')).toBe(PRODUCTS.length);
});

test('sales, ratings and payments agree with orders, reviews and the ledger', async () => {
  await seedDemo(source, noFiles);
  const sold = `(SELECT coalesce(sum(i.qty), 0) FROM order_items i JOIN orders o ON o.id = i.order_id
    WHERE i.product_id = p.product_id AND o.paid_at IS NOT NULL AND o.refunded_at IS NULL)`;
  expect(await count(`product_sales p WHERE total_sold <> ${sold}`)).toBe(0);
  expect(await count('product_sales WHERE total_sold > 10')).toBeGreaterThan(20);
  expect(
    await count('products p WHERE num_reviews <> (SELECT count(*) FROM reviews r WHERE r.product_id = p.id)'),
  ).toBe(0);
  expect(await checkLedger(source)).toEqual([]);
});

test('one refund request is open, one rejected, and one approved for the demo shopper', async () => {
  await seedDemo(source, noFiles);
  const requests: object[] = await source.query(
    `SELECT r.is_approved, o.refunded_at IS NOT NULL AS is_refunded, u.username = 'khach' AS is_khach,
       (SELECT sum(amount)::bigint = o.total_price FROM wallet_transactions w
        WHERE w.order_id = o.id AND w.transaction_type = 'REFUND') AS is_in_wallet,
       (SELECT status_after FROM order_events e WHERE e.order_id = o.id ORDER BY e.id DESC LIMIT 1) AS status
     FROM refund_requests r JOIN orders o ON o.id = r.order_id JOIN users u ON u.id = o.user_id ORDER BY is_approved`,
  );
  const undecided = { is_refunded: false, is_khach: false, is_in_wallet: null };
  expect(requests).toEqual([
    { ...undecided, is_approved: false, status: 'delivered' },
    { is_approved: true, is_refunded: true, is_khach: true, is_in_wallet: true, status: 'refunded' },
    { ...undecided, is_approved: null, status: 'refund_requested' },
  ]);
  expect(await count('refund_requests a JOIN refund_requests b ON a.id < b.id AND a.created_at > b.created_at')).toBe(
    0,
  );
});

test('the demo shopper can sign in and has a balance, orders and an address', async () => {
  await seedDemo(source, noFiles);
  const [khach]: { id: number; password_hash: string; address: string }[] = await source.query(
    `SELECT id, password_hash, address FROM users WHERE username = 'khach'`,
  );
  expect(khach?.address).toBeTruthy();
  expect(await verifyPassword(DEMO_PASSWORD, khach?.password_hash)).toBe(true);
  expect(await count(`users WHERE password_hash <> '' AND username <> 'khach'`)).toBe(0);
  expect(await count(`orders WHERE user_id = ${khach?.id} AND payment_method = 'Paybox'`)).toBeGreaterThan(0);
  const [{ balance }]: [{ balance: string }] = await source.query('SELECT balance FROM accounts WHERE user_id = $1', [
    khach?.id,
  ]);
  expect(Number(balance)).toBeGreaterThanOrEqual(DEMO_DEPOSIT / 4);
  expect(Number(balance)).toBeLessThan(DEMO_DEPOSIT);
});

test('shoppers registered before their first order and review', async () => {
  await seedDemo(source, noFiles);
  for (const table of ['orders', 'reviews'])
    expect(await count(`${table} a JOIN users u ON u.id = a.user_id WHERE a.created_at <= u.date_joined`)).toBe(0);
});

test('money moves when its order says so, in the order of ids', async () => {
  await seedDemo(source, noFiles);
  expect(
    await count(`transfers t JOIN orders o ON o.id = t.order_id
      WHERE t.created_at <> CASE t.kind WHEN 'REFUND' THEN o.refunded_at ELSE o.paid_at END`),
  ).toBe(0);
  expect(
    await count('wallet_transactions w JOIN transfers t ON t.id = w.transfer_id WHERE w.created_at <> t.created_at'),
  ).toBe(0);
  for (const table of ['transfers', 'wallet_transactions'])
    expect(await count(`${table} a JOIN ${table} b ON b.id = a.id + 1 AND b.created_at < a.created_at`)).toBe(0);
  expect(await count(`wallet_transactions WHERE transaction_type = 'PAYMENT'`)).toBeGreaterThan(1);
  expect(
    await count('accounts a JOIN wallet_transactions w ON w.account_id = a.id AND w.created_at < a.created_at'),
  ).toBe(0);
});

test('new rows get ids after those of the demo', async () => {
  await seedDemo(source, noFiles);
  for (const table of ['brands', 'categories']) {
    await expect(source.query(`INSERT INTO ${table} (title) VALUES ('Thử')`)).resolves.toBeDefined();
  }
  await expect(
    source.query(`INSERT INTO products (handle, name, price) VALUES ('thu', 'Thử', 1)`),
  ).resolves.toBeDefined();
});

test('a failed seed leaves no rows', async () => {
  await source.query(
    `INSERT INTO users (username, username_key, email, email_key, password_hash) VALUES ('khach', 'khach', 'k@k.vn', 'k@k.vn', '')`,
  );
  await expect(seedDemo(source, noFiles)).rejects.toThrow('users_username_key');
  expect(await count('products')).toBe(0);
  expect(await count('media')).toBe(0);
});
