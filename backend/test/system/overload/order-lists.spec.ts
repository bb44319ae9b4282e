import pg from 'pg';
import { pageSchema } from '../../../src/contract/common.js';
import { Order } from '../../../src/contract/orders/orders.js';
import { MAX_ORDER_LINES } from '../../../src/contract/rules.js';
import { answer, asOwner, openShop, shop } from '../../support/client.js';
import { cartOf, given, type Shopper } from '../../support/given.js';

openShop();

/** Delivered orders with the given number of lines each, with a tracking code, straight into the database. */
async function addOrders(buyer: Shopper, count: number, lines: number): Promise<void> {
  await shop().db.query(
    `WITH placed AS (
       INSERT INTO orders (user_id, address, city, postal_code, country, receiver, phone, payment_method, items_price,
         shipping_price, tax_price, discount, total_price, paid_at, delivered_at, carrier, tracking_code, sent_at)
       SELECT $1, '1 Lê Lợi', 'Huế', '530000', 'Việt Nam', 'Người ' || n, '', 'Paybox', 0, 0, 0, 0, 0, now(), now(),
         'ghn', 'MAY' || n, now()
       FROM generate_series(1, $2) n RETURNING id)
     INSERT INTO order_items (order_id, product_id, product_name, qty, price)
     SELECT placed.id, $4, 'Áo thun ' || line, 1, 100000 FROM placed, generate_series(1, $3) line`,
    [buyer.id, count, lines, await given.product()],
  );
}

