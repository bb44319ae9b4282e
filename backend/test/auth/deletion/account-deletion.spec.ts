import { DeletionBlocker, Me } from '../../../src/contract/accounts/profile.js';
import { DepositIntent } from '../../../src/contract/money/paybox.js';
import { taxPrice } from '../../../src/contract/rules.js';
import { LOCK_CLASSES } from '../../../src/platform/database/advisory-locks.js';
import { atOnce, copies, race, type Call } from '../../support/barrier.js';
import {
  cardProvider,
  confirmCard,
  eventually,
  intentIdOf,
  sendsNoEvents,
  sweepCards,
} from '../../support/payments/card.js';
import { deposited, paidByCard, provider, sendChargebackEvent } from '../../support/payments/chargebacks.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { cartOf, given, statuses, type Shopper } from '../../support/given.js';
import { holding } from '../../support/holding.js';
import { expectSoundLedger } from '../../support/ledger.js';
import { expectUnchanged } from '../../support/unchanged.js';
import { changeCatalogue } from '../../catalog/stocked.js';

openShop({ RATE_LIMIT: 'off' });
sendsNoEvents();
expectSoundLedger();

let admin: Shopper;
beforeEach(async () => {
  admin = await given.admin();
});

const PASSWORD = 'mat-khau-1';
const close = (caller: { post: (path: string, body: object) => unknown }, current_password: unknown = PASSWORD) =>
  caller.post('/auth/users/me/close/', { current_password }) as ReturnType<ReturnType<typeof visitor>['post']>;

const deliver = async ({ id }: { id: number }) =>
  expect((await admin.patch(`/api/orders/${id}/`, { isDelivered: true })).status).toBe(200);
const remove = ({ id }: Shopper) => admin.delete(`/auth/users/${id}/`);
const openDeposit = async (shopper: Shopper, amount = 50_000) =>
  answer(await shopper.post('/api/paybox/deposit/', { amount }), DepositIntent);
const startCard = async (shopper: Shopper, { id }: { id: number }) => {
  const reply = await shopper.post('/api/stripe-payment/', { order: id });
  return reply.body.clientSecret as string;
};
const askRefund = (shopper: Shopper, { id }: { id: number }) =>
  shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' });
const stateOf = async ({ id }: Shopper) => {
  const [row]: { is_open: boolean; intents: number; requests: number; balance: number }[] = await shop().db.query(
    `SELECT count(*) = 1 AS is_open,
       (SELECT count(*) FROM payment_intents WHERE user_id = $1 AND settled_at IS NULL AND closed_at IS NULL)::int AS intents,
       (SELECT count(*) FROM refund_requests r JOIN orders o ON o.id = r.order_id WHERE o.user_id = $1)::int AS requests,
       (SELECT coalesce(sum(balance), 0) FROM accounts WHERE user_id = $1)::int AS balance
     FROM users WHERE id = $1 AND closed_at IS NULL`,
    [id],
  );
  return row;
};

/** Entries of the audit log about an account or a wallet, newest first. */
const auditOf = (subject: 'user' | 'wallet', id: number) => admin.audit(`subject=${subject}&subject_id=${id}`);

/** What a shopper has written to the shop. */
async function say(id: number): Promise<void> {
  await shop().db.query(
    'INSERT INTO chat_rooms (low_user_id, high_user_id, message_count, last_message_id) VALUES (1, $1::integer, 1, $1::integer)',
    [id],
  );
  await shop().db.query(
    'INSERT INTO chat_messages (id, low_user_id, high_user_id, number, sender_id, message) VALUES ($1::integer, 1, $1::integer, 1, $1::integer, $2)',
    [id, `Chào MAY, tôi là ${id}`],
  );
}

