import { Mail } from '../../src/contract/administration/mail.js';
import { pageSchema } from '../../src/contract/common.js';
import { AdminOrder, Order } from '../../src/contract/orders/orders.js';
import { OrderExpiry } from '../../src/orders/expiry/expiry.js';
import { answer, openShop, shop } from '../support/client.js';
import { given, statuses, times, type Shopper } from '../support/given.js';
import { expectSoundLedger } from '../support/ledger.js';
import { offerAll } from '../support/payments/payment-methods.js';
import { expectUnchanged } from '../support/unchanged.js';

openShop();
expectSoundLedger();

const PASSWORD = 'mat-khau-1';
const GHN = { carrier: 'ghn', tracking_code: 'GAX4KD7B' };
const SPX = { carrier: 'spx', tracking_code: 'SPXVN0692' };

let admin: Shopper;
beforeAll(async () => {
  admin = await given.admin();
  await offerAll();
});

const send = (id: number, body: object = GHN, by = admin) => by.put(`/api/admin/orders/${id}/parcel/`, body);
const takeBack = (id: number, by = admin) => by.delete(`/api/admin/orders/${id}/parcel/`);
const deliver = (id: number) => admin.patch(`/api/orders/${id}/`, { isDelivered: true });
const cancel = (id: number, by = admin) => by.post(`/api/orders/${id}/cancel/`, { reason: 'Khách không nhận' });
const details = async (id: number) => answer(await admin.get(`/api/admin/orders/${id}/`), AdminOrder);
const rich = () => given.shopper({ balance: 1_000_000 });
const inCash = (shopper: Shopper) => given.placed(shopper, { paymentMethod: 'COD' });
const ask = (id: number, by: Shopper) => by.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' });
const mailsAbout = async (id: number) => {
  const { results } = answer(await admin.get('/api/admin/mails/?page=1&page_size=100'), pageSchema(Mail));
  return results.filter(({ order_id, template }) => order_id === id && template === 'order_sent');
};

describe('the parcel of an order', () => {
  test('is recorded with its page, and seen by the buyer, and nothing else of the order changes', async () => {
    const shopper = await rich();
    const { id } = await given.paidOrder(shopper);
    const before = await shopper.order(id);
    expect(before.parcel).toBeNull();
    const { parcel, status } = answer(await send(id, { ...GHN, tracking_code: ` ${GHN.tracking_code} ` }), AdminOrder);
    expect(status).toBe('paid');
    expect(parcel).toEqual({
      ...GHN,
      tracking_url: 'https://donhang.ghn.vn/?order_code=GAX4KD7B',
      sent_at: expect.any(String) as string,
    });
    expect(await shopper.order(id)).toEqual({ ...before, parcel, sentAt: parcel?.sent_at });
  });

  test('is corrected, and its first time stays', async () => {
    const { id } = await given.paidOrder(await rich());
    const first = answer(await send(id), AdminOrder).parcel;
    const { parcel, events } = answer(await send(id, { ...SPX, was: GHN }), AdminOrder);
    expect(parcel).toMatchObject({ ...SPX, sent_at: first?.sent_at });
    expect(events.map(({ transition, statusAfter }) => `${transition} ${statusAfter}`)).toEqual([
      ...['place unpaid', 'pay paid', 'send paid'],
    ]);
  });

  test('is taken back, and recorded again', async () => {
    const { id } = await given.paidOrder(await rich());
    await send(id);
    expect(answer(await takeBack(id), AdminOrder)).toMatchObject({ status: 'paid', parcel: null });
    expect(await expectUnchanged(() => takeBack(id))).toMatchObject({
      status: 409,
      body: { detail: 'Đơn hàng chưa được gửi đi.' },
    });
    await send(id, SPX);
    expect((await details(id)).events.slice(2).map(({ transition, actor }) => [transition, actor.username])).toEqual([
      ['send', admin.username],
      ['undo_send', admin.username],
      ['send', admin.username],
    ]);
  });

  test('is recorded once by concurrent calls, and a repeat changes nothing', async () => {
    const { id } = await given.paidOrder(await rich());
    const replies = await times(5, () => send(id, { ...GHN, was: null }));
    expect(statuses(replies)).toEqual({ 200: 5 });
    expect(await expectUnchanged(() => send(id, { ...GHN, was: null }))).toMatchObject({ status: 200 });
    expect(await mailsAbout(id)).toHaveLength(1);
  });

  test('of two concurrent calls with different parcels, the second is refused', async () => {
    const { id } = await given.paidOrder(await rich());
    const replies = await Promise.all([GHN, SPX].map((parcel) => send(id, { ...parcel, was: null })));
    expect(statuses(replies)).toEqual({ 200: 1, 409: 1 });
    expect(await mailsAbout(id)).toHaveLength(1);
  });

  test('from an older page does not overwrite what somebody else recorded', async () => {
    const { id } = await given.paidOrder(await rich());
    await send(id, { ...GHN, was: null });
    for (const was of [null, { ...GHN, tracking_code: 'GAX4KD70' }]) {
      expect(await expectUnchanged(() => send(id, { ...SPX, was }))).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining('ở nơi khác') as string },
      });
    }
    expect(answer(await send(id, { ...SPX, was: GHN }), AdminOrder).parcel).toMatchObject(SPX);
  });

  test('stays with a delivered order, and changes no more', async () => {
    const { id } = await given.paidOrder(await rich());
    await send(id);
    await deliver(id);
    for (const change of [() => send(id, SPX), () => takeBack(id)]) {
      expect(await expectUnchanged(change)).toMatchObject({ status: 409, body: { detail: 'Đơn hàng đã được giao.' } });
    }
    expect((await admin.order(id)).parcel).toMatchObject(GHN);
  });

  test.each([
    ['no carrier', { carrier: '' }, { carrier: ['Vui lòng chọn đơn vị vận chuyển'] }],
    ['an unknown carrier', { carrier: 'dhl' }, { carrier: ['Vui lòng chọn đơn vị vận chuyển'] }],
    ['no code', { tracking_code: undefined }, { tracking_code: ['Vui lòng nhập mã vận đơn'] }],
    ['a blank code', { tracking_code: '  ' }, { tracking_code: [expect.stringMatching(/^Mã vận đơn có từ 4/)] }],
    ['a short code', { tracking_code: 'abc' }, { tracking_code: [expect.stringMatching(/^Mã vận đơn có từ 4/)] }],
    ['a text as code', { tracking_code: 'mã đơn 12' }, { tracking_code: [expect.stringMatching(/^Mã vận đơn/)] }],
  ])('with %s is refused by its field', async (_, changed, errors) => {
    const { id } = await given.paidOrder(await rich());
    expect(await expectUnchanged(() => send(id, { ...GHN, ...changed }))).toMatchObject({ status: 400, body: errors });
  });

  test('is of an order that exists', async () => {
    await expectUnchanged(async () => {
      expect((await send(2_000_000_000)).status).toBe(404);
      expect((await takeBack(2_000_000_000)).status).toBe(404);
    });
  });
});

