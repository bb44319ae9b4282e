import { pageSchema } from '../../src/contract/common.js';
import { AdminOrder, Order } from '../../src/contract/orders/orders.js';
import { answer, openShop } from '../support/client.js';
import { given, type Shopper } from '../support/given.js';
import { expectSoundLedger } from '../support/ledger.js';

openShop();
expectSoundLedger();

const elsewhere = {
  receiver: 'Chị Hoa',
  phone: '0909 333 777',
  address: '9 Nguyễn Huệ, phường Bến Nghé',
  city: 'TP. Hồ Chí Minh',
  postalCode: '70000',
  country: 'Việt Nam',
};

let admin: Shopper;
beforeAll(async () => {
  admin = await given.admin();
});

const change = (id: number, body: object = elsewhere, by = admin) => by.put(`/api/admin/orders/${id}/address/`, body);
const audited = (id: number) => admin.audit(`subject=order&action=update&subject_id=${id}`);

test.each([
  ['an unpaid', given.order],
  ['a paid', given.paidOrder],
])('the address of %s order is corrected, and nothing else of it changes', async (_, place) => {
  const shopper = await given.shopper({ balance: 1_000_000 });
  const { id } = await place(shopper);
  const before = await shopper.order(id);
  expect(answer(await change(id), AdminOrder).shippingAddress).toEqual(elsewhere);
  const after = await shopper.order(id);
  expect(after).toEqual({ ...before, shippingAddress: elsewhere });
});

test('the audit log says which parts changed, without the texts', async () => {
  const { id } = await given.order(await given.shopper());
  await change(id);
  await change(id);
  await change(id, { ...elsewhere, phone: undefined });
  const entries = await audited(id);
  expect(entries.map(({ before, after }) => ({ before, after }))).toEqual([
    { before: null, after: { shipping_address: 'điện thoại' } },
    { before: null, after: { shipping_address: expect.stringContaining('người nhận, điện thoại, địa chỉ') as string } },
  ]);
  expect(JSON.stringify(entries)).not.toContain('Hoa');
});

test('a corrected order is found by its new receiver', async () => {
  const { id } = await given.order(await given.shopper());
  await change(id, { ...elsewhere, receiver: `Người nhận ${id}` });
  const found = answer(await admin.get(`/api/orders/?page=1&search=nguoi nhan ${id}`), pageSchema(Order)).results;
  expect(found.map((order) => order.id)).toEqual([id]);
});

test('a correction from an older page does not bring the old address back', async () => {
  const shopper = await given.shopper();
  const { id } = await given.order(shopper);
  const { shippingAddress: was } = await shopper.order(id);
  await change(id, { ...elsewhere, was });
  const late = await change(id, { ...was, phone: '0909 444 888', was });
  expect(late).toMatchObject({ status: 409, body: { detail: expect.stringContaining('ở nơi khác') as string } });
  expect((await shopper.order(id)).shippingAddress).toEqual(elsewhere);
  const next = { ...elsewhere, phone: '0909 444 888' };
  expect(answer(await change(id, { ...next, was: elsewhere }), AdminOrder).shippingAddress).toEqual(next);
});

test('an incomplete address is refused by its fields', async () => {
  const { id } = await given.order(await given.shopper());
  const { status, body } = await change(id, { ...elsewhere, city: ' ', address: 'x'.repeat(256) });
  expect([status, Object.keys(body as object).sort()]).toEqual([400, ['address', 'city', 'detail', 'error']]);
});

describe('an order whose goods are gone or stay', () => {
  test('keeps its address once it is delivered', async () => {
    const { id } = await given.paidOrder(await given.shopper({ balance: 1_000_000 }));
    await admin.patch(`/api/orders/${id}/`, { isDelivered: true });
    expect(await change(id)).toMatchObject({ status: 409, body: { detail: 'Đơn hàng đã được giao.' } });
  });

  test('keeps its address once it is cancelled', async () => {
    const shopper = await given.shopper();
    const { id } = await given.order(shopper);
    await shopper.post(`/api/orders/${id}/cancel/`);
    expect(await change(id)).toMatchObject({ status: 409, body: { detail: 'Đơn hàng đã bị hủy.' } });
  });

  test('keeps its address once it is refunded', async () => {
    const shopper = await given.shopper({ balance: 1_000_000 });
    const { id } = await given.paidOrder(shopper);
    await shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' });
    await admin.post(`/api/admin/paybox/refund/${id}/approve/`);
    expect(await change(id)).toMatchObject({ status: 409, body: { detail: 'Đơn hàng đã được hoàn tiền.' } });
  });
});

test('an unknown order is not found', async () => {
  expect((await change(2_000_000_000)).status).toBe(404);
});
