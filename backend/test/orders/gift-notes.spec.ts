import { AdminOrder } from '../../src/contract/orders/orders.js';
import { answer, openShop, shop } from '../support/client.js';
import { cartOf, given } from '../support/given.js';

openShop();

const NOTE = 'Chúc mừng sinh nhật!\nMẹ';
const PASSWORD = 'mat-khau-1';

test('a gift note is stored without outer spaces and shown to buyer and owner', async () => {
  const shopper = await given.shopper();
  const id = await given.placed(shopper, { gift_note: `  ${NOTE} \n` });
  expect((await shopper.order(id)).gift_note).toBe(NOTE);
  const admin = await given.admin();
  expect(answer(await admin.get(`/api/admin/orders/${id}/`), AdminOrder).gift_note).toBe(NOTE);
});

test.each([
  ['none', {}],
  ['null', { gift_note: null }],
  ['a blank one', { gift_note: '   ' }],
])('an order with %s has an empty note', async (_, rest) => {
  const shopper = await given.shopper();
  const id = await given.placed(shopper, rest);
  expect((await shopper.order(id)).gift_note).toBe('');
});

test('a gift note has at most 300 characters', async () => {
  const shopper = await given.shopper();
  const id = await given.product({ price: 100_000 });
  const place = (gift_note: unknown) =>
    shopper.post('/api/placeorder/', cartOf([{ id, qty: 1 }], 105_000, { gift_note }));
  for (const wrong of ['ơ'.repeat(301), 5, ['a']]) {
    const refused = await place(wrong);
    expect([refused.status, Object.keys(refused.body as object)]).toEqual([400, ['detail', 'error', 'gift_note']]);
  }
  expect((await place('ơ'.repeat(300))).status).toBe(201);
});

test('a gift note is in the copy of one’s data, and erased with the address when the account is closed', async () => {
  const [shopper, admin] = [await given.shopper({ password: PASSWORD }), await given.admin()];
  const delivered = await given.placed(shopper, { gift_note: NOTE });
  const unpaid = await given.placed(shopper, { gift_note: NOTE });
  const { body: mine } = await shopper.get('/auth/users/me/data/');
  expect(mine).toMatchObject({ orders: [{ gift_note: NOTE }, { gift_note: NOTE }] });
  await shop().db.query('UPDATE orders SET paid_at = now(), delivered_at = now() WHERE id = $1', [delivered]);
  expect((await shopper.post('/auth/users/me/close/', { current_password: PASSWORD })).status).toBe(204);
  const noteOf = async (id: number) => (await admin.order(id)).gift_note;
  expect(await noteOf(delivered)).toBe('');
  expect(await noteOf(unpaid)).toBe(NOTE);
  expect((await admin.post(`/api/orders/${unpaid}/cancel/`, { reason: 'Khách nghỉ' })).status).toBe(200);
  expect(await noteOf(unpaid)).toBe('');
});
