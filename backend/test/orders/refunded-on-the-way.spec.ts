import { Mail } from '../../src/contract/administration/mail.js';
import { pageSchema } from '../../src/contract/common.js';
import { AdminOrder, Order } from '../../src/contract/orders/orders.js';
import { answer, openShop } from '../support/client.js';
import { given, statuses, times, type Shopper } from '../support/given.js';
import { expectSoundLedger } from '../support/ledger.js';
import { sendsNoEvents } from '../support/payments/card.js';
import { paidByCard, provider, sendChargebackEvent } from '../support/payments/chargebacks.js';
import { expectUnchanged } from '../support/unchanged.js';
import { stockOfOrder } from '../support/stock.js';

openShop();
sendsNoEvents();
expectSoundLedger();

const PASSWORD = 'mat-khau-1';
const GHN = { carrier: 'ghn', tracking_code: 'GAX4KD7B' };

let admin: Shopper;
beforeAll(async () => {
  admin = await given.admin();
});

const send = async (id: number) => expect((await admin.put(`/api/admin/orders/${id}/parcel/`, GHN)).status).toBe(200);
const takeBack = (id: number) => admin.delete(`/api/admin/orders/${id}/parcel/`);
const deliver = (id: number) => admin.patch(`/api/orders/${id}/`, { isDelivered: true });
const undoDelivery = (id: number) => admin.delete(`/api/admin/orders/${id}/delivery/`);
const details = async (id: number) => answer(await admin.get(`/api/admin/orders/${id}/`), AdminOrder);

/** Gives the money of an order back to its buyer's wallet. */
async function refund(id: number, buyer: Shopper) {
  await buyer.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chờ lâu quá' });
  expect((await admin.post(`/api/admin/paybox/refund/${id}/approve/`)).status).toBe(200);
}

async function refundedOnItsWay(): Promise<number> {
  const shopper = await given.shopper({ balance: 1_000_000 });
  const { id } = await given.paidOrder(shopper);
  await send(id);
  await refund(id, shopper);
  return id;
}

/** An order that was sent, and whose whole charge went back to its card. */
async function chargedBackOnItsWay() {
  const shopper = await given.shopper({ password: PASSWORD });
  const { order, intent } = await paidByCard(shopper);
  await send(order.id);
  await provider.refund(intent);
  expect(await sendChargebackEvent(intent)).toBe(200);
  return { shopper, id: order.id };
}

const close = async (shopper: Shopper) =>
  expect((await shopper.post('/auth/users/me/close/', { current_password: PASSWORD })).status).toBe(204);

describe('an order that is refunded while its goods are on their way', () => {
  test('gives them back to stock when its parcel is taken back, once', async () => {
    const id = await refundedOnItsWay();
    expect(await details(id)).toMatchObject({ status: 'refunded', parcel: GHN });
    expect(await stockOfOrder(id)).toBe(9);
    expect(statuses(await times(5, () => takeBack(id)))).toEqual({ 200: 1, 409: 4 });
    expect(await stockOfOrder(id)).toBe(10);
    const { parcel, events } = await details(id);
    expect(parcel).toBeNull();
    expect(events.at(-1)).toMatchObject({ transition: 'undo_send', statusAfter: 'refunded' });
    expect(await expectUnchanged(() => deliver(id))).toMatchObject({ status: 409 });
  });

  test('leaves them out of stock when they are delivered, and tells its buyer nothing', async () => {
    const id = await refundedOnItsWay();
    expect(answer(await deliver(id), Order)).toMatchObject({ status: 'refunded', isDelivered: true });
    for (const change of [takeBack, deliver]) {
      expect(await expectUnchanged(() => change(id))).toMatchObject({
        status: 409,
        body: { detail: expect.stringMatching(/đã được (giao|hoàn tiền)/) as string },
      });
    }
    expect(await stockOfOrder(id)).toBe(9);
    const { results } = answer(await admin.get('/api/admin/mails/?page=1&page_size=100'), pageSchema(Mail));
    expect(results.filter((mail) => mail.order_id === id && mail.template === 'order_delivered')).toEqual([]);
  });

  test('is on its way again when its delivery is taken back: its goods can come back to stock', async () => {
    const id = await refundedOnItsWay();
    await deliver(id);
    const before = (await details(id)).transfers;
    expect(statuses(await times(5, () => undoDelivery(id)))).toEqual({ 200: 1, 409: 4 });
    const { events, transfers, ...undone } = await details(id);
    expect(undone).toMatchObject({ status: 'refunded', isDelivered: false, parcel: GHN });
    expect(events.at(-1)).toMatchObject({ transition: 'undo_delivery', statusAfter: 'refunded' });
    expect(transfers).toEqual(before);
    expect(await stockOfOrder(id)).toBe(9);
    expect((await takeBack(id)).status).toBe(200);
    expect(await stockOfOrder(id)).toBe(10);
  });

  test('is among those in transit until it ends one way', async () => {
    const [back, arrived] = [await refundedOnItsWay(), await refundedOnItsWay()];
    const inTransit = async () =>
      answer(await admin.get('/api/orders/?page=1&todo=in_transit'), pageSchema(Order)).results.map(({ id }) => id);
    expect(await inTransit()).toEqual(expect.arrayContaining([back, arrived]));
    await takeBack(back);
    await deliver(arrived);
    const left = await inTransit();
    expect([left.includes(back), left.includes(arrived)]).toEqual([false, false]);
  });

  test('takes no other parcel', async () => {
    const id = await refundedOnItsWay();
    const change = () => admin.put(`/api/admin/orders/${id}/parcel/`, { ...GHN, tracking_code: 'GAX4KD70' });
    expect(await expectUnchanged(change)).toMatchObject({ status: 409 });
  });
});

describe('an order of a closed account', () => {
  test('that is refunded keeps its address and its parcel while its goods are on their way', async () => {
    const { shopper, id } = await chargedBackOnItsWay();
    await close(shopper);
    const before = await details(id);
    expect(before).toMatchObject({ status: 'refunded', parcel: GHN });
    expect(before.shippingAddress.address).not.toBe('');
    expect((await takeBack(id)).status).toBe(200);
    expect(await stockOfOrder(id)).toBe(10);
    expect((await details(id)).shippingAddress).toMatchObject({ address: '', city: '', receiver: '', phone: '' });
  });

  test('that is refunded forgets both when its goods arrive, which stay out of stock', async () => {
    const { shopper, id } = await chargedBackOnItsWay();
    await close(shopper);
    expect((await deliver(id)).status).toBe(200);
    const after = await details(id);
    expect([after.parcel, after.shippingAddress.address]).toEqual([null, '']);
    expect(await stockOfOrder(id)).toBe(9);
  });

  test('whose delivery is taken back is on its way again, although its parcel is forgotten', async () => {
    const shopper = await given.shopper({ balance: 100_000, password: PASSWORD });
    const { id } = await given.paidOrder(shopper);
    await send(id);
    await deliver(id);
    await close(shopper);
    expect(answer(await undoDelivery(id), AdminOrder)).toMatchObject({
      ...{ status: 'paid', parcel: null },
      sentAt: expect.any(String) as string,
    });
    const inTransit = answer(await admin.get('/api/orders/?page=1&todo=in_transit'), pageSchema(Order)).results;
    expect(inTransit.map((order) => order.id)).toContain(id);
    const back = answer(await takeBack(id), AdminOrder);
    expect([back.sentAt, back.events.at(-1)?.transition]).toEqual([null, 'undo_send']);
    expect((await takeBack(id)).status).toBe(409);
  });
});