/** The statements that read orders or their lines while something happens. */
async function readsOf(act: () => Promise<unknown>): Promise<string[]> {
  const spy = jest.spyOn(pg.Client.prototype, 'query');
  await act();
  const texts = spy.mock.calls.map(([query]: unknown[]) => String((query as { text?: string }).text ?? query));
  spy.mockRestore();
  return texts.filter((text) => /FROM "?(orders|order_items|transfers)\b/.test(text));
}

describe('a list of orders', () => {
  const PAGE = '/api/orders/?page=1&page_size=100';

  test('takes as many statements for many long orders as for one short one', async () => {
    const [few, many] = [await given.shopper(), await given.shopper()];
    await addOrders(few, 1, 1);
    await addOrders(many, 40, 50);
    const least = await readsOf(() => few.get(PAGE));
    // The ids, the orders, their lines, what was refunded, and how many there are.
    expect(least).toHaveLength(5);
    expect(await readsOf(() => many.get(PAGE))).toHaveLength(5);
  });

  test('costs CPU time in proportion to its lines', async () => {
    const [few, many] = [await given.shopper(), await given.shopper()];
    await addOrders(few, 10, MAX_ORDER_LINES);
    await addOrders(many, 80, MAX_ORDER_LINES);
    const cost = async (buyer: Shopper) => {
      const costs: number[] = [];
      for (let round = 0; round < 3; round++) {
        const before = process.cpuUsage();
        const reply = await fetch(shop().url + PAGE, { headers: { Authorization: `JWT ${buyer.access}` } });
        await reply.arrayBuffer();
        const { user, system } = process.cpuUsage(before);
        costs.push(user + system);
      }
      return Math.min(...costs);
    };
    // Eight times the lines; were each compared with each, it would be 64 times the work.
    expect((await cost(many)) / (await cost(few))).toBeLessThan(20);
  });

  test('shows every line of every order, in its order', async () => {
    const buyer = await given.shopper();
    await addOrders(buyer, 3, MAX_ORDER_LINES);
    const { results } = answer(await buyer.get(PAGE), pageSchema(Order));
    const names = Array.from({ length: MAX_ORDER_LINES }, (_, nth) => `Áo thun ${nth + 1}`);
    for (const { orderItems } of results) expect(orderItems.map(({ productName }) => productName)).toEqual(names);
    expect(await buyer.order(results[0]!.id)).toEqual(results[0]);
  });

  test('without pages is truncated when its lines become too many, and has the total count of orders', async () => {
    const buyer = await given.shopper();
    await addOrders(buyer, 120, MAX_ORDER_LINES);
    await addOrders(buyer, 60, 1);
    const reply = await buyer.get('/api/orders/');
    const orders = reply.body as Order[];
    expect(reply.headers['x-total-count']).toBe('180');
    const lines = orders.reduce((sum, { orderItems }) => sum + orderItems.length, 0);
    expect(lines).toBeLessThanOrEqual(100 * MAX_ORDER_LINES);
    expect(orders.length).toBe(60 + Math.floor((100 * MAX_ORDER_LINES - 60) / MAX_ORDER_LINES));
    expect((await buyer.get('/api/orders/?page=2&page_size=100')).body).toMatchObject({
      count: 180,
      results: { length: 80 },
    });
  });
});

test(`an order has at most ${MAX_ORDER_LINES} lines`, async () => {
  const buyer = await given.shopper();
  const line = { id: await given.product(), qty: 1 };
  const reply = await buyer.post('/api/placeorder/', cartOf(Array(MAX_ORDER_LINES + 1).fill(line), 0));
  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({ orderItems: ['Tối đa 200 dòng một đơn hàng'] });
});

describe('the search of orders', () => {
  /** The plans of the statements that find and count orders. */
  async function plansOf(act: () => Promise<unknown>): Promise<string[]> {
    const plans: string[] = [];
    const query = shop().db.query.bind(shop().db);
    const spy = jest.spyOn(shop().db, 'query').mockImplementation(async (sql, values?: unknown) => {
      if (sql.includes('FROM orders o WHERE')) {
        const lines: { 'QUERY PLAN': string }[] = await query(`EXPLAIN ${sql}`, values as unknown[]);
        plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
      }
      return query(sql, values as unknown[]);
    });
    await act();
    spy.mockRestore();
    return plans;
  }

  test('finds by number, receiver, user name, e-mail, tracking and transfer code, and never reads all orders', async () => {
    const [an, admin] = [await given.shopper({ balance: 100_000 }), await given.admin()];
    await addOrders(admin, 20_000, 0);
    await shop().db.query(
      `INSERT INTO users (username, email, username_key, email_key, password_hash)
       SELECT name, name || '@example.com', name, name || '@example.com', '' FROM generate_series(1, 5000) n, concat('ai', n) name`,
    );
    const { id } = await given.paidOrder(an);
    await admin.put(`/api/admin/orders/${id}/parcel/`, { carrier: 'ghn', tracking_code: `GAX${id}` });
    // The application's role may not analyze tables: PostgreSQL would skip them.
    // What GIN indexes have not taken in yet makes them look dear to the planner.
    await asOwner(
      `SELECT gin_clean_pending_list(name::regclass) FROM unnest(ARRAY['orders_search', 'orders_phone_digits', 'users_search']) name`,
    );
    await asOwner('ANALYZE orders, users');
    const email = `${an.username.replace('khách', 'khach')}@example.com`;
    const transferCode = 'DH7K3QD0XW9RVM';
    await shop().db.query('UPDATE orders SET transfer_code = $2 WHERE id = $1', [id, transferCode]);
    for (const search of [`#${id}`, an.username, email, `gax${id}`, transferCode]) {
      const plans = await plansOf(async () => {
        const page = answer(
          await admin.get(`/api/orders/?page=1&search=${encodeURIComponent(search)}`),
          pageSchema(Order),
        );
        expect(page.results.map((order) => order.id)).toContain(id);
      });
      expect(plans).toHaveLength(2);
      for (const plan of plans) expect(plan).not.toContain('Seq Scan on orders');
    }
    const receiver = answer(await admin.get('/api/orders/?page=1&search=người+19999'), pageSchema(Order));
    expect(receiver.results.map(({ shippingAddress }) => shippingAddress.receiver)).toEqual(['Người 19999']);
  });

  test('of a shopper searches their own orders only', async () => {
    const [an, binh] = [await given.shopper(), await given.shopper()];
    await addOrders(an, 2, 1);
    await addOrders(binh, 1, 1);
    const plans = await plansOf(async () => {
      const results = answer(await an.get('/api/orders/?page=1&search=người'), pageSchema(Order));
      expect(results.count).toBe(2);
    });
    for (const plan of plans) expect(plan).toContain(`user_id = ${an.id}`);
  });
});