describe('an order whose goods must stay', () => {
  test('has no parcel while it is unpaid, unless it is paid on delivery', async () => {
    const shopper = await given.shopper();
    const { id } = await given.order(shopper);
    expect(await expectUnchanged(() => send(id))).toMatchObject({
      status: 409,
      body: { detail: 'Đơn hàng chưa được thanh toán.' },
    });
    expect(answer(await send(await inCash(shopper)), AdminOrder)).toMatchObject({ status: 'unpaid', parcel: GHN });
  });

  test('has no parcel once it is cancelled or refunded, or while a refund request is undecided', async () => {
    const shopper = await rich();
    const [cancelled, refunded, asked] = [
      await given.order(shopper),
      await given.paidOrder(shopper),
      await given.paidOrder(shopper),
    ];
    await shopper.post(`/api/orders/${cancelled.id}/cancel/`);
    await ask(refunded.id, shopper);
    await admin.post(`/api/admin/paybox/refund/${refunded.id}/approve/`);
    await ask(asked.id, shopper);
    for (const [{ id }, detail] of [
      [cancelled, 'Đơn hàng đã bị hủy.'],
      [refunded, 'Đơn hàng đã được hoàn tiền.'],
      [asked, 'Đơn hàng đang có yêu cầu hoàn tiền chờ duyệt.'],
    ] as const) {
      expect(await expectUnchanged(() => send(id))).toMatchObject({ status: 409, body: { detail } });
    }
    await admin.delete(`/api/admin/paybox/refund/${asked.id}/reject/`);
    expect((await send(asked.id)).status).toBe(200);
  });

  test('keeps its parcel, which can be corrected, when the refund is asked for later', async () => {
    const shopper = await rich();
    const { id } = await given.paidOrder(shopper);
    await send(id);
    await ask(id, shopper);
    expect(answer(await send(id, SPX), AdminOrder)).toMatchObject({ status: 'refund_requested', parcel: SPX });
  });
});

describe('an order in cash on delivery that is sent', () => {
  test('is not cancelled, by nobody, until its parcel is taken back', async () => {
    const shopper = await given.shopper();
    const id = await inCash(shopper);
    await send(id);
    for (const by of [shopper, admin]) {
      expect(await expectUnchanged(() => cancel(id, by))).toMatchObject({
        status: 409,
        body: { detail: 'Đơn hàng đã được gửi đi.' },
      });
    }
    await takeBack(id);
    expect((await cancel(id)).status).toBe(200);
  });

  test('does not expire until its parcel is taken back', async () => {
    const id = await inCash(await given.shopper());
    await send(id);
    await shop().db.query(`UPDATE orders SET created_at = now() - interval '1 year' WHERE id = $1`, [id]);
    await shop().app.get(OrderExpiry).expire(id);
    await shop().app.get(OrderExpiry).sweep();
    expect((await admin.order(id)).status).toBe('unpaid');
    await takeBack(id);
    await shop().app.get(OrderExpiry).sweep();
    expect((await admin.order(id)).status).toBe('cancelled');
  });
});

