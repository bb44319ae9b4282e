import { personalData } from '../../../src/auth/personal-data/personal-data.sql.js';
import { PersonalRecordsRegistry } from '../../../src/auth/personal-data/personal-records.js';
import { openShop, shop } from '../../support/client.js';
import { given } from '../../support/given.js';

openShop();

/** More than two batches. */
const MANY = 250;

/** Writes the given number of sign-ins, orders and mails, each kind at one moment. */
async function busyShopper() {
  const shopper = await given.shopper();
  await shop().db.query('INSERT INTO logins (user_id) SELECT $1 FROM generate_series(2, $2)', [shopper.id, MANY]);
  await shop().db.query(
    `INSERT INTO orders (user_id, address, city, postal_code, country, receiver, phone, payment_method, items_price,
       shipping_price, tax_price, discount, total_price, cancelled_at)
     SELECT $1, '1 Lê Lợi', 'Huế', '530000', 'Việt Nam', '', '', 'Paybox', 0, 0, 0, 0, 0, now() FROM generate_series(1, $2)`,
    [shopper.id, MANY],
  );
  await shop().db.query(
    `INSERT INTO mails (template, user_id, state) SELECT 'password_reset', $1, 'failed' FROM generate_series(1, $2)`,
    [shopper.id, MANY],
  );
  return shopper;
}

test('the copy of one’s data holds every row once, newest first, however many there are', async () => {
  const shopper = await busyShopper();
  const reply = await shopper.get('/auth/users/me/data/');
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  const data = reply.body as Record<string, { id: number; key?: unknown }[]>;
  const orders: { id: number }[] = await shop().db.query('SELECT id FROM orders WHERE user_id = $1 ORDER BY id DESC', [
    shopper.id,
  ]);
  expect(data.orders?.map(({ id }) => id)).toEqual(orders.map(({ id }) => id));
  expect(data).toMatchObject({ sign_ins: { length: MANY }, mails: { length: MANY } });
  expect(data.orders?.[0]).not.toHaveProperty('key');
});

test('the export has the other addresses of mails, and the date of the second factor', async () => {
  const admin = await given.admin();
  await shop().db.query(
    `INSERT INTO second_factors (user_id, secret, created_at, confirmed_at)
     VALUES ($1, 'bí mật', '2026-01-30T09:30:00Z', '2026-01-30T09:31:00Z')`,
    [admin.id],
  );
  await shop().db.query(
    `INSERT INTO recovery_codes (user_id, code_hash, used_at) VALUES ($1, 'băm 1', NULL), ($1, 'băm 2', '2026-02-01T00:00:00Z')`,
    [admin.id],
  );
  await shop().db.query(
    `INSERT INTO mails (template, user_id, recipient, state) VALUES ('email_changed', $1, 'truoc@example.com', 'failed')`,
    [admin.id],
  );
  const { body, text } = await admin.get('/auth/users/me/data/');
  expect(body).toMatchObject({
    two_factor: [
      { begun_at: '2026-01-30T09:30:00.000Z', confirmed_at: '2026-01-30T09:31:00.000Z', recovery_codes_left: 1 },
    ],
    mails: [{ template: 'email_changed', recipient: 'truoc@example.com' }],
  });
  expect(text).not.toMatch(/bí mật|băm/);
});

test('the copy is read from the database only as fast as the client receives it', async () => {
  const { id } = await busyShopper();
  const reads = jest.spyOn(shop().db, 'query');
  const pieces = personalData(shop().db, shop().app.get(PersonalRecordsRegistry).all, id);
  let taken = '';
  while (!taken.endsWith('"orders":[')) taken += String((await pieces.next()).value);
  for (let order = 0; order < 5; order++) await pieces.next();
  const texts = reads.mock.calls.map(([text]) => text);
  expect(texts.filter((text) => text.includes('FROM orders'))).toHaveLength(1);
  expect(texts.filter((text) => text.includes('FROM payment_intents'))).toHaveLength(0);
});
