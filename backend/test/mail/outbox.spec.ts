import { queueMail } from '../../src/mail/outbox.js';
import { LoginPrincipals } from '../../src/auth/login/login-principals.js';
import { OrderExpiry } from '../../src/orders/expiry/expiry.js';
import { DepositIntent } from '../../src/contract/money/paybox.js';
import { confirmCard } from '../support/payments/card.js';
import { answer, openShop, shop } from '../support/client.js';
import { cartOf, given, statuses, times, type Shopper } from '../support/given.js';
import { expectSoundLedger } from '../support/ledger.js';

openShop();
expectSoundLedger();

/** What is in the outbox for somebody, in the order in which it was put there. */
async function mailsTo({ id }: Shopper): Promise<string[]> {
  const rows: { template: string }[] = await shop().db.query(
    'SELECT template FROM mails WHERE user_id = $1 ORDER BY id',
    [id],
  );
  return rows.map(({ template }) => template);
}

test('each step of an order writes a mail', async () => {
  const [admin, shopper] = [await given.admin(), await given.shopper({ balance: 500_000 })];
  const { id } = await given.paidOrder(shopper);
  expect(await mailsTo(shopper)).toEqual(['order_placed', 'order_paid']);
  expect((await admin.patch(`/api/orders/${id}/`, { isDelivered: true })).status).toBe(200);
  await shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Áo bị chật' });
  expect((await admin.delete(`/api/admin/paybox/refund/${id}/reject/`)).status).toBe(204);
  expect((await admin.delete(`/api/admin/paybox/refund/${id}/delete/`)).status).toBe(204);
  await shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Áo bị chật' });
  expect((await admin.post(`/api/admin/paybox/refund/${id}/approve/`)).status).toBe(200);
  const decided = ['order_delivered', 'refund_decided', 'refund_decided'];
  expect(await mailsTo(shopper)).toEqual(['order_placed', 'order_paid', ...decided]);
  expect(await mailsTo(admin)).toEqual([]);
});

test('an order of 0 đồng writes one mail when it is placed: nothing was paid', async () => {
  const shopper = await given.shopper();
  const { code } = await given.coupon({ discountAmount: 1_000_000 });
  const id = await given.placed(shopper, { discount: 105_000, coupon_code: code });
  expect((await shopper.order(id)).isPaid).toBe(true);
  expect(await mailsTo(shopper)).toEqual(['order_placed']);
});

test('a refund that the shop begins writes a mail, a refused one none', async () => {
  const [admin, shopper] = [await given.admin(), await given.shopper({ balance: 500_000 })];
  const { id } = await given.paidOrder(shopper);
  const refund = () => admin.post(`/api/admin/orders/${id}/refund/`, { reason: 'Hàng hỏng' });
  expect([(await refund()).status, (await refund()).status]).toEqual([200, 409]);
  expect(await mailsTo(shopper)).toEqual(['order_placed', 'order_paid', 'refund_decided']);
});

test('a refused step writes no mail, an order that its buyer cancelled writes one', async () => {
  const shopper = await given.shopper();
  await given.provedMailbox(shopper);
  const { id } = await given.order(shopper);
  expect((await shopper.post('/api/paybox/payment/', { order_id: id })).status).toBe(400);
  expect(await mailsTo(shopper)).toEqual(['order_placed']);
  expect((await shopper.post(`/api/orders/${id}/cancel/`)).status).toBe(200);
  expect((await shopper.post(`/api/orders/${id}/cancel/`)).status).toBe(409);
  expect(await mailsTo(shopper)).toEqual(['order_placed', 'order_cancelled']);
});

