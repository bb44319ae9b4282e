import { ListProduct, Variant } from '../../src/contract/catalog/catalog.js';
import { LOW_STOCK, taxPrice } from '../../src/contract/rules.js';
import { WEBHOOK_TYPES, type WebhookType } from '../../src/contract/administration/integration-rules.js';
import { TRANSITIONS } from '../../src/contract/orders/orders.js';
import { ORDER_WEBHOOKS } from '../../src/orders/transitions/order-webhooks.js';
import { inTransaction } from '../../src/platform/database/transaction.js';
import { recordOrderEvent } from '../../src/orders/transitions/order-log.js';
import { changeCatalogue } from '../catalog/stocked.js';
import { paidByCard, provider, sendChargebackEvent } from '../support/payments/chargebacks.js';
import { openShop, shop } from '../support/client.js';
import { cartOf, given, statuses, times } from '../support/given.js';
import { owner, registered, sendWebhooks, storedDeliveries, openReceiver } from './outbox.js';

openShop({ WEBHOOKS_TO_PRIVATE_NETWORK: 'on', RATE_LIMIT: 'off' });

const receiver = openReceiver();

/** An endpoint of a new owner. */
const listen = async (...events: WebhookType[]) =>
  registered(await owner(), `http://127.0.0.1:${receiver.port}/`, events);
/** An order of pieces at 100,000 đồng, as the page sends it. */
const cart = (product: number, qty: number) => cartOf([{ id: product, qty }], qty * 100_000 + taxPrice(qty * 100_000));
const types = async () => (await storedDeliveries()).map(({ type }) => type);

