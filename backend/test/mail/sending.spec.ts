import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Config } from '../../src/platform/config/config.js';
import { DepositIntent } from '../../src/contract/money/paybox.js';
import { MailTemplate } from '../../src/contract/administration/mail.js';
import { TRANSITIONS } from '../../src/contract/orders/orders.js';
import { Placed } from '../../src/contract/orders/placing.js';
import { lockOrder } from '../../src/orders/order/order.locks.js';
import { inTransaction } from '../../src/platform/database/transaction.js';
import { ORDER_MAILS } from '../../src/orders/mails/order-mails.js';
import { queueMail } from '../../src/mail/outbox.js';
import { MailContents } from '../../src/mail/mail-contents.js';
import { MailSender } from '../../src/mail/sending/sender.service.js';
import { MailTransport } from '../../src/mail/sending/transport.js';
import { cancelOrder } from '../../src/orders/transitions/cancel-order.js';
import { OrderExpiry } from '../../src/orders/expiry/expiry.js';
import { confirmCard, eventually } from '../support/payments/card.js';
import { paidByCard, provider, sendChargebackEvent } from '../support/payments/chargebacks.js';
import { answer, openShop, shop } from '../support/client.js';
import { cartOf, given, times, type Shopper } from '../support/given.js';
import { mailContents, mailPictures } from './mail-contents.js';
import { keptMails } from '../support/mail.js';
import { openWorker } from '../support/worker.js';
import { offerAll } from '../support/payments/payment-methods.js';
import { MailServer } from './mail-server.js';

openShop();

const server = new MailServer();
let smtpUrl: string;
beforeAll(async () => (smtpUrl = await server.listen()));
afterAll(() => server.close());
beforeEach(async () => {
  server.fault = null;
  server.received.length = 0;
  await shop().db.query('DELETE FROM mails');
});

function configWith(env: NodeJS.ProcessEnv): Config {
  const { databaseUrl: DATABASE_URL, redisUrl: REDIS_URL } = shop().app.get(Config);
  const PUBLIC_URL = 'https://may.example';
  return Config.from({ NODE_ENV: 'test', DATABASE_URL, REDIS_URL, PUBLIC_URL, JWT_SECRET: 'x'.repeat(32), ...env });
}

/** A worker's sender. @param env without SMTP_URL it writes files */
function sender(env: NodeJS.ProcessEnv = { SMTP_URL: smtpUrl }): MailSender {
  const config = configWith({ DATA_DIR: os.tmpdir(), ...env });
  return new MailSender(shop().db, config, MailTransport.from(config), mailContents(), mailPictures());
}

async function sendAll(by = sender()): Promise<void> {
  for (const id of await by.due(100)) await by.send(id);
}

const addressOf = async ({ id }: Shopper) => {
  const [row]: { email: string }[] = await shop().db.query('SELECT email FROM users WHERE id = $1', [id]);
  return row?.email ?? '';
};
const receivedBy = async (shopper: Shopper) => {
  const to = await addressOf(shopper);
  return server.received.filter((mail) => mail.to === to);
};
const lastTo = async (shopper: Shopper) => {
  const mail = (await receivedBy(shopper)).at(-1);
  if (!mail) throw new Error('There is no mail');
  return mail;
};
/** The outbox's only mail. */
async function record(): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown>[] = await shop().db.query(
    `SELECT id, state, attempts, last_error, secret, round(extract(epoch FROM next_attempt_at - now()) / 60)::integer AS minutes
     FROM mails`,
  );
  expect(rows).toHaveLength(1);
  return rows[0] ?? {};
}
const welcome = (shopper: Shopper) => queueMail(shop().db.manager, { template: 'welcome', userId: shopper.id });
const resetOf = (shopper: Shopper) =>
  queueMail(shop().db.manager, { template: 'password_reset', userId: shopper.id, uid: 'MQ', token: 'a-token+/=' });
const letTimePass = (minutes: number) =>
  shop().db.query('UPDATE mails SET next_attempt_at = next_attempt_at - make_interval(mins => $1)', [minutes]);

test('a password reset is sent before older mails', async () => {
  const shopper = await given.shopper();
  await welcome(shopper);
  await letTimePass(30);
  await resetOf(shopper);
  await sendAll();
  const subjects = (await receivedBy(shopper)).map(({ subject }) => subject);
  expect(subjects).toEqual([expect.stringContaining('mật khẩu'), expect.stringContaining('Chào mừng')]);
});

