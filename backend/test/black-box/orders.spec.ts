import { Order } from '../../src/contract/orders/orders.js';
import { Placed } from '../../src/contract/orders/placing.js';
import { Product, Variant } from '../../src/contract/catalog/catalog.js';
import { Settings } from '../../src/contract/administration/settings.js';
import { orderTotals } from '../../src/contract/rules.js';
import { Buyer } from './buyer.js';
import { useGoods } from './goods.js';
import { SUFFIX, call, expectError, hasAdmin, read } from './caller.js';

const withAdmin = hasAdmin ? describe : describe.skip;
const NO_ID = 2_147_483_647;

let buyer: Buyer;
let product: number;

// Before the shop closes.
afterAll(() => buyer?.close());
const goods = useGoods(`Đơn kiểm thử ${SUFFIX}`);

withAdmin('placing orders (needs SHOP_ADMIN_USERNAME, SHOP_ADMIN_PASSWORD)', () => {
  beforeAll(async () => {
    product = (await goods.product()).id;
    buyer = await Buyer.of(goods.admin, product);
  });

  const place = (body: object, headers?: Record<string, string>) => buyer.post('/api/placeorder/', body, headers);
  const stock = async () => read(await call('GET', `/api/products/${product}/`), Product).countInStock;

  test('an order takes stock, and gives it back when it is cancelled, which it is once', async () => {
    const before = await stock();
    const id = await buyer.place();
    expect(await stock()).toBe(before - 1);
    expect(await buyer.order(id)).toMatchObject({ status: 'unpaid', isPaid: false, itemsPrice: 10_000 });
    expect((await buyer.cancel(id)).isCancelled).toBe(true);
    expect(await stock()).toBe(before);
    expectError(await buyer.post(`/api/orders/${id}/cancel/`, {}), 409);
    expect(await stock()).toBe(before);
  });

  test.each([
    ['no lines', { orderItems: [] }],
    ['a quantity of 0', { orderItems: [{ id: 1, qty: 0 }] }],
    ['a quantity of 1,000', { orderItems: [{ id: 1, qty: 1_000 }] }],
    ['a broken quantity', { orderItems: [{ id: 1, qty: 1.5 }] }],
    ['an unknown product', { orderItems: [{ id: NO_ID, qty: 1 }] }],
    ['an address that is missing', { shippingAddress: {} }],
    ['an unknown way to pay', { paymentMethod: 'Séc' }],
    ['no total', { totalPrice: undefined }],
    ['a total as a text', { totalPrice: '10500' }],
  ])('an order with %s answers 400', async (_what, rest) => {
    expectError(await place(buyer.cart(1, rest)), 400);
  });

  test('the same line twice is one line of their sum, of at most 999 pieces', async () => {
    const lines = (qty: number) => ({
      orderItems: [
        { id: product, qty: 1 },
        { id: product, qty },
      ],
    });
    expect(await buyer.totalsOf(lines(2))).toEqual(await buyer.totalsOf({ orderItems: [{ id: product, qty: 3 }] }));
    expectError(await place(buyer.cart(1, lines(999))), 400);
    const id = await buyer.place(lines(2));
    expect((await buyer.order(id)).orderItems).toMatchObject([{ product, qty: 3, price: 10_000 }]);
    await buyer.cancel(id);
  });

  test('wrong parts with the right total are accepted, and the shop keeps its own', async () => {
    const totals = await buyer.totalsOf();
    const body = buyer.cart(totals.totalPrice, { itemsPrice: 1, taxPrice: 2, shippingPrice: 3 });
    const { id } = read(await place(body), Placed, 201);
    expect(await buyer.order(id)).toMatchObject(totals);
    await buyer.cancel(id);
  });

  test('an order is priced with the shipping tiers, both of their ends, and a rounded tax', async () => {
    const { shipping, tax_percent: taxPercent } = read(await call('GET', '/api/settings/'), Settings);
    const rules = {
      ...{ standardFee: shipping.standard_fee, reducedFee: shipping.reduced_fee, taxPercent },
      ...{ reducedThreshold: shipping.reduced_threshold, freeThreshold: shipping.free_threshold },
    };
    const { reducedThreshold, freeThreshold } = rules;
    for (const price of [10_010, reducedThreshold, reducedThreshold + 1, freeThreshold - 1, freeThreshold]) {
      const { id } = await goods.product({ price });
      const totals = await buyer.totalsOf({ orderItems: [{ id, qty: 1 }] });
      expect(totals).toEqual(orderTotals([{ price, qty: 1 }], 0, rules));
    }
  });

  test('a product with variants is ordered by a variant of its own, at that variant’s price', async () => {
    const { id } = await goods.product({ has_variants: true, countInStock: '' });
    const row = { product: id, color_id: goods.colors[0], size_id: goods.size, price: 70_000, stock_quantity: 1 };
    const created = await call('POST', '/api/product-variants/', { access: goods.admin, body: row });
    const variant = read(created, Variant, 201);
    const line = (line: object) => ({ orderItems: [{ id, qty: 1, ...line }] });
    expect((await buyer.totalsOf(line({ variant_id: variant.id }))).itemsPrice).toBe(70_000);
    expectError(await place(buyer.cart(1, line({}))), 400);
    expectError(await place(buyer.cart(1, line({ variant_id: NO_ID }))), 400);
    expectError(await place(buyer.cart(1, line({ id: product, variant_id: variant.id }))), 400);
  });

  test('an order of more than there is answers 409 with the name, also with the right total, and takes nothing', async () => {
    const { id, name } = await goods.product({ name: `Hàng hiếm ${SUFFIX}`, countInStock: 1 });
    const tooMany = {
      orderItems: [
        { id: product, qty: 1 },
        { id, qty: 2 },
      ],
    };
    const before = await stock();
    const refused = await place(buyer.cart((await buyer.totalsOf(tooMany)).totalPrice, tooMany));
    expectError(refused, 409);
    expect(refused.body).toMatchObject({ error: expect.stringContaining(name) });
    expect(refused.body).not.toHaveProperty('expected');
    expect(await stock()).toBe(before);
  });

  test('a repeated request with the same Idempotency-Key places one order, and another body is refused', async () => {
    const headers = { 'Idempotency-Key': `kiem-thu-${SUFFIX}` };
    const { totalPrice } = await buyer.totalsOf();
    const order = (paymentMethod: string) => place(buyer.cart(totalPrice, { paymentMethod }), headers);
    const { id } = read(await order('Paybox'), Placed, 201);
    expect(read(await order('Paybox'), Placed, 201).id).toBe(id);
    expectError(await order('Stripe'), 409);
    await buyer.cancel(id);
  });

  test('a deleted product that was ordered leaves the shop and stays in the order', async () => {
    const { id, name } = await goods.product({ name: `Hàng cũ ${SUFFIX}` });
    const order = await buyer.place({ orderItems: [{ id, qty: 1 }] });
    expect((await call('DELETE', `/api/products/${id}/`, { access: goods.admin })).status).toBe(204);
    expectError(await call('GET', `/api/products/${id}/`), 404);
    expect((await buyer.order(order)).orderItems).toMatchObject([{ product: id, productName: name, price: 10_000 }]);
    expectError(await place(buyer.cart(1, { orderItems: [{ id, qty: 1 }] })), 400);
    await buyer.cancel(order);
  });

  test('an administrator cancels an order with a reason that its buyer reads, and delivers no unpaid one', async () => {
    const id = await buyer.place();
    const asAdmin = (method: string, path: string, body: object) =>
      call(method, `/api/orders/${id}/${path}`, { access: goods.admin, body });
    expectError(await asAdmin('PATCH', '', { isDelivered: true }), 409);
    expectError(await asAdmin('PATCH', '', { isDelivered: false }), 400);
    expectError(await asAdmin('POST', 'cancel/', {}), 400);
    expect(read(await asAdmin('POST', 'cancel/', { reason: 'Hết vải' }), Order).status).toBe('cancelled');
    expect((await buyer.order(id)).cancel_reason).toBe('Hết vải');
    expectError(await asAdmin('PATCH', '', { isDelivered: true }), 409);
  });
});
