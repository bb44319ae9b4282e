import { Customer } from '../../src/contract/administration/customers.js';
import { AdminUser } from '../../src/contract/accounts/admin-users.js';
import { AdminReview } from '../../src/contract/catalog/reviews.js';
import { pageSchema } from '../../src/contract/common.js';
import { AdminWallet, WalletTotals } from '../../src/contract/money/paybox.js';
import { MAX_CUSTOMER_ORDERS, SUPPORT_USER_ID } from '../../src/contract/rules.js';
import { answer, asOwner, openShop, shop } from '../support/client.js';
import { given, type Shopper } from '../support/given.js';
import { expectSoundLedger } from '../support/ledger.js';

openShop();
expectSoundLedger();

let admin: Shopper;
beforeAll(async () => {
  admin = await given.admin();
});

const NOTHING = { count: 0, paid: 0, spent: 0, refunded: 0, last_at: null, unpaid: 0 };
const customer = async ({ id }: { id: number }) => answer(await admin.get(`/api/admin/customers/${id}/`), Customer);

/** A message in the conversation of a shopper with the shop. */
const say = (shopper: Shopper, number: number, sender: number) =>
  shop().db.query(
    `WITH said AS (SELECT nextval('chat_message_ids') AS id), room AS (
       INSERT INTO chat_rooms (low_user_id, high_user_id, message_count, last_message_id) SELECT $1, $2, 1, id FROM said
       ON CONFLICT (low_user_id, high_user_id) DO UPDATE SET last_message_id = excluded.last_message_id)
     INSERT INTO chat_messages (id, low_user_id, high_user_id, number, sender_id, message)
     SELECT id, $1, $2, $3, $4, 'Còn hàng không?' FROM said`,
    [SUPPORT_USER_ID, shopper.id, number, sender],
  );

test('an account without orders has no figures, no wallet and no conversation', async () => {
  const shopper = await given.shopper();
  await shopper.patch('/auth/users/me/', { first_name: 'Lan', phone: '0912345678' });
  const { user, ...figures } = await customer(shopper);
  expect(user).toMatchObject({
    id: shopper.id,
    username: shopper.username,
    first_name: 'Lan',
    phone: '0912345678',
    is_active: true,
    is_staff: false,
    closed_at: null,
  });
  expect(figures).toEqual({ orders: NOTHING, wallet: null, reviews: 0, chat: null });
});

test('orders are counted and summed: paid, refunded and unpaid ones, those of others left out', async () => {
  const [shopper, other] = [await given.shopper({ balance: 1_000_000 }), await given.shopper({ balance: 100_000 })];
  await given.paidOrder(other);
  const paid = await given.order(shopper, { total: 250_000 });
  const refunded = await given.order(shopper, { total: 100_000 });
  for (const { id } of [paid, refunded]) await shopper.post('/api/paybox/payment/', { order_id: id });
  await shopper.post('/api/paybox/refund-request/', { order_id: refunded.id, reason: 'Chật' });
  await admin.post(`/api/admin/paybox/refund/${refunded.id}/approve/`);
  const cancelled = await given.order(shopper);
  await shopper.post(`/api/orders/${cancelled.id}/cancel/`);
  const { id: unpaid } = await given.order(shopper);
  const { orders, wallet } = await customer(shopper);
  expect(orders).toEqual({
    count: 4,
    paid: 2,
    spent: 350_000,
    refunded: 100_000,
    last_at: (await shopper.order(unpaid)).createdAt,
    unpaid: 1,
  });
  expect(wallet).toMatchObject({ balance: 750_000, owed: 0, is_active: true });
});

test('reviews are counted, and a conversation tells when it was used and whether it waits for an answer', async () => {
  const shopper = await given.shopper();
  const path = `/api/products/${await given.product()}/reviews/`;
  expect((await shopper.post(path, { rating: 5, comment: 'Đẹp' })).status).toBe(201);
  await say(shopper, 1, shopper.id);
  const asked = await customer(shopper);
  expect(asked).toMatchObject({ reviews: 1, chat: { is_unanswered: true } });
  await say(shopper, 2, SUPPORT_USER_ID);
  expect((await customer(shopper)).chat).toMatchObject({ is_unanswered: false });
});