describe('the content of a mail', () => {
  test('an order’s mail shows its lines, sums, address and payment deadline', async () => {
    const shopper = await given.shopper();
    const { product, variant } = await given.variant({ price: 600_000 });
    const cart = cartOf([{ id: product, variant_id: variant, qty: 2 }], 1_360_000);
    const { id } = answer(await shopper.post('/api/placeorder/', cart), Placed, 201);
    await shop().db.query(`UPDATE orders SET created_at = '2026-01-30T09:30:00Z' WHERE id = $1`, [id]);
    await sendAll();
    const { from, to, subject, text, html, headers } = await lastTo(shopper);
    expect([from, to]).toEqual(['xinchao@example.com', await addressOf(shopper)]);
    expect(headers.from).toBe('MAY <xinchao@example.com>');
    expect(headers['auto-submitted']).toBe('auto-generated');
    expect(subject).toBe(`Đã nhận đơn hàng #${id}`);
    for (const part of ['Đỏ, M, 2 × 600.000 VND', '1.200.000 VND', '100.000 VND', '60.000 VND', '1.360.000 VND']) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
    expect(text).toContain('Vui lòng thanh toán trước 16:30 31/01/2026');
    expect(text).toContain('Địa chỉ: 1 Lê Lợi, Huế, 530000, Việt Nam');
    expect(text).toContain(`https://may.example/orders/${id}`);
    expect(html).toContain(`href="https://may.example/orders/${id}"`);
    expect(text).toContain('1900 0000 · xinchao@example.com');
  });

  test.each([
    ['Trúng thưởng: https://evil.example/qua', 'evil.example'],
    ['Nhận quà tại evil-shop.example ngay', 'evil-shop.example'],
    ['xem bit.ly/qua', 'bit.ly'],
    ['Nhận quà ở Qua.Vn ngay', 'Qua.Vn'],
  ])('an order’s mail leaves out an address that holds a link: %s', async (address, host) => {
    const shopper = await given.shopper();
    const cart = cartOf([{ id: await given.product({ price: 100_000 }), qty: 1 }], 105_000);
    const receiver = { receiver: address.slice(0, 100), phone: '0912345678' };
    await shopper.post('/api/placeorder/', {
      ...cart,
      shippingAddress: { ...cart.shippingAddress, address, ...receiver },
    });
    await sendAll();
    const { subject, text, html } = await lastTo(shopper);
    expect(subject).toMatch(/^Đã nhận đơn hàng #\d+$/);
    expect(text + html).not.toContain(host);
  });

  test.each(['12 Lê Lợi, P.5, Q.1, TP.HCM', 'Số 7/3 ngõ 9, Q.Tân Bình', 'Lầu 2.5, KĐT.Linh Đàm, tòa CT1.Vinhomes'])(
    'an order’s mail shows an address with points: %s',
    async (address) => {
      const shopper = await given.shopper();
      const cart = cartOf([{ id: await given.product({ price: 100_000 }), qty: 1 }], 105_000);
      await shopper.post('/api/placeorder/', { ...cart, shippingAddress: { ...cart.shippingAddress, address } });
      await sendAll();
      expect((await lastTo(shopper)).text).toContain(`Địa chỉ: ${address}`);
    },
  );

  test('a welcome mail greets a user whose name is a link by the e-mail address', async () => {
    const shopper = await given.shopper();
    await shop().db.query(`UPDATE users SET username = 'nhan-qua.evil.example' WHERE id = $1`, [shopper.id]);
    await welcome(shopper);
    await sendAll();
    const { text, html } = await lastTo(shopper);
    expect(text).toContain(`Xin chào ${await addressOf(shopper)}`);
    expect(text + html).not.toContain('evil');
  });

  test('an unpaid order’s mail names the payment window that the owner has set', async () => {
    const shopper = await given.shopper();
    const { id } = await given.order(shopper);
    await shop().db.query(`UPDATE orders SET created_at = '2026-01-30T09:30:00Z' WHERE id = $1`, [id]);
    await shop().db.query(`INSERT INTO settings (key, value) VALUES ('orders', '{"paymentWindowMinutes": 90}')`);
    await sendAll();
    await shop().db.query(`DELETE FROM settings WHERE key = 'orders'`);
    expect((await lastTo(shopper)).text).toContain('Vui lòng thanh toán trước 18:00 30/01/2026');
  });

  test('the mails of an order say when it arrives, by the owner’s rules', async () => {
    const paidAt = `'2026-11-25T03:00:00Z'`;
    const shopper = await given.shopper({ balance: 500_000 });
    const { id } = await given.order(shopper);
    await sendAll();
    expect((await lastTo(shopper)).text).toContain('Giao trong 2-5 ngày làm việc sau khi thanh toán.');
    await shopper.post('/api/paybox/payment/', { order_id: id });
    await shop().db.query(`UPDATE orders SET paid_at = ${paidAt} WHERE id = $1`, [id]);
    await shop().db.query(`INSERT INTO settings (key, value) VALUES ('delivery', '{"closed_dates": ["2026-11-26"]}')`);
    await sendAll();
    await shop().db.query(`DELETE FROM settings WHERE key = 'delivery'`);
    const { subject, text } = await lastTo(shopper);
    expect(subject).toBe(`Đã thanh toán đơn hàng #${id}`);
    expect(text).toContain('Dự kiến giao: thứ Hai 30/11 – thứ Năm 03/12.');
  });

  test('the mails of an order say when it arrives in its province', async () => {
    const rules = {
      zones: [{ name: 'Miền Trung', provinces: ['Huế', 'Đà Nẵng'], min_days: 2, max_days: 2 }],
      earlier: [{ until: '2026-11-25T02:00:00.000Z', zones: [] }],
    };
    const shopper = await given.shopper({ balance: 500_000 });
    const { id } = await given.order(shopper);
    await shop().db.query(`INSERT INTO settings (key, value) VALUES ('delivery', $1)`, [JSON.stringify(rules)]);
    await sendAll();
    expect((await lastTo(shopper)).text).toContain('Giao trong 3 ngày làm việc sau khi thanh toán.');
    await shopper.post('/api/paybox/payment/', { order_id: id });
    await shop().db.query(`UPDATE orders SET paid_at = '2026-11-25T03:00:00Z' WHERE id = $1`, [id]);
    await sendAll();
    await shop().db.query(`DELETE FROM settings WHERE key = 'delivery'`);
    expect((await lastTo(shopper)).text).toContain('Dự kiến giao: thứ Hai 30/11.');
  });

  test('the mail of a cancelled or expired order says who ended it, why, and that no money is lost', async () => {
    const shopper = await given.shopper();
    await given.provedMailbox(shopper);
    const { code } = await given.coupon();
    const [own, shops, expired] = [
      await given.placed(shopper, { discount: 20_000, coupon_code: code }),
      await given.placed(shopper),
      await given.placed(shopper),
    ];
    await shopper.post(`/api/orders/${own}/cancel/`);
    await inTransaction(shop().db, async (tx) => {
      const reason = 'Hết vải <đỏ> & chỉ';
      await cancelOrder(tx, await lockOrder(tx, { id: shops }), 'cancel', { is: 'admin', id: shopper.id }, reason);
    });
    await shop().db.query(`UPDATE orders SET created_at = '2020-01-01' WHERE id = $1`, [expired]);
    await shop().app.get(OrderExpiry).expire(expired);
    await shop().db.query(`DELETE FROM mails WHERE template = 'order_placed'`);
    await sendAll();
    const [byBuyer, byShop, byTime] = await receivedBy(shopper);
    expect([byBuyer?.subject, byShop?.subject, byTime?.subject]).toEqual([
      `Đã hủy đơn hàng #${own}`,
      `MAY đã hủy đơn hàng #${shops}`,
      `Đơn hàng #${expired} đã tự hủy vì chưa được thanh toán`,
    ]);
    expect(byBuyer?.text).toContain(`Đơn hàng #${own} đã được hủy theo yêu cầu của bạn.`);
    expect(byBuyer?.text).toContain(`Lượt dùng mã giảm giá ${code} được trả lại.`);
    expect(byBuyer?.text).not.toContain('Lý do');
    expect(byShop?.text).toContain(`Rất tiếc, MAY đã hủy đơn hàng #${shops}.`);
    expect(byShop?.text).toContain('Lý do: Hết vải <đỏ> & chỉ');
    expect(byShop?.html).toContain('Hết vải &lt;đỏ&gt; &amp; chỉ');
    expect(byTime?.text).toContain('chưa được thanh toán trong thời hạn');
    for (const mail of [byBuyer, byShop, byTime]) {
      expect(mail?.text).toContain('Bạn chưa bị trừ tiền.');
      expect(mail?.text).not.toMatch(/Mã giảm giá (null|undefined)|hoàn tiền/);
      expect(mail?.text).toContain('Áo thun số');
    }
  });

  test('the mail of an expired order in cash on delivery does not say that its buyer did not pay', async () => {
    await offerAll();
    const shopper = await given.shopper();
    await given.provedMailbox(shopper);
    const expired = await given.placed(shopper, { paymentMethod: 'COD' });
    await shop().db.query(`UPDATE orders SET created_at = '2020-01-01' WHERE id = $1`, [expired]);
    await shop().app.get(OrderExpiry).expire(expired);
    await sendAll();
    const { subject, text } = await lastTo(shopper);
    expect(subject).toBe(`Đơn hàng #${expired} đã tự hủy vì chưa được gửi đi`);
    expect(text).toContain('Bạn chưa bị trừ tiền.');
    expect(text).not.toMatch(/thanh toán|thẻ/);
  });

  test('the mail of a transfer of another sum than its order says that it is in the wallet, and the order still waits', async () => {
    await offerAll();
    const [admin, shopper] = [await given.admin(), await given.shopper()];
    const id = await given.placed(shopper, { paymentMethod: 'VietQR' });
    const transfer = { reference: 'MAIL1', amount: 90_000, order_id: id };
    expect((await admin.post('/api/admin/bank-transfers/', transfer)).status).toBe(201);
    await sendAll();
    const { subject, text } = await lastTo(shopper);
    expect(subject).toBe(`Khoản thanh toán đơn hàng #${id} đã vào ví Paybox`);
    expect(text).toMatch(/Số tiền không đúng tổng đơn hàng .* 90\.000 VND đã được chuyển vào ví Paybox của bạn/);
    expect(text).toMatch(/Đơn hàng được giữ đến \d/);
  });

  test('the mail of a transfer for an expired order says that it is in the wallet', async () => {
    await offerAll();
    const [admin, shopper] = [await given.admin(), await given.shopper()];
    const id = await given.placed(shopper, { paymentMethod: 'VietQR' });
    await shop().db.query(`UPDATE orders SET created_at = '2020-01-01' WHERE id = $1`, [id]);
    await shop().app.get(OrderExpiry).expire(id);
    const transfer = { reference: 'MAIL2', amount: 105_000, order_id: id };
    expect((await admin.post('/api/admin/bank-transfers/', transfer)).status).toBe(201);
    await sendAll();
    const { text } = await lastTo(shopper);
    expect(text).toMatch(/Đơn hàng đã bị hủy, nên khoản thanh toán .* 105\.000 VND đã được chuyển vào ví/);
    expect(text).not.toContain('Đơn hàng được giữ đến');
  });

  test('a delivery that was taken back before its mail was sent is not told', async () => {
    const shopper = await given.shopper({ balance: 100_000 });
    const { id } = await given.paidOrder(shopper);
    await shop().db.query('DELETE FROM mails');
    const admin = await given.admin();
    expect((await admin.patch(`/api/orders/${id}/`, { isDelivered: true })).status).toBe(200);
    await shop().db.query('UPDATE orders SET delivered_at = NULL WHERE id = $1', [id]);
    await sendAll();
    expect(await record()).toMatchObject({ state: 'failed', last_error: 'Xác nhận giao hàng đã được rút lại' });
    expect(await receivedBy(shopper)).toEqual([]);
  });

  test.each([
    ['paid', true],
    ['unpaid', false],
  ])('the mail of a delivered %s order offers a refund: %s', async (_state, isPaid) => {
    await offerAll();
    const shopper = await given.shopper({ balance: 500_000 });
    const id = await given.placed(shopper, isPaid ? {} : { paymentMethod: 'COD' });
    if (isPaid) await shopper.post('/api/paybox/payment/', { order_id: id });
    const admin = await given.admin();
    expect((await admin.patch(`/api/orders/${id}/`, { isDelivered: true })).status).toBe(200);
    await sendAll();
    const { subject, text } = await lastTo(shopper);
    expect(subject).toBe(`Đơn hàng #${id} đã được giao`);
    expect(text.includes('yêu cầu hoàn tiền')).toBe(isPaid);
  });

  test.each(TRANSITIONS.filter((one) => !ORDER_MAILS[one]))(
    'a mail for the transition %s, which has no template, fails',
    async (transition) => {
      const shopper = await given.shopper();
      const { id } = await given.order(shopper);
      await shop().db.query('DELETE FROM mails');
      await shop().db.query(
        `WITH event AS (INSERT INTO order_events (order_id, transition, status_before, status_after, actor)
         VALUES ($1, $2, 'unpaid', 'unpaid', 'shop') RETURNING id)
       INSERT INTO mails (template, user_id, order_event_id) SELECT 'refund_decided', $3, id FROM event`,
        [id, transition, shopper.id],
      );
      await sendAll();
      expect(await record()).toMatchObject({
        state: 'failed',
        last_error: expect.stringContaining(transition) as string,
      });
      expect(await receivedBy(shopper)).toEqual([]);
    },
  );

  test('each later step of an order has its mail, which shows the order at the time of sending', async () => {
    const [admin, shopper] = [await given.admin(), await given.shopper({ balance: 500_000 })];
    const { id } = await given.paidOrder(shopper);
    await admin.patch(`/api/orders/${id}/`, { isDelivered: true });
    await shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' });
    await admin.delete(`/api/admin/paybox/refund/${id}/reject/`);
    await sendAll();
    await admin.delete(`/api/admin/paybox/refund/${id}/delete/`);
    await shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' });
    await admin.post(`/api/admin/paybox/refund/${id}/approve/`);
    await sendAll();
    const mails = await receivedBy(shopper);
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Đã nhận đơn hàng #${id}`,
      `Đã thanh toán đơn hàng #${id}`,
      `Đơn hàng #${id} đã được giao`,
      `Yêu cầu hoàn tiền đơn hàng #${id} không được chấp nhận`,
      `Đã hoàn tiền đơn hàng #${id}`,
    ]);
    expect(mails[0]?.text).not.toContain('Vui lòng thanh toán');
    for (const mail of mails) expect(mail.text).not.toContain('Lý do');
    expect(mails[4]?.text).toContain(`Chúng tôi đã chấp nhận yêu cầu hoàn tiền của đơn hàng #${id}.`);
    expect(mails[4]?.text).toContain('100.000 VND đã được chuyển vào ví Paybox của bạn.');
  });

  test('the mail of a refund that the shop began says so, with amount and reason', async () => {
    const [admin, shopper] = [await given.admin(), await given.shopper({ balance: 500_000 })];
    const { id } = await given.paidOrder(shopper);
    await shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' });
    await admin.delete(`/api/admin/paybox/refund/${id}/reject/`, { reason: 'Áo <đã> mặc' });
    await sendAll();
    await admin.post(`/api/admin/orders/${id}/refund/`, { reason: 'Từ chối nhầm' });
    await sendAll();
    const [rejected, refunded] = (await receivedBy(shopper)).slice(-2);
    expect(rejected?.text).toMatch(
      /chưa thể hoàn tiền cho đơn hàng #\d+\.\s+Lý do: Áo <đã> mặc\s+Nếu bạn cần biết thêm/,
    );
    expect(rejected?.html).toContain('Lý do: Áo &lt;đã&gt; mặc');
    expect(refunded?.subject).toBe(`Đã hoàn tiền đơn hàng #${id}`);
    expect(refunded?.text).toContain(
      `MAY đã hoàn tiền đơn hàng #${id}. 100.000 VND đã được chuyển vào ví Paybox của bạn.`,
    );
    expect(refunded?.text).toContain('Lý do: Từ chối nhầm');
    expect(refunded?.text).not.toContain('chấp nhận');
  });

  test('the mail of a sent order names carrier and code, and leads to the parcel', async () => {
    const [admin, shopper] = [await given.admin(), await given.shopper({ balance: 500_000 })];
    const { id } = await given.paidOrder(shopper);
    const send = (carrier: string) =>
      admin.put(`/api/admin/orders/${id}/parcel/`, { carrier, tracking_code: 'GAX4KD7B' });
    await send('ghn');
    await sendAll();
    const { subject, text, html } = await lastTo(shopper);
    expect(subject).toBe(`Đơn hàng #${id} đã được gửi`);
    expect(text).toContain(`MAY đã gửi đơn hàng #${id} qua GHN. Mã vận đơn: GAX4KD7B.`);
    expect(html).toContain('href="https://donhang.ghn.vn/?order_code=GAX4KD7B"');
    expect(text).not.toMatch(/tiền mặt|nhập mã này/);
  });

  test.each([
    ['viettel_post', /qua Viettel Post\. Mã vận đơn: .*nhập mã này ở trang của Viettel Post\..*viettelpost\.com\.vn/s],
    ['other', /đã gửi đơn hàng #\d+\. Mã vận đơn: GAX4KD7B\./],
  ])('the mail of an order sent with %s says what to do with the code', async (carrier, sentence) => {
    const [admin, shopper] = [await given.admin(), await given.shopper({ balance: 500_000 })];
    const { id } = await given.paidOrder(shopper);
    await admin.put(`/api/admin/orders/${id}/parcel/`, { carrier, tracking_code: 'GAX4KD7B' });
    await sendAll();
    const { text } = await lastTo(shopper);
    expect(text).toMatch(sentence);
    expect(text.includes('Theo dõi kiện hàng')).toBe(carrier !== 'other');
  });

  test('the mail of a sent order in cash names the cash, and is not sent once its parcel is taken back', async () => {
    await offerAll();
    const [admin, shopper] = [await given.admin(), await given.shopper()];
    const id = await given.placed(shopper, { paymentMethod: 'COD' });
    const parcel = `/api/admin/orders/${id}/parcel/`;
    await admin.put(parcel, { carrier: 'ghn', tracking_code: 'GAX4KD7B' });
    await sendAll();
    expect((await lastTo(shopper)).text).toContain('Vui lòng chuẩn bị 105.000 VND tiền mặt');
    await admin.delete(parcel);
    await admin.put(parcel, { carrier: 'ghn', tracking_code: 'GAX4KD7B' });
    await admin.delete(parcel);
    const before = (await receivedBy(shopper)).length;
    await sendAll();
    expect(await receivedBy(shopper)).toHaveLength(before);
  });

  test('a refund’s mail names what was paid for the request, not earlier or later refunds', async () => {
    const [admin, { shopper, order, intent }] = [await given.admin(), await paidByCard()];
    const early = await provider.refund(intent, 30_000);
    const late = await provider.refund(intent, 20_000);
    expect(await sendChargebackEvent(intent)).toBe(200);
    await provider.failRefund(early);
    expect(await sendChargebackEvent(intent, 'refund.failed')).toBe(200);
    await shopper.post('/api/paybox/refund-request/', { order_id: order.id, reason: 'Chật' });
    expect((await admin.post(`/api/admin/paybox/refund/${order.id}/approve/`)).status).toBe(200);
    await provider.failRefund(late);
    expect(await sendChargebackEvent(intent, 'refund.updated')).toBe(200);
    await sendAll();
    expect((await lastTo(shopper)).text).toContain(' 50.000 VND đã được chuyển vào ví Paybox của bạn.');
  });

  test('an order cancelled before its first mail is sent is shown as cancelled', async () => {
    const shopper = await given.shopper();
    await given.provedMailbox(shopper);
    const { id } = await given.order(shopper);
    await shopper.post(`/api/orders/${id}/cancel/`);
    await sendAll();
    const [placed, cancelled] = await receivedBy(shopper);
    expect(placed?.text).toContain(`Đơn hàng #${id} đã bị hủy.`);
    expect(placed?.text).not.toContain('Giao trong');
    expect(cancelled?.text).toContain(`Đơn hàng #${id} đã được hủy theo yêu cầu của bạn.`);
  });

  test('a deposit’s mail names the amount and the wallet’s balance', async () => {
    const shopper = await given.shopper({ balance: 25_000 });
    const opened = answer(await shopper.post('/api/paybox/deposit/', { amount: 50_000 }), DepositIntent);
    await confirmCard(opened.clientSecret);
    await shopper.post('/api/paybox/deposit/confirm/', { payment_intent_id: opened.paymentIntentId });
    await sendAll();
    const { subject, text } = await lastTo(shopper);
    expect(subject).toBe('Đã nạp 50.000 VND vào ví Paybox');
    expect(text).toContain('Số dư hiện tại: 75.000 VND');
  });

  test('a welcome mail greets the user, and a password reset has its link, which is deleted after sending', async () => {
    const shopper = await given.shopper();
    await welcome(shopper);
    await resetOf(shopper);
    await sendAll();
    const [reset, welcomed] = await receivedBy(shopper);
    expect(welcomed?.text).toContain(`Xin chào ${shopper.username}`);
    const link = 'https://may.example/reset-password?uid=MQ&token=a-token%2B%2F%3D';
    expect(reset?.text).toContain(link);
    expect(reset?.html).toContain(`href="${link.replace('&', '&amp;')}"`);
    expect(await shop().db.query('SELECT secret FROM mails')).toEqual([{ secret: null }, { secret: null }]);
  });

  test('text that people typed is escaped', async () => {
    const shopper = await given.shopper();
    const { id } = await given.order(shopper);
    await shop().db.query(
      `UPDATE order_items SET product_name = '<img src=x onerror="alert(1)">' WHERE order_id = $1`,
      [id],
    );
    await shop().db.query(`UPDATE orders SET receiver = 'A & <b>B</b>' WHERE id = $1`, [id]);
    await sendAll();
    const { html, text } = await lastTo(shopper);
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;');
    expect(html).toContain('A &amp; &lt;b&gt;B&lt;/b&gt;');
    expect(html).not.toMatch(/<img|<b>|<script/);
    expect(text).toContain('A & <b>B</b>');
  });

  test('a shop name with line breaks adds no header', async () => {
    const shopper = await given.shopper();
    await shop().db.query(`INSERT INTO settings (key, value) VALUES ('shop', $1)`, [
      JSON.stringify({ shop_name: 'MAY\r\nBcc: thief@example.com\r\n\r\nHi' }),
    ]);
    await welcome(shopper);
    await sendAll();
    await shop().db.query(`DELETE FROM settings WHERE key = 'shop'`);
    const { headers, subject, to } = await lastTo(shopper);
    expect(headers).not.toHaveProperty('bcc');
    expect(subject).toBe('Chào mừng bạn đến với MAY Bcc: thief@example.com Hi');
    expect(to).toBe(await addressOf(shopper));
  });
});

