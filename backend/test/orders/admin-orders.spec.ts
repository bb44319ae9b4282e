import { parse } from 'csv-parse/sync';
import { pageSchema } from '../../src/contract/common.js';
import { AdminOrder, ORDER_STATUSES, Order } from '../../src/contract/orders/orders.js';
import { answer, openShop, shop } from '../support/client.js';
import { paidByCard, provider, sendChargebackEvent } from '../support/payments/chargebacks.js';
import { offerAll } from '../support/payments/payment-methods.js';
import { given, type Shopper } from '../support/given.js';
import { expectSoundLedger } from '../support/ledger.js';

openShop();
expectSoundLedger();

const Page = pageSchema(Order);
const delivered = { isDelivered: true };

let admin: Shopper;
beforeAll(async () => {
  admin = await given.admin();
});

const find = async (query: string, by = admin) =>
  answer(await by.get(`/api/orders/?page=1&page_size=100${query}`), Page);
const ids = async (query: string, by = admin) => (await find(query, by)).results.map(({ id }) => id);
const set = (id: number, column: string, value: unknown) =>
  shop().db.query(`UPDATE orders SET ${column} = $2 WHERE id = $1`, [id, value]);
const ask = ({ id }: { id: number }, by: Shopper) =>
  by.post('/api/paybox/refund-request/', { order_id: id, reason: 'Áo bị chật' });

/** An order in each state, and those that are in two: delivered, and then asked to be refunded, refused or refunded. */
async function ordersOfEachState(): Promise<Shopper> {
  const shopper = await given.shopper({ balance: 1_000_000 });
  const [cancelled, sent, asked, refunded, refused, sentAndAsked, sentAndRefunded] = [
    await given.order(shopper),
    await given.paidOrder(shopper),
    await given.paidOrder(shopper),
    await given.paidOrder(shopper),
    await given.paidOrder(shopper),
    await given.paidOrder(shopper),
    await given.paidOrder(shopper),
  ];
  await given.order(shopper);
  await shopper.post(`/api/orders/${cancelled.id}/cancel/`);
  for (const { id } of [sent, sentAndAsked, sentAndRefunded]) await admin.patch(`/api/orders/${id}/`, delivered);
  for (const order of [asked, refunded, refused, sentAndAsked, sentAndRefunded]) await ask(order, shopper);
  for (const { id } of [refunded, sentAndRefunded]) await admin.post(`/api/admin/paybox/refund/${id}/approve/`);
  await admin.delete(`/api/admin/paybox/refund/${refused.id}/reject/`);
  return shopper;
}