test.each([
  ['erased', () => Promise.resolve()],
  ['closed, because of an order', (shopper: Shopper) => given.order(shopper)],
])('the audit log names neither an account nor its wallet once it is %s, and tells what was done', async (_, order) => {
  const shopper = await given.shopper();
  await order(shopper);
  expect(await shopper.balance()).toBe(0);
  const [wallet]: { id: number }[] = await shop().db.query('SELECT id FROM accounts WHERE user_id = $1', [shopper.id]);
  const wallets = `/api/admin/paybox/wallets/${wallet!.id}/`;
  for (const is_active of [false, true]) expect((await admin.patch(wallets, { is_active })).status).toBe(200);
  const username = `${shopper.username}-moi`;
  const [{ email }]: [{ email: string }] = await shop().db.query('SELECT email FROM users WHERE id = $1', [shopper.id]);
  expect((await admin.put(`/auth/users/${shopper.id}/`, { username, email })).status).toBe(200);
  expect(await auditOf('wallet', wallet!.id)).toMatchObject([{ subject_name: shopper.username }, {}]);

  expect((await remove(shopper)).status).toBe(204);
  const entries = [...(await auditOf('user', shopper.id)), ...(await auditOf('wallet', wallet!.id))];
  expect(entries.map(({ action, subject_name }) => [action, subject_name])).toEqual([
    ['delete', `Tài khoản #${shopper.id}`],
    ['update', `Tài khoản #${shopper.id}`],
    ['unlock', `Ví #${wallet!.id}`],
    ['lock', `Ví #${wallet!.id}`],
  ]);
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${shopper.username}|${email}`));
});

test('no other entry of the audit log can be changed by erasing names', async () => {
  await admin.put('/api/settings/', { address: '1 Lê Lợi' });
  const log = () => shop().db.query('SELECT * FROM audit_entries ORDER BY id');
  const before: unknown = await log();
  await shop().db.query(
    `SELECT erase_audit_names(subject, coalesce(subject_id, 0)) FROM audit_entries WHERE subject NOT IN ('user', 'wallet')`,
  );
  expect(await log()).toEqual(before);
});

describe('deleting one’s own account', () => {
  test('needs the password', async () => {
    const caller = await given.shopper({ password: PASSWORD });
    for (const wrong of [null, '', 'wrong-one', 5]) {
      const reply = await close(caller, wrong);
      expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['detail', 'error', 'current_password']]);
    }
    expect((await caller.get('/auth/users/me/')).status).toBe(200);
  });

  test('erases an account without orders', async () => {
    const caller = await given.shopper({ password: PASSWORD });
    expect((await close(caller)).status).toBe(204);
    expect((await caller.get('/auth/users/me/')).status).toBe(401);
    expect(await shop().db.query('SELECT 1 FROM users WHERE id = $1', [caller.id])).toEqual([]);
  });

  test('is refused while the wallet holds money, and says how much; then keeps orders and ledger', async () => {
    const caller = await given.shopper({ balance: 250_000, password: PASSWORD });
    await deliver(await given.paidOrder(caller, { total: 100_000 }));
    const refused = await close(caller);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ balance: 150_000, detail: expect.stringContaining('150.000 VND') as string });
    await deliver(await given.paidOrder(caller, { total: 150_000 }));
    await say(caller.id);
    expect((await close(caller)).status).toBe(204);
    const [kept]: object[] = await shop().db.query(
      `SELECT (SELECT count(*) FROM orders WHERE user_id = $1)::int AS orders, (SELECT count(*) FROM wallet_transactions w
       JOIN accounts a ON a.id = w.account_id WHERE a.user_id = $1)::int AS lines, closed_at FROM users WHERE id = $1`,
      [caller.id],
    );
    expect(kept).toEqual({ orders: 2, lines: 3, closed_at: expect.any(Date) as Date });
    expect(await shop().db.query('SELECT 1 FROM chat_messages')).toEqual([]);
  });

  test('is refused for the last administrator, also when two close at once', async () => {
    await shop().db.query('UPDATE users SET is_staff = false');
    const admins = await Promise.all([1, 2].map(() => given.shopper({ isAdmin: true, password: PASSWORD })));
    expect(statuses(await Promise.all(admins.map((admin) => close(admin))))).toEqual({ 204: 1, 409: 1 });
  });

  test.each(['anonymised', 'erased'])('leaves no order of the %s account that is placed meanwhile', async (row) => {
    const caller = await given.shopper({ balance: row === 'erased' ? 0 : 100_000, password: PASSWORD });
    if (row === 'anonymised') await deliver(await given.paidOrder(caller, { total: 100_000 }));
    const product = await given.product();
    const request = {
      path: '/api/placeorder/',
      by: caller,
      body: cartOf([{ id: product, qty: 1 }], 100_000 + taxPrice(100_000)),
      headers: { 'Idempotency-Key': 'meanwhile' },
    };
    const key = `SELECT pg_advisory_xact_lock(${LOCK_CLASSES.idempotencyKeys}, hashtext('${caller.id} meanwhile'))`;
    const isWaiting = async () => {
      const waiting = await shop().db.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`);
      return (waiting as unknown[]).length > 0;
    };
    await holding(key, async (release) => {
      const placing = atOnce([request]);
      await eventually(isWaiting, true);
      expect((await close(caller)).status).toBe(204);
      await release();
      expect(statuses(await placing)).toEqual({ 401: 1 });
    });
    const [left]: object[] = await shop().db.query(
      `SELECT count(*)::int AS orders, (SELECT count_in_stock FROM products WHERE id = $2) AS stock
       FROM orders WHERE user_id = $1 AND paid_at IS NULL`,
      [caller.id, product],
    );
    expect(left).toEqual({ orders: 0, stock: 10 });
  });

  test('requested twice at once is done once', async () => {
    const caller = await given.shopper({ password: PASSWORD });
    const replies = await Promise.all([close(caller), close(caller)]);
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
  });
});