describe('sending a mail', () => {
  test('a mail is sent once, even with many concurrent attempts', async () => {
    const shopper = await given.shopper();
    await welcome(shopper);
    const { id } = await record();
    const senders = [sender(), sender()];
    await times(10, (index) => senders[index % 2]?.send(Number(id)) ?? Promise.resolve());
    expect(await receivedBy(shopper)).toHaveLength(1);
    expect(await record()).toMatchObject({ state: 'sent', attempts: 1, last_error: null });
    await sendAll();
    expect(await receivedBy(shopper)).toHaveLength(1);
  });

  /** Lets every attempt fail. @returns the minutes between them, and how the mail ended */
  async function failuresUntilGivenUp() {
    server.fault = { at: 'RCPT', does: { reply: '451 4.3.0 try again later' } };
    const pauses: number[] = [];
    for (;;) {
      await sendAll();
      const { state, minutes, last_error, secret, attempts } = await record();
      expect([last_error, attempts]).toEqual([expect.stringContaining('451 4.3.0 try again later'), pauses.length + 1]);
      if (state === 'failed') return { pauses, secret };
      pauses.push(Number(minutes));
      await sendAll(); // nothing is due yet
      await letTimePass(Number(minutes));
    }
  }

  test('a mail is attempted nine times within a day, then fails', async () => {
    await welcome(await given.shopper());
    expect(await failuresUntilGivenUp()).toMatchObject({ pauses: [2, 5, 15, 35, 60, 180, 360, 720] });
    expect(server.received).toHaveLength(0);
  });

  test('a password reset is attempted five times while its link works, then fails', async () => {
    await resetOf(await given.shopper());
    expect(await failuresUntilGivenUp()).toEqual({ pauses: [2, 5, 15, 35], secret: null });
    expect(server.received).toHaveLength(0);
  });

  test('a mail is sent when the mail server has recovered', async () => {
    const shopper = await given.shopper();
    await welcome(shopper);
    server.fault = { at: 'greeting', does: { reply: '421 too busy' } };
    await sendAll();
    expect(await record()).toMatchObject({ state: 'pending', attempts: 1 });
    server.fault = null;
    await letTimePass(2);
    await sendAll();
    expect(await record()).toMatchObject({ state: 'sent', attempts: 2, last_error: null });
  });

  test.each(['550 5.1.1 no such user', '552 5.2.2 mailbox full', '550 no such user'])(
    'a mail fails at once when the server permanently refuses its recipient: %s',
    async (reply) => {
      await welcome(await given.shopper());
      server.fault = { at: 'RCPT', does: { reply } };
      await sendAll();
      expect(await record()).toMatchObject({ state: 'failed', attempts: 1 });
    },
  );

  test.each([
    ['RCPT', '550 5.4.5 daily sending limit exceeded'],
    ['RCPT', '554 5.7.1 client host blocked'],
    ['greeting', '554 no service for this host'],
    ['MAIL', '530 5.7.0 authentication required'],
    ['DATA', '554 5.5.1 no valid recipients'],
    ['message', '550 5.4.5 daily sending limit exceeded'],
  ] as const)('a mail is attempted again when the server refuses the shop at %s: %s', async (at, reply) => {
    const shopper = await given.shopper();
    await welcome(shopper);
    server.fault = { at, does: { reply } };
    await sendAll();
    expect(await record()).toMatchObject({ state: 'pending', attempts: 1, minutes: 2 });
    server.fault = null;
    await letTimePass(2);
    await sendAll();
    expect(await receivedBy(shopper)).toHaveLength(1);
  });

  test.each(['greeting', 'MAIL', 'DATA', 'message'] as const)(
    'is repeated after the server hangs up at %s',
    async (at) => {
      await welcome(await given.shopper());
      server.fault = { at, does: 'hang up' };
      await sendAll();
      expect(await record()).toMatchObject({ state: 'pending', attempts: 1, minutes: 2 });
    },
  );

  test('a mail is attempted again when the server stays silent until the timeout', async () => {
    await welcome(await given.shopper());
    server.fault = { at: 'RCPT', does: 'hang' };
    await sendAll();
    expect(await record()).toMatchObject({ state: 'pending', attempts: 1, minutes: 2, last_error: 'Timeout' });
  });

  test('an attempt is aborted after a minute and repeated', async () => {
    await welcome(await given.shopper());
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100));
    server.fault = { at: 'message', does: 'hang' };
    await sendAll();
    expect(AbortSignal.timeout).toHaveBeenCalledWith(60_000);
    expect(await record()).toMatchObject({
      state: 'pending',
      attempts: 1,
      minutes: 2,
      last_error: 'Message sending aborted',
    });
  });

  test('a mail is attempted again when no server answers', async () => {
    await welcome(await given.shopper());
    await sendAll(sender({ SMTP_URL: 'smtp://127.0.0.1:9' }));
    expect(await record()).toMatchObject({ state: 'pending', attempts: 1 });
  });

  test('a mail repeated after a lost response keeps its Message-ID', async () => {
    const shopper = await given.shopper();
    await welcome(shopper);
    server.fault = { at: 'message', does: 'hang up', takes: true };
    await sendAll();
    server.fault = null;
    await letTimePass(2);
    await sendAll();
    const ids = (await receivedBy(shopper)).map(({ headers }) => headers['message-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^<mail-\d+-\d+@may\.example>$/);
  });

  test('a mail that cannot be marked as sent at first is not sent twice', async () => {
    const shopper = await given.shopper();
    await welcome(shopper);
    const by = sender();
    jest.spyOn(shop().db.manager, 'update').mockRejectedValue(new Error('the database is away'));
    await expect(sendAll(by)).rejects.toThrow('away');
    jest.restoreAllMocks();
    await letTimePass(2);
    await sendAll(by);
    expect(await receivedBy(shopper)).toHaveLength(1);
    expect(await record()).toMatchObject({ state: 'sent', attempts: 1 });
  }, 30_000);

  test('a failure that cannot be stored at first is stored, so the mail does not count as one that may be sent', async () => {
    await welcome(await given.shopper());
    server.fault = { at: 'greeting', does: { reply: '421 too busy' } };
    jest.spyOn(shop().db.manager, 'update').mockRejectedValueOnce(new Error('the database is away'));
    await sendAll();
    expect(await record()).toMatchObject({ attempts: 1, last_error: expect.stringMatching(/421 too busy/) as string });
    await letTimePass(2);
    await sendAll();
    const { last_error: lastError } = await record();
    expect(lastError).not.toContain('Có thể đã gửi');
  });

  test('the attempts of a process that ended are continued, up to nine', async () => {
    const shopper = await given.shopper();
    await welcome(shopper);
    await shop().db.query(`UPDATE mails SET attempts = 8, next_attempt_at = now()`);
    await sendAll();
    expect(await record()).toMatchObject({ state: 'sent', attempts: 9 });
    await shop().db.query('DELETE FROM mails');
    await welcome(shopper);
    await shop().db.query(`UPDATE mails SET attempts = 9, next_attempt_at = now()`);
    await sendAll();
    expect(await record()).toMatchObject({ state: 'failed' });
  });

  test('closed and locked accounts and expired links get no mail', async () => {
    const [closed, late, forgotten] = [await given.shopper(), await given.shopper(), await given.shopper()];
    await given.order(forgotten);
    await shop().db.query(`UPDATE users SET email = '' WHERE id = $1`, [forgotten.id]);
    await sendAll();
    expect(await record()).toMatchObject({ state: 'failed', last_error: 'Tài khoản đã đóng hoặc không có email' });
    await shop().db.query('DELETE FROM mails');
    await welcome(closed);
    await shop().db.query('UPDATE users SET is_active = false WHERE id = $1', [closed.id]);
    await sendAll();
    expect(await record()).toMatchObject({ state: 'failed', last_error: 'Tài khoản đã đóng hoặc không có email' });
    await shop().db.query('DELETE FROM mails');
    await resetOf(late);
    await shop().db.query(`UPDATE mails SET created_at = now() - interval '61 minutes'`);
    await sendAll();
    expect(await record()).toMatchObject({ state: 'failed', secret: null });
    expect(server.received).toHaveLength(0);
  });
});