describe('an event of an order', () => {
  test('is written for placing, paying, delivering and refunding, in this order', async () => {
    await listen(...WEBHOOK_TYPES);
    const [admin, shopper] = [await given.admin(), await given.shopper({ balance: 500_000 })];
    const { id } = await given.paidOrder(shopper);
    await admin.patch(`/api/orders/${id}/`, { isDelivered: true });
    await shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' });
    await admin.post(`/api/admin/paybox/refund/${id}/approve/`);
    const stored = await storedDeliveries();
    expect(stored.map(({ type }) => type)).toEqual(['order.placed', 'order.paid', 'order.delivered', 'order.refunded']);
    expect(new Set(stored.map(({ subject_id }) => subject_id))).toEqual(new Set([id]));
    expect(new Set(stored.map(({ event_id }) => event_id)).size).toBe(4);
  });

  test('is written for a refund that the shop begins, with its reason, and for none that is refused', async () => {
    await listen('order.refunded');
    const [admin, shopper] = [await given.admin(), await given.shopper({ balance: 500_000 })];
    const { id } = await given.paidOrder(shopper);
    const refund = () => admin.post(`/api/admin/orders/${id}/refund/`, { reason: 'Hàng hỏng' });
    expect([(await refund()).status, (await refund()).status]).toEqual([200, 409]);
    expect(await storedDeliveries()).toMatchObject([{ type: 'order.refunded', subject_id: id }]);
    await sendWebhooks();
    expect(receiver.bodies.at(-1)?.data).toMatchObject({
      order: { id, status: 'refunded', refund_reason: 'Hàng hỏng' },
    });
  });

  test('is written for a refund to the card, too', async () => {
    await listen('order.refunded');
    const { intent, order } = await paidByCard();
    await provider.refund(intent, 30_000);
    expect(await sendChargebackEvent(intent)).toBe(200);
    expect(await storedDeliveries()).toMatchObject([{ type: 'order.refunded', subject_id: order.id }]);
  });

  test('is not written for money that comes from the wallet, because the order refunds nothing more', async () => {
    const { shopper, intent, order } = await paidByCard();
    await shopper.post('/api/paybox/refund-request/', { order_id: order.id, reason: 'Chật' });
    expect((await (await given.admin()).post(`/api/admin/paybox/refund/${order.id}/approve/`)).status).toBe(200);
    await listen('order.refunded');
    await provider.refund(intent);
    expect(await sendChargebackEvent(intent)).toBe(200);
    expect(await shopper.balance()).toBe(0);
    expect(await storedDeliveries()).toEqual([]);
  });

  test('has the same id for every endpoint that wants it; the others get none', async () => {
    const [one, two] = [await listen('order.placed'), await listen('order.placed', 'order.paid')];
    await listen('order.paid');
    await given.order(await given.shopper());
    const stored = await storedDeliveries();
    expect(stored.map(({ endpoint_id }) => endpoint_id).toSorted()).toEqual([one.id, two.id].toSorted());
    expect(new Set(stored.map(({ event_id }) => event_id)).size).toBe(1);
  });

  test('is not written for an endpoint that is off', async () => {
    const { id } = await listen('order.placed');
    await (await given.admin()).patch(`/api/admin/webhooks/${id}/`, { is_active: false });
    await given.order(await given.shopper());
    expect(await types()).toEqual([]);
  });

  test('is not written when its order is rolled back', async () => {
    await listen('order.placed', 'order.paid', 'stock.low');
    const shopper = await given.shopper();
    const { id } = await given.order(shopper);
    await shop().db.query('DELETE FROM webhook_deliveries');
    const actor = { is: 'buyer', id: shopper.id } as const;
    const rolledBack = inTransaction(shop().db, async (tx) => {
      await recordOrderEvent(tx, { id, userId: shopper.id }, 'pay', { before: 'unpaid', after: 'paid', actor });
      const [row]: { count: number }[] = await tx.query('SELECT count(*)::integer AS count FROM webhook_deliveries');
      expect(row?.count).toBe(1);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await types()).toEqual([]);
    // Short of stock, which the order finds out after it has written its event.
    const product = await given.product({ stock: 1, price: 100_000 });
    const refused = await shopper.post('/api/placeorder/', cart(product, 2));
    expect([refused.status, (refused.body as { error: string }).error]).toEqual([
      409,
      expect.stringContaining('chỉ còn 1 sản phẩm'),
    ]);
    expect(await types()).toEqual([]);
  });

  test('is written once for an order that is paid many times at once', async () => {
    await listen('order.paid');
    const shopper = await given.shopper({ balance: 900_000 });
    const { id } = await given.order(shopper);
    const replies = await times(8, () => shopper.post('/api/paybox/payment/', { order_id: id }));
    expect(statuses(replies)[200]).toBe(1);
    expect(await types()).toEqual(['order.paid']);
  });

  test('is written for each of many orders that are placed at once', async () => {
    await listen('order.placed');
    const product = await given.product({ stock: 100, price: 100_000 });
    const shoppers = await times(12, () => given.shopper());
    const body = cart(product, 1);
    const replies = await Promise.all(shoppers.map((shopper) => shopper.post('/api/placeorder/', body)));
    const placed = replies.flatMap(({ status, body }) => (status === 201 ? [(body as { id: number }).id] : []));
    const stored = await storedDeliveries();
    expect(stored.map(({ subject_id }) => subject_id).toSorted()).toEqual(placed.toSorted());
    expect(placed).toHaveLength(12);
  });

  test('cannot be written twice for an endpoint', async () => {
    const { id } = await listen('order.placed');
    await given.order(await given.shopper());
    const [{ event_id: eventId } = { event_id: '' }] = await storedDeliveries();
    const again = shop().db.query(
      `INSERT INTO webhook_deliveries (endpoint_id, event_id, type, subject_id) VALUES ($1, $2, 'order.placed', 1)`,
      [id, eventId],
    );
    await expect(again).rejects.toThrow('unique');
  });

  test('each announced transition has a type that can be ordered', () => {
    const announced = TRANSITIONS.flatMap((transition) => ORDER_WEBHOOKS[transition] ?? []);
    expect(new Set([...announced, 'stock.low'])).toEqual(new Set(WEBHOOK_TYPES));
  });
});

describe('low stock', () => {
  const sold = async (product: number, qty: number) => {
    const shopper = await given.shopper();
    expect((await shopper.post('/api/placeorder/', cart(product, qty))).status).toBe(201);
  };

  test('is announced once when an order takes the stock to the limit, and again after a refill', async () => {
    await listen('stock.low');
    const product = await given.product({ stock: LOW_STOCK + 2 });
    await sold(product, 1);
    expect(await types()).toEqual([]);
    await sold(product, 1);
    await sold(product, 1);
    expect(await storedDeliveries()).toMatchObject([{ type: 'stock.low', subject_id: product, variant_id: null }]);
    await changeCatalogue('UPDATE products SET count_in_stock = 20 WHERE id = $1', [product]);
    await changeCatalogue('UPDATE products SET count_in_stock = 0 WHERE id = $1', [product]);
    expect(await types()).toEqual(['stock.low', 'stock.low']);
  });

  test('is announced of a variant, with product, variant and stock in the shapes of the API', async () => {
    await listen('stock.low');
    const { product, variant } = await given.variant({ stock: 9 });
    await changeCatalogue('UPDATE variants SET stock_quantity = 3 WHERE id = $1', [variant]);
    expect(await storedDeliveries()).toMatchObject([{ subject_id: product, variant_id: variant }]);
    await sendWebhooks();
    const [{ data } = { data: {} as Record<string, unknown> }] = receiver.bodies;
    expect(ListProduct.parse(data.product)).toEqual(data.product);
    expect(Variant.parse(data.variant)).toEqual(data.variant);
    expect(data).toMatchObject({ product: { id: product }, variant: { id: variant }, stock: 3 });
  });

  test('is not announced of archived products, of returns, nor of new ones', async () => {
    await listen('stock.low');
    const archived = await given.product({ stock: 10 });
    await changeCatalogue('UPDATE products SET archived_at = now() WHERE id = $1', [archived]);
    await changeCatalogue('UPDATE products SET count_in_stock = 1 WHERE id = $1', [archived]);
    const sparse = await given.product({ stock: 1 });
    await changeCatalogue('UPDATE products SET count_in_stock = 4 WHERE id = $1', [sparse]);
    expect(await types()).toEqual([]);
  });

  test('starts at the limit of the dashboard', async () => {
    const [row]: { text: string }[] = await shop().db.query(
      `SELECT pg_get_functiondef('stock_low_announced'::regproc) AS text`,
    );
    expect(row?.text).toContain(`goods.stock <= ${LOW_STOCK} AND goods.stock - goods.change > ${LOW_STOCK}`);
  });

  test('of a product that was deleted since is given up, which is no failure of the endpoint', async () => {
    await listen('stock.low');
    const product = await given.product({ stock: 10 });
    await changeCatalogue('UPDATE products SET count_in_stock = 1 WHERE id = $1', [product]);
    await changeCatalogue('DELETE FROM products WHERE id = $1', [product]);
    await sendWebhooks();
    expect(await storedDeliveries()).toMatchObject([{ state: 'failed' }]);
    const [endpoint]: { failing_since: Date | null }[] = await shop().db.query('SELECT * FROM webhook_endpoints');
    expect(endpoint?.failing_since).toBeNull();
    expect(receiver.received).toEqual([]);
  });
});
