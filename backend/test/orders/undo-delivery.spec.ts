import { AdminOrder } from '../../src/contract/orders/orders.js';
import { OrderExpiry } from '../../src/orders/expiry/expiry.js';
import { answer, openShop, shop } from '../support/client.js';
import { given, statuses, times, type Shopper } from '../support/given.js';
import { expectSoundLedger } from '../support/ledger.js';
import { offerAll } from '../support/payments/payment-methods.js';
import { expectUnchanged } from '../support/unchanged.js';
import { stockOfOrder } from '../support/stock.js';

openShop();
expectSoundLedger();

let admin: Shopper;
beforeAll(async () => {
  admin = await given.admin();
  await offerAll();
});

const deliver = async (id: number) =>
  expect((await admin.patch(`/api/orders/${id}/`, { isDelivered: true })).status).toBe(200);
const undo = (id: number, by = admin) => by.delete(`/api/admin/orders/${id}/delivery/`);
const rich = () => given.shopper({ balance: 1_000_000 });

test('a paid order is then paid, not delivered, and can be delivered again', async () => {
  const shopper = await rich();
  const { id } = await given.paidOrder(shopper);
  const before = await shopper.order(id);
  await deliver(id);
  const undone = answer(await undo(id), AdminOrder);
  expect(undone).toMatchObject({ status: 'paid', isDelivered: false, deliveredAt: null });
  expect(await shopper.order(id)).toEqual(before);
  await deliver(id);
  const { events } = answer(await admin.get(`/api/admin/orders/${id}/`), AdminOrder);
  expect(events.map(({ transition, statusAfter }) => `${transition} ${statusAfter}`)).toEqual([
    ...['place unpaid', 'pay paid', 'deliver delivered', 'undo_delivery paid', 'deliver delivered'],
  ]);
});

test('goods that nobody paid for go back to stock by a cancellation', async () => {
  const id = await given.placed(await given.shopper(), { paymentMethod: 'COD' });
  await deliver(id);
  expect((await admin.post(`/api/orders/${id}/cancel/`, { reason: 'Khách không nhận' })).status).toBe(409);
  expect(answer(await undo(id), AdminOrder)).toMatchObject({ status: 'unpaid', isDelivered: false });
  expect((await admin.post(`/api/orders/${id}/cancel/`, { reason: 'Khách không nhận' })).status).toBe(200);
  expect(await stockOfOrder(id)).toBe(10);
});

test('an unpaid order expires once its payment window has passed', async () => {
  const id = await given.placed(await given.shopper(), { paymentMethod: 'COD' });
  await deliver(id);
  await shop().db.query(`UPDATE orders SET created_at = now() - interval '1 year' WHERE id = $1`, [id]);
  await shop().app.get(OrderExpiry).sweep();
  expect(answer(await undo(id), AdminOrder).status).toBe('unpaid');
  await shop().app.get(OrderExpiry).sweep();
  expect(answer(await admin.get(`/api/admin/orders/${id}/`), AdminOrder).status).toBe('cancelled');
});

test('a refund that is requested stays, and its approval then returns the goods to stock', async () => {
  const shopper = await rich();
  const { id } = await given.paidOrder(shopper);
  await deliver(id);
  await shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' });
  expect(answer(await undo(id), AdminOrder).status).toBe('refund_requested');
  expect((await admin.post(`/api/admin/paybox/refund/${id}/approve/`)).status).toBe(200);
  expect(await stockOfOrder(id)).toBe(10);
});

test('is done once, and is refused for an order that is not delivered, or refunded and was never sent', async () => {
  const shopper = await rich();
  const [delivered, paid, refunded] = [
    await given.paidOrder(shopper),
    await given.paidOrder(shopper),
    await given.paidOrder(shopper),
  ];
  await deliver(delivered.id);
  await deliver(refunded.id);
  await shopper.post('/api/paybox/refund-request/', { order_id: refunded.id, reason: 'Chật' });
  await admin.post(`/api/admin/paybox/refund/${refunded.id}/approve/`);
  expect(statuses(await times(5, () => undo(delivered.id)))).toEqual({ 200: 1, 409: 4 });
  for (const [{ id }, detail] of [
    [paid, 'Đơn hàng chưa được giao.'],
    [refunded, 'Đơn hàng đã được hoàn tiền.'],
  ] as const) {
    expect(await expectUnchanged(() => undo(id))).toMatchObject({ status: 409, body: { detail } });
  }
  expect((await undo(2_000_000_000)).status).toBe(404);
});

test('the audit log names the order and who took the delivery back', async () => {
  const { id } = await given.paidOrder(await rich());
  await deliver(id);
  await undo(id);
  const [entry] = await admin.audit('subject=order&action=update');
  expect(entry).toMatchObject({ subject_id: id, before: { isDelivered: true }, after: { isDelivered: false } });
});