describe('a mailbox that nobody has proved', () => {
  const cancel = (by: Shopper, id: number, body?: object) => by.post(`/api/orders/${id}/cancel/`, body);

  test('gets no mail about an order that its account cancels, but of one that the shop cancels', async () => {
    const [admin, shopper] = [await given.admin(), await given.shopper()];
    const [own, shops] = [await given.placed(shopper), await given.placed(shopper)];
    expect((await cancel(shopper, own)).status).toBe(200);
    expect((await cancel(admin, shops, { reason: 'Hết vải' })).status).toBe(200);
    expect(await mailsTo(shopper)).toEqual(['order_placed', 'order_placed', 'order_cancelled']);
  });

  test('is told of an order after attempts that were refused', async () => {
    const shopper = await given.shopper();
    const cart = cartOf([{ id: await given.product(), qty: 1 }], 1);
    for (let nth = 0; nth < 6; nth++) expect((await shopper.post('/api/placeorder/', cart)).status).toBe(409);
    await given.placed(shopper);
    expect(await mailsTo(shopper)).toEqual(['order_placed']);
  });

  test('is told of the next order after retries of one, which place nothing', async () => {
    const shopper = await given.shopper();
    const cart = cartOf([{ id: await given.product(), qty: 1 }], 105_000);
    const place = () => shopper.post('/api/placeorder/', cart, { 'Idempotency-Key': 'the same' });
    for (let nth = 0; nth < 6; nth++) expect((await place()).status).toBe(201);
    await given.placed(shopper);
    expect(await mailsTo(shopper)).toEqual(['order_placed', 'order_placed']);
  });

  test('is told of five orders a day, whichever account has it, and of the end of those alone', async () => {
    const [admin, shopper] = [await given.admin(), await given.shopper({ balance: 500_000 })];
    const ids: number[] = [];
    for (let nth = 0; nth < 6; nth++) {
      const id = await given.placed(shopper);
      ids.push(id);
      if (nth < 4) await cancel(shopper, id);
    }
    const five = Array.from({ length: 5 }, () => 'order_placed');
    expect(await mailsTo(shopper)).toEqual(five);
    const [told = 0, untold = 0] = ids.slice(-2);
    await cancel(admin, untold, { reason: 'Hết vải' });
    expect(await mailsTo(shopper)).toEqual(five);
    await cancel(admin, told, { reason: 'Hết vải' });
    expect(await mailsTo(shopper)).toEqual([...five, 'order_cancelled']);

    const next = await given.shopper({ balance: 500_000 });
    await shop().db.query(`UPDATE users SET email_key = '#' || id WHERE id = $1`, [shopper.id]);
    await shop().db.query(
      `UPDATE users u SET email = o.email, email_key = lower(o.email) FROM users o WHERE u.id = $1 AND o.id = $2`,
      [next.id, shopper.id],
    );
    shop().app.get(LoginPrincipals).clearCache();
    const order_id = await given.placed(next);
    expect((await next.post('/api/paybox/payment/', { order_id })).status).toBe(200);
    expect(await mailsTo(next)).toEqual(['order_paid']);
    await given.provedMailbox(next);
    shop().app.get(LoginPrincipals).clearCache();
    await given.placed(next);
    expect(await mailsTo(next)).toEqual(['order_paid', 'order_placed']);
  });
});

test('an expired order writes one mail, and none when its buyer has left', async () => {
  const [shopper, gone] = [await given.shopper(), await given.shopper({ password: 'mat-khau-1' })];
  const orders = [await given.order(shopper), await given.order(gone)];
  await shop().db.query(`UPDATE orders SET created_at = '2020-01-01' WHERE id = ANY ($1)`, [
    orders.map(({ id }) => id),
  ]);
  expect((await gone.post('/auth/users/me/close/', { current_password: 'mat-khau-1' })).status).toBe(204);
  for (const { id } of orders) await shop().app.get(OrderExpiry).expire(id);
  expect(await mailsTo(shopper)).toEqual(['order_placed', 'order_expired']);
  expect(await mailsTo(gone)).toEqual([]);
});

test('concurrent payments of an order write one mail', async () => {
  const shopper = await given.shopper({ balance: 1_000_000 });
  const { id } = await given.order(shopper);
  const replies = await times(10, () => shopper.post('/api/paybox/payment/', { order_id: id }));
  expect(statuses(replies)).toEqual({ 200: 1, 409: 9 });
  expect(await mailsTo(shopper)).toEqual(['order_placed', 'order_paid']);
});

test('a deposit that page and webhook confirm at once writes one mail', async () => {
  const shopper = await given.shopper();
  const opened = answer(await shopper.post('/api/paybox/deposit/', { amount: 50_000 }), DepositIntent);
  expect(await mailsTo(shopper)).toEqual([]);
  await confirmCard(opened.clientSecret);
  const confirm = { payment_intent_id: opened.paymentIntentId };
  await times(5, () => shopper.post('/api/paybox/deposit/confirm/', confirm));
  expect(await shopper.balance()).toBe(50_000);
  expect(await mailsTo(shopper)).toEqual(['deposit']);
});

test('a transaction that is rolled back sends no mail', async () => {
  const shopper = await given.shopper();
  const undone = shop().db.transaction(async (tx) => {
    await queueMail(tx, { template: 'password_reset', userId: shopper.id, uid: 'MQ', token: 'a-token' });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await mailsTo(shopper)).toEqual([]);
});

test('a user is welcomed once', async () => {
  const shopper = await given.shopper();
  const welcome = () => queueMail(shop().db.manager, { template: 'welcome', userId: shopper.id });
  await welcome();
  await expect(welcome()).rejects.toThrow('mails_welcome');
});
