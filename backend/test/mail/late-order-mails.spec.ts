import { openShop, shop } from '../support/client.js';
import { given, type Shopper } from '../support/given.js';
import { offerAll } from '../support/payments/payment-methods.js';
import { sendDueMails } from './mail-contents.js';

openShop();

let admin: Shopper;
let shopper: Shopper;
beforeAll(async () => {
  await offerAll();
  admin = await given.admin();
});
beforeEach(async () => {
  shopper = await given.shopper({ balance: 500_000 });
  await given.provedMailbox(shopper);
  await shop().db.query('DELETE FROM mails');
});

const COD = { paymentMethod: 'COD' } as const;
const VIETQR = { paymentMethod: 'VietQR' } as const;

const pay = (id: number) => shopper.post('/api/paybox/payment/', { order_id: id });
const send = (id: number) =>
  admin.put(`/api/admin/orders/${id}/parcel/`, { carrier: 'ghn', tracking_code: 'GAX4KD7B' });
const deliver = (id: number) => admin.patch(`/api/orders/${id}/`, { isDelivered: true });
const cancel = (id: number) => shopper.post(`/api/orders/${id}/cancel/`);
const askForRefund = (id: number) => shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' });
const refund = (id: number) => admin.post(`/api/admin/orders/${id}/refund/`, { reason: 'Hàng hỏng' });
const transfer = (id: number, amount: number) =>
  admin.post('/api/admin/bank-transfers/', { reference: `LATE${id}-${amount}`, amount, order_id: id });

/** Takes an order through its later steps, one after the other. */
async function go(id: number, ...steps: ((id: number) => ReturnType<typeof pay>)[]): Promise<void> {
  for (const step of steps) expect((await step(id)).status).toBeLessThan(300);
}

/** Sends what waits. @returns the texts of the mails with a template, the oldest first */
async function textsOf(template: string): Promise<string[]> {
  const mails = await sendDueMails();
  return mails.filter(({ name }) => name.endsWith(`-${template}`)).map(({ text }) => text);
}

const errors = async (): Promise<unknown> =>
  (await shop().db.query<{ last_error: string }[]>(`SELECT last_error FROM mails WHERE state = 'failed'`)).map(
    ({ last_error }) => last_error,
  );

describe('the mail of a placed order that leaves late', () => {
  test.each([
    ['refunded', {}, [pay, refund], /đã được hoàn tiền/],
    ['asked back', {}, [pay, askForRefund], /đã nhận yêu cầu hoàn tiền/],
    ['delivered', {}, [pay, deliver], /đã được giao/],
    ['delivered before its cash is recorded', COD, [deliver], /đã được giao/],
  ])('says that the order is %s, not that it is prepared or will arrive', async (_state, payment, steps, sentence) => {
    const id = await given.placed(shopper, payment);
    await go(id, ...steps);
    const [text] = await textsOf('order_placed');
    expect(text).toMatch(sentence);
    expect(text).not.toMatch(/chuẩn bị|Dự kiến giao|Giao trong|Vui lòng/);
    expect(text).toContain('Xem đơn hàng');
  });

  test.each([
    ['paid', {}, [pay, send], false],
    ['to be paid in cash', COD, [send], true],
  ])('says that a sent order, %s, is on its way', async (_state, payment, steps, isDue) => {
    const id = await given.placed(shopper, payment);
    await go(id, ...steps);
    const [text] = await textsOf('order_placed');
    expect(text).toContain(`Đơn hàng #${id} đang trên đường đến bạn.`);
    expect(text).toContain('Dự kiến giao');
    expect(text?.includes('105.000 VND tiền mặt')).toBe(isDue);
    expect(text).not.toContain('chuẩn bị hàng');
  });
});

test.each([
  ['refunded', [refund], /đã được hoàn tiền/],
  ['asked back', [askForRefund], /đã nhận yêu cầu hoàn tiền/],
])('the mail of a payment says that the order is %s since, not when it arrives', async (_state, steps, sentence) => {
  const { id } = await given.paidOrder(shopper);
  await go(id, ...steps);
  const [text] = await textsOf('order_paid');
  expect(text).toMatch(sentence);
  expect(text).not.toContain('Dự kiến giao');
});