describe('the orders of the shop', () => {
  test('are filtered by the status that each of them shows', async () => {
    const shopper = await ordersOfEachState();
    const all = (await find(`&user=${shopper.id}`)).results;
    expect(all).toHaveLength(8);
    for (const status of ORDER_STATUSES) {
      const expected = all.filter((order) => order.status === status).map(({ id }) => id);
      expect(expected).not.toEqual([]);
      expect(await ids(`&user=${shopper.id}&status=${status}`)).toEqual(expected);
    }
    expect((await find(`&user=${shopper.id}&status=`)).count).toBe(8);
  });

  test('are found by number, receiver, phone, and by their buyer’s names and e-mail, without regard to diacritics', async () => {
    const [mai, lan] = [await given.shopper(), await given.shopper()];
    await mai.patch('/auth/users/me/', { last_name: 'Đỗ Thị', first_name: 'Mai' });
    const [first, second, other] = [await given.order(mai), await given.order(mai), await given.order(lan)];
    await set(first.id, 'receiver', 'Nguyễn Văn Ánh');
    await set(second.id, 'phone', '0909 333 777');
    await set(other.id, 'receiver', '100% đúng_người');
    const matches = (words: string) => ids(`&search=${encodeURIComponent(words)}`);
    expect(await matches(String(first.id))).toContain(first.id);
    expect(await matches(`#${first.id}`)).toEqual([first.id]);
    expect(await matches('nguyen van ANH')).toEqual([first.id]);
    expect(await matches('333 777')).toEqual([second.id]);
    expect(await matches('do thi mai')).toEqual([second.id, first.id]);
    expect(await matches(mai.username)).toEqual([second.id, first.id]);
    expect(await matches('100%')).toEqual([other.id]);
    expect(await matches('dung_')).toEqual([other.id]);
    expect(await matches(`khong ai ca`)).toEqual([]);
    expect(await matches(`#${first.id}1`)).toEqual([]);
  });

  test.each(['0912 345 678', '0912.345.678', '+84 912 345 678', '0912345678'])(
    'with the phone %s are found by its digits, however they are typed',
    async (phone) => {
      const shopper = await given.shopper();
      const order = await given.order(shopper);
      await set(order.id, 'phone', phone);
      for (const search of ['0912345678', '0912 345 678', '0912-345-678', '+84912345678', '345678', '45 678']) {
        for (const buyer of ['', `&user=${shopper.id}`]) {
          expect(await ids(`${buyer}&search=${encodeURIComponent(search)}`)).toContain(order.id);
        }
      }
      expect(await ids('&search=0912345679')).not.toContain(order.id);
    },
  );

  test('are found by the phone of their buyer’s account, typed with or without spaces', async () => {
    const shopper = await given.shopper();
    await shopper.patch('/auth/users/me/', { phone: '+84977888999' });
    const { id } = await given.order(shopper);
    for (const search of ['0977 888 999', '0977888999', '977 888']) {
      expect(await ids(`&search=${encodeURIComponent(search)}`)).toEqual([id]);
    }
  });

  test('are found by the beginning of their tracking code, in any case', async () => {
    const [shopper, other] = [await given.shopper({ balance: 200_000 }), await given.shopper({ balance: 100_000 })];
    const [first, second, third] = [
      await given.paidOrder(shopper),
      await given.paidOrder(shopper),
      await given.paidOrder(other),
    ];
    for (const [{ id }, tracking_code] of [
      [first, 'QZX4.KD7-1'],
      [second, 'qzx4.kd7-2'],
      [third, 'QZX5KD7'],
    ] as const)
      await admin.put(`/api/admin/orders/${id}/parcel/`, { carrier: 'ghn', tracking_code });
    for (const buyer of ['', `&user=${shopper.id}`]) {
      expect(await ids(`${buyer}&search=qzx4`)).toEqual([second.id, first.id]);
      expect(await ids(`${buyer}&search=QZX4.KD7-2`)).toEqual([second.id]);
      for (const search of ['X4.KD7-2', 'QZX4_KD7-2', 'QZX4%25']) {
        expect(await ids(`${buyer}&search=${search}`)).toEqual([]);
      }
    }
    expect(await ids('&search=QZX')).toEqual([]);
    expect(await ids('&search=qzx5kd7', shopper)).toEqual([]);
  });

  test('are found by their transfer code, alone or within a line of a bank statement', async () => {
    await offerAll();
    const [mai, lan] = [await given.shopper(), await given.shopper()];
    const first = await given.placed(mai, { paymentMethod: 'VietQR' });
    await given.placed(lan, { paymentMethod: 'VietQR' });
    const { transfer_code: code } = answer(await admin.get(`/api/admin/orders/${first}/`), AdminOrder);
    for (const search of [code!, code!.toLowerCase(), `MBVCB.123 ${code!.slice(0, 8)} ${code!.slice(8)} CT tu 0123`]) {
      for (const buyer of ['', `&user=${mai.id}`]) {
        expect(await ids(`${buyer}&search=${encodeURIComponent(search)}`)).toEqual([first]);
      }
      expect(await ids(`&user=${lan.id}&search=${encodeURIComponent(search)}`)).toEqual([]);
    }
    expect(await ids(`&search=${code}`, lan)).toEqual([]);
    expect(await ids(`&search=${code!.slice(0, 10)}`)).toEqual([]);
  });

  test('are read by their ids, at most as many as a page has', async () => {
    const [mai, lan] = [await given.shopper(), await given.shopper()];
    const [a, b, c] = [await given.order(mai), await given.order(mai), await given.order(lan)];
    expect(await ids(`&ids=${c.id},${a.id}`)).toEqual([c.id, a.id]);
    expect(await ids(`&ids=${c.id},${b.id},2000000000`, mai)).toEqual([b.id]);
    expect(await ids(`&ids=&user=${lan.id}`)).toEqual([c.id]);
    const list = (count: number) => Array.from({ length: count }, (_, nth) => nth + 1).join(',');
    expect((await admin.get(`/api/orders/?page=1&page_size=100&ids=${list(100)}`)).status).toBe(200);
    const reply = await admin.get(`/api/orders/?page=1&ids=${list(101)}`);
    expect([reply.status, reply.body]).toEqual([400, expect.objectContaining({ ids: ['Tối đa 100 đơn hàng'] })]);
  });

  test('are filtered by day of the shop, by payment and by buyer, and sorted', async () => {
    const shopper = await given.shopper();
    const [a, b, c] = [
      await given.order(shopper, { total: 300_000 }),
      await given.order(shopper, { total: 100_000 }),
      await given.order(shopper, { total: 200_000 }),
    ];
    // Half past eleven in the evening, and half past midnight, in Vietnam.
    await set(a.id, 'created_at', '2024-05-01T16:30:00Z');
    await set(b.id, 'created_at', '2024-05-01T17:30:00Z');
    await set(c.id, 'payment_method', 'Stripe');
    const mine = (query: string) => ids(`&user=${shopper.id}${query}`);
    expect(await mine('&from=2024-05-01&to=2024-05-01')).toEqual([a.id]);
    expect(await mine('&from=2024-05-02&to=2024-05-02')).toEqual([b.id]);
    expect(await mine('&to=2024-05-02')).toEqual([b.id, a.id]);
    await set(b.id, 'paid_at', '2024-05-03T01:00:00Z');
    expect(await mine('&date_of=paid')).toEqual([b.id]);
    expect(await mine('&date_of=paid&from=2024-05-03&to=2024-05-03')).toEqual([b.id]);
    expect(await mine('&date_of=paid&to=2024-05-02')).toEqual([]);
    expect(await mine('&date_of=refunded')).toEqual([]);
    await set(b.id, 'paid_at', null);
    expect(await mine('&payment=Stripe')).toEqual([c.id]);
    expect(await mine('&sort=date-desc')).toEqual([c.id, b.id, a.id]);
    expect(await mine('&sort=date-asc')).toEqual([a.id, b.id, c.id]);
    expect(await mine('&sort=total-desc')).toEqual([a.id, c.id, b.id]);
    expect(await mine('&sort=total-asc')).toEqual([b.id, c.id, a.id]);
    const page = answer(await admin.get(`/api/orders/?page=2&page_size=2&user=${shopper.id}&sort=total-desc`), Page);
    expect(page).toMatchObject({ count: 3, page: 2, page_size: 2, results: [{ id: b.id }] });
  });

  test('are filtered by the work that they wait for: to deliver, or to collect the cash of', async () => {
    await offerAll();
    const shopper = await given.shopper({ balance: 1_000_000 });
    const inCash = () => given.placed(shopper, { price: 100_000, paymentMethod: 'COD' });
    const [paid, asked, sent] = [
      await given.paidOrder(shopper),
      await given.paidOrder(shopper),
      await given.paidOrder(shopper),
    ];
    await ask(asked, shopper);
    const [waits, cancelled, uncollected, collected] = [await inCash(), await inCash(), await inCash(), await inCash()];
    await given.order(shopper);
    await shopper.post(`/api/orders/${cancelled}/cancel/`);
    for (const id of [sent.id, uncollected, collected]) await admin.patch(`/api/orders/${id}/`, delivered);
    await admin.post(`/api/admin/orders/${collected}/cash/`, { amount: 105_000 });
    expect(await ids(`&user=${shopper.id}&todo=deliver`)).toEqual([waits, paid.id]);
    expect(await ids(`&user=${shopper.id}&todo=collect`)).toEqual([uncollected]);
    expect((await find(`&user=${shopper.id}&todo=`)).count).toBe(8);
  });

  test.each([
    'todo=nothing',
    'status=lost',
    'payment=cash',
    'sort=random',
    'date_of=birth',
    'from=2024-02-31',
    'from=0000-01-01',
    'to=0000-12-31',
    'to=x',
    'user=abc',
    'user=0',
    'search=a&search=b',
    'ids=1,',
    'ids=0',
    'ids=a',
    'ids=9999999999',
  ])('refuse ?%s', async (query) => {
    expect((await admin.get(`/api/orders/?page=1&${query}`)).status).toBe(400);
  });

  test('are found from the first to the last valid day', async () => {
    const shopper = await given.shopper();
    const order = await given.order(shopper);
    expect(await ids('&from=1000-01-01&to=9999-12-31', shopper)).toEqual([order.id]);
    for (const day of ['0000-01-01', '0000']) {
      const reply = await shopper.get(`/api/orders/?from=${day}`);
      expect([reply.status, reply.body]).toEqual([400, expect.objectContaining({ from: ['Ngày không hợp lệ'] })]);
    }
  });

  test('are limited to a shopper’s own for every query', async () => {
    const [mai, lan] = [await given.shopper(), await given.shopper()];
    const [own, other] = [await given.order(mai), await given.order(lan)];
    expect(await ids('', mai)).toEqual([own.id]);
    for (const query of [`&user=${lan.id}`, `&search=${other.id}`, `&search=${encodeURIComponent(lan.username)}`]) {
      expect(await ids(query, mai)).toEqual([]);
    }
  });
});