test('a closed account keeps its orders and has no names; a deleted one and an unknown one are a 404', async () => {
  const [closed, deleted] = [await given.shopper({ balance: 100_000 }), await given.shopper()];
  const { id } = await given.paidOrder(closed);
  await admin.patch(`/api/orders/${id}/`, { isDelivered: true });
  for (const { id } of [closed, deleted]) expect((await admin.delete(`/auth/users/${id}/`)).status).toBe(204);
  const { user, orders } = await customer(closed);
  expect(user).toMatchObject({
    username: `Đã đóng #${closed.id}`,
    email: '',
    phone: '',
    is_active: false,
    closed_at: expect.any(String) as string,
  });
  expect(orders).toMatchObject({ count: 1, paid: 1 });
  for (const id of [deleted.id, 2_147_483_647, 0]) {
    expect((await admin.get(`/api/admin/customers/${id}/`)).status).toBe(404);
  }
});

test('an administrator is a customer too, and the support account has no conversation with itself', async () => {
  expect((await customer(admin)).user.is_staff).toBe(true);
  expect((await customer({ id: SUPPORT_USER_ID })).chat).toBeNull();
});

test('of very many orders the newest are read', async () => {
  const shopper = await given.shopper();
  await asOwner(
    `INSERT INTO orders (user_id, address, city, postal_code, country, payment_method, items_price, shipping_price,
       tax_price, total_price)
     SELECT ${shopper.id}, '1 Lê Lợi', 'Huế', '530000', 'Việt Nam', 'Paybox', 1000, 0, 0, 1000
     FROM generate_series(1, ${MAX_CUSTOMER_ORDERS + 1})`,
  );
  expect((await customer(shopper)).orders).toMatchObject({ count: MAX_CUSTOMER_ORDERS, unpaid: MAX_CUSTOMER_ORDERS });
  // The ledger check expects the events of orders.
  await asOwner(`DELETE FROM orders WHERE user_id = ${shopper.id}`);
});

describe('lists of one account', () => {
  const results = async <T>(path: string, schema: Parameters<typeof pageSchema>[0]) =>
    answer(await admin.get(path), pageSchema(schema)).results as T[];

  test('its row among the accounts, its wallet and its reviews are found by its id', async () => {
    const [mine, other] = [await given.shopper({ balance: 30_000 }), await given.shopper({ balance: 70_000 })];
    const product = await given.product();
    for (const shopper of [mine, other]) {
      await shopper.post(`/api/products/${product}/reviews/`, { rating: 4, comment: 'Vừa' });
    }
    const user = `page=1&user=${mine.id}`;
    expect(await results<AdminUser>(`/auth/users/?${user}`, AdminUser)).toMatchObject([{ id: mine.id }]);
    expect(await results<AdminWallet>(`/api/admin/paybox/wallets/?${user}`, AdminWallet)).toMatchObject([
      { user_info: { id: mine.id, username: mine.username } },
    ]);
    expect(answer(await admin.get(`/api/admin/paybox/wallets/totals/?user=${mine.id}`), WalletTotals)).toMatchObject({
      count: 1,
      liability: 30_000,
    });
    expect(await results<AdminReview>(`/api/reviews/?${user}`, AdminReview)).toMatchObject([
      { user_info: { username: mine.username } },
    ]);
  });

  test.each(['/auth/users/', '/api/admin/paybox/wallets/', '/api/reviews/'])(
    '%s takes an empty id as none, and refuses what is no id',
    async (path) => {
      expect((await admin.get(`${path}?page=1&user=`)).status).toBe(200);
      for (const user of ['lan', '0', '1.5']) expect((await admin.get(`${path}?user=${user}`)).status).toBe(400);
    },
  );
});