describe('without a mail server', () => {
  test('each mail is written to its own file, which only the owner can read', async () => {
    const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'may-mail-'));
    const shopper = await given.shopper();
    await welcome(shopper);
    await resetOf(shopper);
    await sendAll(sender({ DATA_DIR }));
    const byNumber = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });
    const names = readdirSync(path.join(DATA_DIR, 'mail')).sort(byNumber);
    expect(names.join(' ')).toMatch(/^\d{8}T\d{6}Z-\d+-welcome\.eml \d{8}T\d{6}Z-\d+-password_reset\.eml$/);
    for (const name of names) expect(statSync(path.join(DATA_DIR, 'mail', name)).mode & 0o077).toBe(0);
    const [, reset] = keptMails(DATA_DIR, await addressOf(shopper));
    expect(reset?.text).toContain('https://may.example/reset-password?uid=MQ&token=a-token%2B%2F%3D');
  });

  test('without a writable folder the attempt fails', async () => {
    await welcome(await given.shopper());
    await sendAll(sender({ DATA_DIR: '/dev/null/nowhere' }));
    expect(await record()).toMatchObject({ state: 'pending', attempts: 1 });
  });

  test('the worker sends due mails by itself, and has the content of every template', async () => {
    const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'may-mail-'));
    const shopper = await given.shopper();
    const worker = await openWorker(configWith({ DATA_DIR }));
    try {
      await welcome(shopper);
      await eventually(async () => (await record()).state, 'sent');
      const contents = worker.get(MailContents, { strict: false });
      for (const template of MailTemplate.options) expect(contents.loaderFor(template)).toBeInstanceOf(Function);
    } finally {
      await worker.close();
    }
    expect(keptMails(DATA_DIR, await addressOf(shopper))).toHaveLength(1);
  });
});
