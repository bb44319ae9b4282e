import { parse } from 'csv-parse/sync';
import { pageSchema } from '../../src/contract/common.js';
import { AdminOrder, Order } from '../../src/contract/orders/orders.js';
import { loadOrderWebhook } from '../../src/orders/reads/order-webhook-contents.js';
import type { WebhookSubject } from '../../src/webhooks/webhook-contents.js';
import { sendDueMails } from '../mail/mail-contents.js';
import { answer, openShop, shop } from '../support/client.js';
import { given, statuses, type Shopper } from '../support/given.js';
import { expectSoundLedger } from '../support/ledger.js';
import { offerAll } from '../support/payments/payment-methods.js';

openShop();
expectSoundLedger();

const NOTE = 'Khách hẹn giao sau 17 giờ.\nGọi trước.';
const PASSWORD = 'mat-khau-1';

let admin: Shopper;
beforeAll(async () => {
  admin = await given.admin();
  await offerAll();
});

const change = (id: number, note: unknown, was: unknown = '', by = admin) =>
  by.put(`/api/admin/orders/${id}/note/`, { note, was });
const noteOf = async (id: number) => (await admin.order(id)).staff_note;
const rich = () => given.shopper({ balance: 1_000_000 });

test('a note is stored without outer spaces, and administrators see it in the order and in lists', async () => {
  const { id } = await given.order(await given.shopper());
  expect(await noteOf(id)).toBe('');
  expect(answer(await change(id, `  ${NOTE} \n`), AdminOrder).staff_note).toBe(NOTE);
  expect(await noteOf(id)).toBe(NOTE);
  const { results } = answer(await admin.get(`/api/orders/?page=1&ids=${id}`), pageSchema(Order));
  expect(results.map((order) => order.staff_note)).toEqual([NOTE]);
});

test('a note can be written in any state of an order, and changes nothing else of it', async () => {
  const shopper = await rich();
  const { id } = await given.order(shopper);
  await shopper.post(`/api/orders/${id}/cancel/`);
  const before = answer(await admin.get(`/api/admin/orders/${id}/`), AdminOrder);
  expect(answer(await change(id, NOTE), AdminOrder)).toEqual({ ...before, staff_note: NOTE });
  expect(answer(await change(id, '', NOTE), AdminOrder)).toEqual(before);
});

test('a note has at most 1,000 characters, and the one that its editor saw must be given', async () => {
  const { id } = await given.order(await given.shopper());
  for (const wrong of ['ơ'.repeat(1_001), 5, null, undefined]) {
    const refused = await change(id, wrong);
    expect([refused.status, Object.keys(refused.body as object)]).toEqual([400, ['detail', 'error', 'note']]);
  }
  expect((await admin.put(`/api/admin/orders/${id}/note/`, { note: NOTE })).status).toBe(400);
  expect((await change(id, 'ơ'.repeat(1_000))).status).toBe(200);
  expect((await change(2_000_000_000, NOTE)).status).toBe(404);
});

test('a note that somebody else has changed is not overwritten; the same note again is accepted', async () => {
  const { id } = await given.order(await given.shopper());
  await change(id, 'của An');
  const late = await change(id, 'của Bình');
  expect(late).toMatchObject({
    status: 409,
    body: { detail: 'Ghi chú nội bộ vừa được thay đổi ở nơi khác. Hãy đóng cửa sổ này, xem lại rồi sửa.' },
  });
  expect(await noteOf(id)).toBe('của An');
  expect((await change(id, 'của An')).status).toBe(200);
});

test('of two notes that are written at the same time, one is refused', async () => {
  const { id } = await given.order(await given.shopper());
  const replies = await Promise.all([change(id, 'một'), change(id, 'hai')]);
  expect(statuses(replies)).toEqual({ 200: 1, 409: 1 });
});

test('the audit log says that a note changed, without its text', async () => {
  const { id } = await given.order(await given.shopper());
  await change(id, NOTE);
  await change(id, NOTE, NOTE);
  await change(id, 'Khác', NOTE);
  await change(id, '', 'Khác');
  const results = await admin.audit(`subject=order&subject_id=${id}`);
  expect(results.map(({ action, before, after }) => ({ action, before, after }))).toEqual(
    ['đã xóa', 'đã sửa', 'đã thêm'].map((text) => ({ action: 'update', before: null, after: { staff_note: text } })),
  );
});