test('sent orders are in a list of their own, not among those to be sent', async () => {
  const shopper = await rich();
  const [sent, delivered, waiting] = [
    await given.paidOrder(shopper),
    await given.paidOrder(shopper),
    await given.paidOrder(shopper),
  ];
  for (const { id } of [sent, delivered]) await send(id);
  await deliver(delivered.id);
  const ids = async (todo: string) =>
    answer(await admin.get(`/api/orders/?page=1&user=${shopper.id}&todo=${todo}`), pageSchema(Order)).results.map(
      ({ id }) => id,
    );
  expect(await ids('deliver')).toEqual([waiting.id]);
  expect(await ids('in_transit')).toEqual([sent.id]);
});

test('the audit log names the carriers, and not the code', async () => {
  const { id } = await given.paidOrder(await rich());
  await send(id);
  await send(id, { ...GHN, tracking_code: 'GAX4KD70' });
  await send(id, SPX);
  await takeBack(id);
  const results = await admin.audit(`subject=order&action=update&subject_id=${id}`);
  expect(results.map(({ before, after }) => [before?.parcel, after?.parcel])).toEqual([
    ['SPX Express', null],
    ['GHN', 'SPX Express, mã khác'],
    ['GHN', 'GHN, mã khác'],
    [null, 'GHN'],
  ]);
  expect(JSON.stringify(results)).not.toMatch(/GAX4|SPXVN/);
});

describe('the mail about a sent order', () => {
  test('goes out once for a parcel, not for its correction, and again for another one', async () => {
    const { id } = await given.paidOrder(await rich());
    await send(id);
    await send(id, SPX);
    expect(await mailsAbout(id)).toHaveLength(1);
    await takeBack(id);
    expect(await mailsAbout(id)).toHaveLength(1);
    await send(id);
    expect(await mailsAbout(id)).toHaveLength(2);
  });

  test('to a mailbox that nobody has proved goes about an unpaid order only if it was told of the order', async () => {
    const [told, untold, proved] = [await given.shopper(), await given.shopper(), await given.shopper()];
    const [toldOf, untoldOf] = [await inCash(told), await inCash(untold)];
    await given.provedMailbox(proved);
    const provedOf = await inCash(proved);
    await shop().db.query('DELETE FROM mails WHERE user_id = ANY ($1)', [[untold.id, proved.id]]);
    for (const id of [toldOf, untoldOf, provedOf]) await send(id);
    const counts = await Promise.all([toldOf, untoldOf, provedOf].map(async (id) => (await mailsAbout(id)).length));
    expect(counts).toEqual([1, 0, 1]);
    const paid = await given.paidOrder(await rich());
    await shop().db.query(
      'DELETE FROM mails WHERE order_event_id IN (SELECT id FROM order_events WHERE order_id = $1)',
      [paid.id],
    );
    await send(paid.id);
    expect(await mailsAbout(paid.id)).toHaveLength(1);
  });
});

describe('the account of a buyer', () => {
  const close = (shopper: Shopper) => shopper.post('/auth/users/me/close/', { current_password: PASSWORD });

  test('has its parcels in the copy of its data; they are erased with the address when it is closed', async () => {
    const shopper = await given.shopper({ password: PASSWORD, balance: 100_000 });
    const { id } = await given.paidOrder(shopper);
    await send(id);
    const { body: mine } = await shopper.get('/auth/users/me/data/');
    expect(mine).toMatchObject({ orders: [expect.objectContaining(GHN)] });
    await deliver(id);
    expect((await close(shopper)).status).toBe(204);
    expect(await admin.order(id)).toMatchObject({ parcel: null, shippingAddress: { address: '' } });
  });

  test('stays open while an unpaid order is on its way', async () => {
    const shopper = await given.shopper({ password: PASSWORD });
    const id = await inCash(shopper);
    await send(id);
    const { totalPrice: amount } = await admin.order(id);
    expect(await expectUnchanged(() => close(shopper))).toMatchObject({
      status: 409,
      body: {
        detail: expect.stringContaining(`đơn hàng #${id} đang giao và chưa thu tiền`) as string,
        reasons: [{ kind: 'unpaid_parcel', amount, order: id }],
      },
    });
    await takeBack(id);
    expect((await close(shopper)).status).toBe(204);
  });

  test('is forgotten in an order that is delivered after its closing only once the cash is recorded', async () => {
    const shopper = await given.shopper({ password: PASSWORD });
    const id = await inCash(shopper);
    expect((await close(shopper)).status).toBe(204);
    await send(id);
    await deliver(id);
    const delivered = await admin.order(id);
    expect(delivered.parcel).toMatchObject(GHN);
    expect(delivered.shippingAddress.address).not.toBe('');
    const { totalPrice: amount } = delivered;
    expect((await admin.post(`/api/admin/orders/${id}/cash/`, { amount })).status).toBe(200);
    expect(await admin.order(id)).toMatchObject({ parcel: null, shippingAddress: { address: '' } });
  });
});