test('the mail of a parcel is not sent once the order is delivered', async () => {
  const id = await given.placed(shopper, COD);
  await go(id, send, deliver);
  expect(await textsOf('order_sent')).toEqual([]);
  expect(await errors()).toEqual(['Đơn hàng đã được giao']);
});

test('the mail of a parcel says that the order is refunded since, not when it arrives', async () => {
  const { id } = await given.paidOrder(shopper);
  await go(id, send, refund);
  const [text] = await textsOf('order_sent');
  expect(text).toContain(`Đơn hàng #${id} đã được hoàn tiền.`);
  expect(text).not.toContain('Dự kiến giao');
});

test.each([
  ['refunded', [refund]],
  ['asked back', [askForRefund]],
])('the mail of a delivery offers no refund of an order that is %s since', async (_state, steps) => {
  const { id } = await given.paidOrder(shopper);
  await go(id, deliver, ...steps);
  expect(await textsOf('order_delivered')).toEqual([expect.not.stringContaining('yêu cầu hoàn tiền')]);
});

test('the mail of a rejected refund is not sent once the order is refunded', async () => {
  const { id } = await given.paidOrder(shopper);
  await go(id, askForRefund, (order) => admin.delete(`/api/admin/paybox/refund/${order}/reject/`), refund);
  expect(await textsOf('refund_decided')).toEqual([expect.stringContaining('MAY đã hoàn tiền đơn hàng')]);
  expect(await errors()).toEqual(['Đơn hàng đã được hoàn tiền']);
});

describe('the mail of money that its order could not take, and that leaves late', () => {
  test('asks for the payment of an unpaid order', async () => {
    const id = await given.placed(shopper, VIETQR);
    await transfer(id, 90_000);
    const [text] = await textsOf('payment_credited');
    expect(text).toMatch(/Bạn vẫn cần thanh toán đơn hàng\. Đơn hàng được giữ đến \d/);
  });

  test.each([
    ['paid', [pay]],
    ['cancelled', [cancel]],
  ])('asks for no payment of an order that is %s since', async (_state, steps) => {
    const id = await given.placed(shopper, VIETQR);
    await transfer(id, 90_000);
    await go(id, ...steps);
    const [text] = await textsOf('payment_credited');
    expect(text).toMatch(/không đúng tổng đơn hàng \(105\.000 VND\).* 90\.000 VND đã được chuyển vào ví/);
    expect(text).not.toMatch(/vẫn cần thanh toán|được giữ đến/);
    expect((await shopper.order(id)).notice).not.toContain('vẫn cần thanh toán');
  });

  test('asks for cash of an order on its way only at the door', async () => {
    const id = await given.placed(shopper, COD);
    await go(id, send);
    await transfer(id, 90_000);
    const [text] = await textsOf('payment_credited');
    expect(text).not.toMatch(/được giữ đến|tự hủy/);
  });

  test('names its own sum, whatever came after it', async () => {
    const id = await given.placed(shopper, VIETQR);
    await transfer(id, 90_000);
    await transfer(id, 80_000);
    await shop().db.query(`UPDATE orders SET notice = 'Chủ thẻ khiếu nại' WHERE id = $1`, [id]);
    expect(await textsOf('payment_credited')).toEqual([
      expect.stringContaining('90.000 VND đã được chuyển'),
      expect.stringContaining('80.000 VND đã được chuyển'),
    ]);
  });
});

test('the mail of a cancelled order says that money which came for it is in the wallet', async () => {
  const id = await given.placed(shopper);
  await go(id, cancel);
  await transfer(id, 105_000);
  const [text] = await textsOf('order_cancelled');
  expect(text).toContain('Số tiền bạn đã trả cho đơn hàng này đã được chuyển vào ví Paybox của bạn.');
  expect(text).not.toContain('Bạn chưa bị trừ tiền');
});