describe('an account is not deleted, by its owner or an administrator,', () => {
  /** Both are told the same reasons and the same sentence, and nothing changes. */
  async function expectKept(
    shopper: Shopper,
    reasons: DeletionBlocker[],
    ...texts: (string | RegExp)[]
  ): Promise<void> {
    for (const refuse of [() => close(shopper), () => remove(shopper)]) {
      const reply = await expectUnchanged(refuse);
      expect([reply.status, DeletionBlocker.array().parse(reply.body.reasons)]).toEqual([409, reasons]);
      expect(reply.body.detail).toMatch(/^Chưa thể đóng tài khoản: /);
      for (const part of texts) expect(reply.body.detail).toMatch(part);
    }
  }
  const shopperWith = (balance = 0) => given.shopper({ balance, password: PASSWORD });

  test('while it owes the shop', async () => {
    const { shopper, intent } = await deposited({ password: PASSWORD });
    await deliver(await given.paidOrder(shopper, { total: 35_000 }));
    await provider.refund(intent);
    expect(await sendChargebackEvent(intent)).toBe(200);
    await expectKept(shopper, [{ kind: 'debt', amount: 35_000, order: null }], 'còn nợ cửa hàng 35.000 VND');
  });

  test('while a card payment is disputed, until the bank has decided', async () => {
    const { shopper, order, intent } = await paidByCard(await shopperWith());
    await deliver(order);
    const dispute = await provider.dispute(intent);
    expect(await sendChargebackEvent(intent)).toBe(200);
    const reason = { kind: 'open_chargeback', amount: 100_000, order: order.id } as const;
    await expectKept(shopper, [reason], `đơn hàng #${order.id} có tiền thẻ đang được hoàn hoặc khiếu nại`);
    await provider.decide(dispute, 'winning');
    expect(await sendChargebackEvent(intent)).toBe(200);
    expect((await close(shopper)).status).toBe(204);
  });

  test('while an order may still be paid by card, and until its cancelled charge is closed', async () => {
    const shopper = await shopperWith();
    const order = await given.order(shopper);
    const intent = intentIdOf(await startCard(shopper, order));
    const reason = { kind: 'open_payment', amount: 100_000, order: order.id } as const;
    await expectKept(shopper, [reason], `đơn hàng #${order.id} có lượt thanh toán thẻ đang mở`);
    expect((await shopper.post(`/api/orders/${order.id}/cancel/`)).status).toBe(200);
    await expectKept(shopper, [reason], 'tự đóng trong một giờ sau khi đơn được thanh toán hoặc hủy');
    await sweepCards();
    expect((await cardProvider().intent(intent)).status).toBe('canceled');
    expect((await close(shopper)).status).toBe(204);
    expect(await stateOf(shopper)).toMatchObject({ is_open: false, intents: 0 });
  });

  test('while deposits are open; a day later they are cancelled', async () => {
    const shopper = await shopperWith();
    const { paymentIntentId, clientSecret } = await openDeposit(shopper);
    await openDeposit(shopper, 60_000);
    await expectKept(
      shopper,
      [
        { kind: 'open_payment', amount: 50_000, order: null },
        { kind: 'open_payment', amount: 60_000, order: null },
      ],
      'khoản nạp 50.000 VND, 60.000 VND bằng thẻ chưa hoàn tất, tự hủy sau một ngày nếu không thanh toán',
    );
    expect((await cardProvider().intent(paymentIntentId)).status).toBe('open');
    await shop().db.query(`UPDATE payment_intents SET created_at = now() - interval '1 day' WHERE user_id = $1`, [
      shopper.id,
    ]);
    await sweepCards();
    expect((await remove(shopper)).status).toBe(204);
    expect((await confirmCard(clientSecret)).status).not.toBe(200);
    expect(
      await shop().db.query('SELECT status, balance_after FROM wallet_transactions WHERE payment_intent_id = $1', [
        paymentIntentId,
      ]),
    ).toEqual([{ status: 'CANCELLED', balance_after: null }]);
    expect(await admin.audit(`subject=user&action=delete&subject_id=${shopper.id}`)).toMatchObject([
      { actor: { id: admin.id }, before: { balance: 0, owed: 0 }, after: null },
    ]);
  });

  test('while a paid order is not delivered, or waits for its refund', async () => {
    const shopper = await shopperWith(200_000);
    const [open, requested] = [await given.paidOrder(shopper), await given.paidOrder(shopper)];
    const undelivered = { kind: 'undelivered', amount: null, order: open.id } as const;
    await deliver(requested);
    await askRefund(shopper, requested);
    const pending = { kind: 'refund_pending', amount: null, order: requested.id } as const;
    await expectKept(
      shopper,
      [undelivered, pending],
      `đơn hàng #${open.id} đã thanh toán nhưng chưa giao; đơn hàng #${requested.id} có yêu cầu hoàn tiền chờ duyệt`,
    );
    await deliver(open);
    await expectKept(shopper, [pending]);
    expect((await admin.delete(`/api/admin/paybox/refund/${requested.id}/reject/`)).status).toBe(204);
    expect((await remove(shopper)).status).toBe(204);
  });

  test('and its refusal lists every blocker', async () => {
    const shopper = await shopperWith(150_000);
    const paid = await given.paidOrder(shopper);
    await openDeposit(shopper);
    await expectKept(
      shopper,
      [
        { kind: 'balance', amount: 50_000, order: null },
        { kind: 'open_payment', amount: 50_000, order: null },
        { kind: 'undelivered', amount: null, order: paid.id },
      ],
      /ví Paybox còn 50.000 VND; khoản nạp 50.000 VND .*; đơn hàng #\d+ đã thanh toán/,
    );
  });

  test('but an administrator can still lock it', async () => {
    const shopper = await shopperWith(10_000);
    expect((await admin.patch(`/auth/users/${shopper.id}/`, { is_active: false })).status).toBe(200);
  });
});