describe('an order for an administrator', () => {
  test('shows its events with their actors, and its transfers', async () => {
    const shopper = await given.shopper({ balance: 300_000 });
    const earlier = await given.paidOrder(shopper);
    await ask(earlier, shopper);
    await admin.delete(`/api/admin/paybox/refund/${earlier.id}/reject/`);
    const { id } = await given.paidOrder(shopper);
    await admin.patch(`/api/orders/${id}/`, delivered);
    await ask({ id }, shopper);
    await admin.post(`/api/admin/paybox/refund/${id}/approve/`);
    const response = answer(await admin.get(`/api/admin/orders/${id}/`), AdminOrder);
    expect(response).toMatchObject({ id, status: 'refunded', user: { id: shopper.id, username: shopper.username } });
    expect(response.events.map(({ transition, actor }) => [transition, actor.is, actor.username])).toEqual([
      ['place', 'buyer', shopper.username],
      ['pay', 'buyer', shopper.username],
      ['deliver', 'admin', admin.username],
      ['request_refund', 'buyer', shopper.username],
      ['approve_refund', 'admin', admin.username],
    ]);
    expect(response.events[0]).toMatchObject({ statusBefore: null, statusAfter: 'unpaid' });
    expect(response.transfers).toMatchObject([
      { kind: 'PAYMENT', amount: 100_000, intent: null },
      { kind: 'REFUND', amount: 100_000, intent: null },
    ]);
    expect(response.intents).toEqual([]);
    expect(response.otherRefunds).toMatchObject([{ order: earlier.id, totalPrice: 100_000, isApproved: false }]);
    const asBuyer = await shopper.order(id);
    expect(response).toMatchObject({ ...asBuyer, user: { ...asBuyer.user, id: shopper.id } });
  });

  test('names the method that paid it, not the one chosen when it was placed', async () => {
    const shopper = await given.shopper({ balance: 100_000 });
    const [byWallet, byCard, unpaid] = [
      await given.order(shopper),
      (await paidByCard(shopper)).order,
      await given.order(shopper),
    ];
    for (const { id } of [byWallet, unpaid]) await set(id, 'payment_method', 'Stripe');
    expect((await shopper.post('/api/paybox/payment/', { order_id: byWallet.id })).status).toBe(200);
    for (const [{ id }, paymentMethod, paidWith] of [
      [byWallet, 'Paybox', [null, 'Paybox']],
      [byCard, 'Stripe', [null, 'Stripe']],
      [unpaid, 'Stripe', [null]],
    ] as const) {
      expect(await shopper.order(id)).toMatchObject({ paymentMethod });
      const { events } = answer(await admin.get(`/api/admin/orders/${id}/`), AdminOrder);
      expect(events.map((event) => event.paidWith)).toEqual(paidWith);
    }
    expect(await ids(`&user=${shopper.id}&payment=Paybox`)).toEqual([byWallet.id]);
  });

  test('with a total of 0 keeps the chosen method', async () => {
    const shopper = await given.shopper();
    const { code } = await given.coupon({ discountAmount: 1_000_000 });
    const id = await given.placed(shopper, { discount: 105_000, coupon_code: code, paymentMethod: 'Stripe' });
    const response = answer(await admin.get(`/api/admin/orders/${id}/`), AdminOrder);
    expect(response).toMatchObject({ isPaid: true, paymentMethod: 'Stripe' });
    expect(response.events.map(({ transition, paidWith }) => [transition, paidWith])).toEqual([
      ['place', null],
      ['pay', null],
    ]);
  });

  test('shows its payment intents', async () => {
    const shopper = await given.shopper();
    const { id } = await given.order(shopper);
    await shopper.post('/api/stripe-payment/', { order: id });
    const { intents, transfers } = answer(await admin.get(`/api/admin/orders/${id}/`), AdminOrder);
    expect(intents).toMatchObject([{ id: expect.stringMatching(/^pi_/) as string, amount: 100_000, state: 'open' }]);
    expect(transfers).toEqual([]);
  });

  test.each([0, -1, 'abc', 2_000_000_000])('answers 404 for the id %j', async (id) => {
    expect((await admin.get(`/api/admin/orders/${id}/`)).status).toBe(404);
  });

  test('that is delivered is recorded in the audit log, a refused delivery is not', async () => {
    const shopper = await given.shopper({ balance: 100_000 });
    const { id } = await given.paidOrder(shopper);
    await admin.patch(`/api/orders/${id}/`, delivered);
    expect((await admin.patch(`/api/orders/${id}/`, delivered)).status).toBe(409);
    expect(await admin.audit(`subject=order&subject_id=${id}`)).toMatchObject([
      {
        actor: { id: admin.id },
        action: 'deliver',
        subject_name: `Đơn hàng #${id}`,
        before: { isDelivered: false },
        after: { isDelivered: true },
      },
    ]);
  });
});