describe('a note is never shown to shoppers', () => {
  test('in no answer about the order, whoever buys it', async () => {
    const shopper = await rich();
    const { id } = await given.order(shopper);
    await change(id, NOTE);
    const replies = [
      await shopper.get(`/api/orders/${id}/`),
      await shopper.get('/api/orders/'),
      await shopper.get(`/api/orders/?page=1&search=${id}`),
      await shopper.post('/api/paybox/payment/', { order_id: id }),
      await shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' }),
      await shopper.get(`/api/orders/${id}/`),
      await shopper.post(`/api/orders/${id}/cancel/`),
    ];
    expect(statuses(replies)).toEqual({ 200: 5, 201: 1, 409: 1 });
    for (const reply of replies) expect(JSON.stringify(reply.body)).not.toContain('17 giờ');
    expect((await shopper.order(id)).staff_note).toBe('');
  });

  test('in the answer to a buyer who cancels', async () => {
    const shopper = await given.shopper();
    const { id } = await given.order(shopper);
    await change(id, NOTE);
    expect(answer(await shopper.post(`/api/orders/${id}/cancel/`), Order)).toMatchObject({
      isCancelled: true,
      staff_note: '',
    });
  });

  test('in a search of theirs', async () => {
    const shopper = await given.shopper();
    const { id } = await given.order(shopper);
    await change(id, NOTE);
    const { count } = answer(await shopper.get('/api/orders/?page=1&search=17 giờ'), pageSchema(Order));
    expect(count).toBe(0);
  });

  test('in any mail about the order', async () => {
    const [shopper, other] = [await rich(), await given.shopper()];
    const [id, cancelled] = [await given.placed(shopper), await given.placed(other)];
    for (const order of [id, cancelled]) await change(order, NOTE);
    await shopper.post('/api/paybox/payment/', { order_id: id });
    await admin.put(`/api/admin/orders/${id}/parcel/`, { carrier: 'ghn', tracking_code: 'GAX4KD7B' });
    await admin.patch(`/api/orders/${id}/`, { isDelivered: true });
    await shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' });
    await admin.post(`/api/admin/paybox/refund/${id}/approve/`);
    await admin.post(`/api/orders/${cancelled}/cancel/`, { reason: 'Hết hàng' });
    const mails = await sendDueMails();
    expect(mails.length).toBeGreaterThanOrEqual(6);
    expect(JSON.stringify(mails)).not.toContain('17 giờ');
  });

  test('and leaves the shop with no webhook', async () => {
    const { id } = await given.order(await given.shopper());
    await change(id, NOTE);
    const data = await loadOrderWebhook(shop().db, { subject_id: id } as WebhookSubject);
    expect(data).toMatchObject({ order: { id, staff_note: '' } });
  });
});

test('a note is in the copy of one’s data, and erased with the address when the account is closed', async () => {
  const shopper = await given.shopper({ password: PASSWORD, balance: 105_000 });
  const [delivered, unpaid] = [await given.placed(shopper), await given.placed(shopper)];
  for (const id of [delivered, unpaid]) await change(id, NOTE);
  const { body: mine } = await shopper.get('/auth/users/me/data/');
  expect(mine).toMatchObject({ orders: [{ staff_note: NOTE }, { staff_note: NOTE }] });
  await shopper.post('/api/paybox/payment/', { order_id: delivered });
  await admin.patch(`/api/orders/${delivered}/`, { isDelivered: true });
  expect((await shopper.post('/auth/users/me/close/', { current_password: PASSWORD })).status).toBe(204);
  expect(await noteOf(delivered)).toBe('');
  expect(await noteOf(unpaid)).toBe(NOTE);
  expect((await admin.post(`/api/orders/${unpaid}/cancel/`, { reason: 'Khách nghỉ' })).status).toBe(200);
  expect(await noteOf(unpaid)).toBe('');
  const late = await admin.put(`/api/admin/orders/${delivered}/note/`, { note: NOTE, was: '' });
  expect([late.status, await noteOf(delivered)]).toEqual([409, '']);
});

test('the export has the note, the gift’s note and the transfer code in its last columns', async () => {
  const shopper = await given.shopper();
  const id = await given.placed(shopper, { gift_note: 'Tặng mẹ', paymentMethod: 'VietQR' });
  await change(id, NOTE);
  const { transfer_code: code } = answer(await admin.get(`/api/admin/orders/${id}/`), AdminOrder);
  const { text } = await admin.get(`/api/admin/orders/export/?ids=${id}`);
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true });
  expect(rows.map((row) => Object.entries(row).slice(-3))).toEqual([
    [
      ['Lời nhắn quà tặng', 'Tặng mẹ'],
      ['Nội dung chuyển khoản', code],
      ['Ghi chú nội bộ', NOTE],
    ],
  ]);
});