describe('a deletion at the same time as another call', () => {
  const deletion = (by: Shopper): Call => ({ by, path: '/auth/users/me/close/', body: { current_password: PASSWORD } });

  race('as deposits are opened leaves none open, or the account', async () => {
    const shopper = await given.shopper({ password: PASSWORD });
    const deposit: Call = { by: shopper, path: '/api/paybox/deposit/', body: { amount: 50_000 } };
    const replies = await atOnce([...copies(3, deposit), deletion(shopper), ...copies(3, deposit)]);
    const isClosed = replies[3]?.status === 204;
    const state = await stateOf(shopper);
    expect(state?.is_open).toBe(!isClosed);
    if (isClosed) expect(state).toMatchObject({ intents: 0, balance: 0 });
    expect(replies.map(({ status }) => status).filter((status) => ![200, 204, 401, 409].includes(status))).toEqual([]);
  });

  race('as its money is asked back leaves no request of a closed account', async () => {
    const shopper = await given.shopper({ balance: 100_000, password: PASSWORD });
    const order = await given.paidOrder(shopper);
    await deliver(order);
    const ask: Call = {
      by: shopper,
      path: '/api/paybox/refund-request/',
      body: { order_id: order.id, reason: 'Chật' },
    };
    const [response, closed] = await atOnce([ask, deletion(shopper)]);
    const isClosed = closed?.status === 204;
    expect([response?.status, closed?.status]).toEqual(isClosed ? [401, 204] : [201, 409]);
    expect(await stateOf(shopper)).toMatchObject({ is_open: !isClosed, requests: isClosed ? 0 : 1 });
  });

  race('as an order is paid by card keeps the account, or charges nothing', async () => {
    const shopper = await given.shopper({ password: PASSWORD });
    const order = await given.order(shopper);
    const pay: Call = { by: shopper, path: '/api/stripe-payment/', body: { order: order.id } };
    const [card, closed] = await atOnce([pay, deletion(shopper)]);
    const isClosed = closed?.status === 204;
    expect([card?.status, closed?.status]).toEqual(isClosed ? [401, 204] : [200, 409]);
    expect(await stateOf(shopper)).toMatchObject({ is_open: !isClosed, intents: isClosed ? 0 : 1 });
  });
});

