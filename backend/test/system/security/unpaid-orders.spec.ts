import { Settings } from '../../../src/contract/administration/settings.js';
import { taxPrice } from '../../../src/contract/rules.js';
import { answer, openShop } from '../../support/client.js';
import { cartOf, given, statuses, times, type Shopper } from '../../support/given.js';
import { expectSoundLedger } from '../../support/ledger.js';
import { offerAll } from '../../support/payments/payment-methods.js';
import { stockOf } from '../../support/stock.js';

const PRICE = 1_000;
const PARCEL = { carrier: 'ghn', tracking_code: 'GAX4KD7B' };

/** Places an order of lines that cost 1,000 đồng a piece. */
function place(shopper: Shopper, ...lines: { id: number; qty: number; variant_id?: number }[]) {
  const items = lines.reduce((sum, { qty }) => sum + qty * PRICE, 0);
  return shopper.post('/api/placeorder/', cartOf(lines, items + taxPrice(items)));
}
const shirt = () => given.product({ price: PRICE, stock: 1_000 });
const idOf = (reply: { body: unknown }) => (reply.body as { id: number }).id;

describe('the unpaid orders of one account', () => {
  openShop();
  expectSoundLedger();

  test('are five at most; the refusal names them, and paying or cancelling one makes room', async () => {
    const shopper = await given.shopper({ balance: 100_000 });
    const product = await shirt();
    const placed: number[] = [];
    for (let i = 0; i < 5; i++) placed.push(idOf(await place(shopper, { id: product, qty: 1 })));

    const refused = await place(shopper, { id: product, qty: 1 });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      detail:
        'Bạn đang có 5 đơn chưa thanh toán, tối đa là 5. Hãy thanh toán hoặc hủy bớt đơn chưa thanh toán rồi đặt lại.',
      unpaid_orders: placed,
    });
    expect(await stockOf(product)).toBe(995);
    expect((await place(await given.shopper(), { id: product, qty: 1 })).status).toBe(201);

    expect((await shopper.post('/api/paybox/payment/', { order_id: placed[0] })).status).toBe(200);
    expect((await place(shopper, { id: product, qty: 1 })).status).toBe(201);
    expect((await shopper.post(`/api/orders/${placed[1]}/cancel/`)).status).toBe(200);
    expect((await place(shopper, { id: product, qty: 1 })).status).toBe(201);
    expect((await place(shopper, { id: product, qty: 1 })).status).toBe(409);
  });

  test('hold at most twenty pieces of one variant, summed over orders and lines', async () => {
    const shopper = await given.shopper();
    const { product, variant } = await given.variant({ price: PRICE, stock: 100 });
    const first = idOf(await place(shopper, { id: product, variant_id: variant, qty: 18 }));
    const refused = await place(
      shopper,
      { id: product, variant_id: variant, qty: 2 },
      { id: product, variant_id: variant, qty: 1 },
    );
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ unpaid_orders: [first] });
    expect((refused.body as { detail: string }).detail).toMatch(
      /^Bạn chỉ giữ được tối đa 20 chiếc “.+ \(Đỏ, M\)” khi chưa thanh toán, đang giữ 18\. /,
    );
    expect((await place(shopper, { id: product, variant_id: variant, qty: 2 })).status).toBe(201);
  });

  test('cannot hold more than twenty pieces of one thing from the first order on', async () => {
    const refused = await place(await given.shopper(), { id: await shirt(), qty: 21 });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ unpaid_orders: [] });
    expect((refused.body as { detail: string }).detail).toMatch(/tối đa 20 chiếc .* Hãy giảm số lượng\.$/);
  });

  test('hold at most a hundred pieces in all', async () => {
    const shopper = await given.shopper();
    const lines = async (count: number) => {
      const products = await times(count, () => shirt());
      return products.map((id) => ({ id, qty: 20 }));
    };
    const first = idOf(await place(shopper, ...(await lines(4))));
    const refused = await place(shopper, ...(await lines(2)));
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      detail: expect.stringContaining('tối đa 100 sản phẩm khi chưa thanh toán, đang giữ 80') as string,
      unpaid_orders: [first],
    });
    expect((await place(shopper, ...(await lines(1)))).status).toBe(201);
  });

  test('are counted one by one when they are placed at once', async () => {
    const shopper = await given.shopper();
    const product = await shirt();
    const replies = await times(30, () => place(shopper, { id: product, qty: 1 }));
    expect(statuses(replies)).toEqual({ 201: 5, 409: 25 });
    expect(await stockOf(product)).toBe(995);
  });

  test('do not count an order that costs nothing: it is paid as it is placed', async () => {
    const shopper = await given.shopper();
    const { code } = await given.coupon({ discountAmount: 10_000_000 });
    const product = await shirt();
    for (let i = 0; i < 6; i++) {
      const reply = await shopper.post('/api/placeorder/', cartOf([{ id: product, qty: 1 }], 0, { coupon_code: code }));
      expect(reply.status).toBe(201);
    }
  });

  test.each([
    ['sent', (admin: Shopper, id: number) => admin.put(`/api/admin/orders/${id}/parcel/`, PARCEL)],
    ['delivered', (admin: Shopper, id: number) => admin.patch(`/api/orders/${id}/`, { isDelivered: true })],
  ])('do not count an order that was %s: it holds nothing', async (_state, leave) => {
    const [admin, shopper, product] = [await given.admin(), await given.shopper(), await shirt()];
    await offerAll();
    const cash = cartOf([{ id: product, qty: 1 }], PRICE + taxPrice(PRICE), { paymentMethod: 'COD' });
    for (let i = 0; i < 5; i++) {
      const id = idOf(await shopper.post('/api/placeorder/', cash));
      expect((await leave(admin, id)).status).toBe(200);
    }
    expect((await place(shopper, { id: product, qty: 1 })).status).toBe(201);
  });

  test('follow the numbers that the owner sets', async () => {
    const admin = await given.admin();
    const set = async (limits: object) =>
      answer(await admin.put('/api/settings/', { unpaid_limits: limits }), Settings).unpaid_limits;
    expect(await set({ orders: 1 })).toEqual({ orders: 1, per_item: 20, pieces: 100 });
    const shopper = await given.shopper();
    const product = await shirt();
    expect((await place(shopper, { id: product, qty: 1 })).status).toBe(201);
    expect((await place(shopper, { id: product, qty: 1 })).status).toBe(409);
    expect(await set({ orders: 2, per_item: 500, pieces: 500 })).toEqual({ orders: 2, per_item: 500, pieces: 500 });
    expect((await place(shopper, { id: product, qty: 400 })).status).toBe(201);
    expect((await admin.put('/api/settings/', { unpaid_limits: { orders: 0 } })).status).toBe(400);
    await set({ orders: 5, per_item: 20, pieces: 100 });
  });
});

describe('with RATE_LIMIT=off', () => {
  openShop({ RATE_LIMIT: 'off' });

  test('unpaid orders hold as much as there is', async () => {
    const shopper = await given.shopper();
    const product = await shirt();
    const replies = await times(8, () => place(shopper, { id: product, qty: 100 }));
    expect(statuses(replies)).toEqual({ 201: 8 });
  });
});