describe('the export of orders', () => {
  test('has a row for each order of the list, and is recorded in the audit log', async () => {
    const shopper = await given.shopper({ balance: 200_000 });
    const [unpaid, paid] = [await given.order(shopper), await given.paidOrder(shopper)];
    await set(paid.id, 'receiver', '=HYPERLINK("x")');
    await set(paid.id, 'created_at', '2024-05-01T17:30:00Z');
    const reply = await admin.get(`/api/admin/orders/export/?user=${shopper.id}&status=`);
    expect(reply.status).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="don-hang.csv"',
      'cache-control': 'no-store',
    });
    const [head, first, second, ...rest] = reply.text.trim().split('\r\n');
    expect(head).toMatch(/^\ufeff?Mã đơn,Ngày đặt,Khách hàng,Email,Người nhận/);
    expect(first).toContain(`${paid.id},2024-05-02 00:30,${shopper.username},`);
    expect(first).toContain(`"'=HYPERLINK(""x"")"`);
    expect(first).toContain(',Áo thun × 1,100000,0,0,0,,100000,Paybox,Đang xử lý,');
    expect(second).toMatch(new RegExp(`^${unpaid.id},.*,Chờ thanh toán,,,,,,,,0,0,,,$`));
    expect(rest).toEqual([]);
    const [line] = await admin.audit('subject=order&action=export');
    expect(line).toMatchObject({ actor: { id: admin.id }, subject_id: null, after: { user: shopper.id } });
  });

  test('has carrier, tracking code and time of the parcel', async () => {
    const { id } = await given.paidOrder(await given.shopper({ balance: 100_000 }));
    await admin.put(`/api/admin/orders/${id}/parcel/`, { carrier: 'viettel_post', tracking_code: 'VTP123456' });
    await set(id, 'sent_at', '2024-05-01T17:30:00Z');
    const reply = await admin.get(`/api/admin/orders/export/?ids=${id}`);
    const [head, row, ...rest] = reply.text.trim().split('\r\n');
    expect(head).toMatch(/,Đơn vị vận chuyển,Mã vận đơn,Gửi lúc,/);
    expect(row).toMatch(/,Viettel Post,VTP123456,2024-05-02 00:30,0,0,,,$/);
    expect(rest).toEqual([]);
    expect((await admin.audit('subject=order&action=export'))[0]).toMatchObject({ after: { count: 1 } });
  });

  test('says how much of each order went back to its card and to the wallet', async () => {
    const { shopper, order, intent } = await paidByCard();
    await provider.refund(intent, 30_000);
    expect(await sendChargebackEvent(intent)).toBe(200);
    await shopper.post('/api/paybox/refund-request/', { order_id: order.id, reason: 'Chật' });
    expect((await admin.post(`/api/admin/paybox/refund/${order.id}/approve/`)).status).toBe(200);
    const kept = await given.paidOrder(shopper, { total: 10_000 });
    const { text } = await admin.get(`/api/admin/orders/export/?user=${shopper.id}`);
    const rows: Record<string, string>[] = parse(text, { columns: true, bom: true });
    expect(rows.map((row) => [row['Mã đơn'], row['Hoàn về thẻ'], row['Hoàn vào ví']])).toEqual([
      [String(kept.id), '0', '0'],
      [String(order.id), '30000', '70000'],
    ]);
  });

  test('is refused for the same queries as the list', async () => {
    expect((await admin.get('/api/admin/orders/export/?status=lost')).status).toBe(400);
  });
});