describe('messages between two shoppers', () => {
  const write = (low: number, high: number, sender: number) =>
    shop().db.query(
      `WITH room AS (INSERT INTO chat_rooms (low_user_id, high_user_id, message_count, last_message_id) VALUES ($1::integer, $2::integer, 1, $3::integer))
       INSERT INTO chat_messages (id, low_user_id, high_user_id, number, sender_id, message) VALUES ($3::integer, $1, $2, 1, $3::integer, 'Chào bạn')`,
      [low, high, sender],
    );

  test('are part of the data of both, and go with an account that is anonymised', async () => {
    const [low, high] = [await given.shopper(), await given.shopper({ balance: 100_000, password: PASSWORD })];
    await write(low.id, high.id, low.id);
    for (const shopper of [low, high]) {
      expect((await shopper.get('/auth/users/me/data/')).body).toMatchObject({
        chat_messages: [{ sender_id: low.id }],
      });
    }
    await deliver(await given.paidOrder(high));
    expect((await close(high)).status).toBe(204);
    expect(await shop().db.query('SELECT 1 FROM chat_messages WHERE high_user_id = $1', [high.id])).toEqual([]);
  });
});

describe('one’s own data', () => {
  test('are a file with everything that the shop stores about the user, and about no other user', async () => {
    const caller = await given.shopper({ balance: 500_000 });
    const other = await given.shopper({ balance: 500_000 });
    const me = answer(await caller.get('/auth/users/me/'), Me);
    const [order] = [await given.paidOrder(caller), await given.paidOrder(other)];
    await given.provedMailbox(caller);
    await caller.post('/api/newsletter/', { email: me.email });
    await changeCatalogue(`INSERT INTO reviews (product_id, user_id, rating, comment) VALUES ($1, $2, 4, 'Vừa vặn')`, [
      order.product,
      caller.id,
    ]);
    await caller.post('/api/favorites/', { product_id: order.product });
    for (const { id } of [caller, other]) await say(id);
    const reply = await caller.get('/auth/users/me/data/');
    expect(reply.status).toBe(200);
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="[a-z-]+\.json"$/);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.body).toMatchObject({
      profile: [{ id: caller.id, username: caller.username, email: me.email }],
      sign_ins: [{ revoked_at: null }],
      orders: [{ id: order.id, total_price: 100_000, city: 'Huế', items: [{ qty: 1, price: 100_000 }] }],
      wallet: [{ balance: 400_000 }],
      wallet_transactions: [{ amount: 100_000 }, { amount: 500_000 }],
      reviews: [{ comment: 'Vừa vặn' }],
      favorites: [{ product_id: order.product }],
      chat_messages: [{ sender_id: caller.id, message: `Chào MAY, tôi là ${caller.id}` }],
      newsletter: [{ email: me.email }],
    });
    expect(JSON.stringify(reply.body)).not.toContain(other.username);
    expect(JSON.stringify(reply.body)).not.toContain(`tôi là ${other.id}`);
    expect(JSON.stringify(reply.body)).not.toMatch(/argon2|password/);
  });
});
