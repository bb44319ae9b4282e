import { taxPrice } from '../../../src/contract/rules.js';
import { openShop, shop } from '../../support/client.js';
import { cartOf, given, statuses, times, type Shopper } from '../../support/given.js';
import { expectSoundLedger } from '../../support/ledger.js';

const PRICE = 1_000;

/** A network of each test's own. */
let networks = 0;
/** @returns the header that says so */
const from = (address: string) => ({ 'X-Forwarded-For': address });
const newAddress = () => `203.0.113.${(networks += 1)}`;

const shirt = () => given.product({ price: PRICE, stock: 1_000 });
const shirts = (count: number) => times(count, shirt);

/** Places an order with the given number of pieces of each of some products that cost 1,000 đồng. */
function place(
  shopper: Shopper,
  address: string,
  products: number[],
  qty: number,
  rest: { coupon_code?: string } = {},
) {
  const items = products.length * qty * PRICE;
  const total = rest.coupon_code ? 0 : items + taxPrice(items);
  const lines = products.map((id) => ({ id, qty }));
  return shopper.post('/api/placeorder/', cartOf(lines, total, rest), from(address));
}
const idOf = (reply: { body: unknown }) => (reply.body as { id: number }).id;

/** An account that has paid an order. */
async function customer(): Promise<Shopper> {
  const shopper = await given.shopper({ balance: 100_000 });
  await given.paidOrder(shopper, { total: PRICE });
  return shopper;
}

/** Lets new accounts hold all the pieces that one network may, a hundred each. @returns them, and their orders */
async function fill(addressOf: (nth: number) => string) {
  const products = await shirts(5);
  const shoppers = await times(5, () => given.shopper({ balance: 1_000_000 }));
  const orders: number[] = [];
  for (const [nth, shopper] of shoppers.entries()) {
    const reply = await place(shopper, addressOf(nth), products, 20);
    expect(reply.status).toBe(201);
    orders.push(idOf(reply));
  }
  return { shoppers, orders };
}

describe('the unpaid orders of one network, of accounts that have never paid,', () => {
  openShop();
  expectSoundLedger();

  test('are not limited together when they come from this machine, outside production', async () => {
    await fill(() => '127.0.0.1');
    const [product = 0] = await shirts(1);
    expect((await place(await given.shopper(), '127.0.0.1', [product], 20)).status).toBe(201);
  });

  test('hold at most five times the limit of one account; customers and other networks are not limited', async () => {
    const address = newAddress();
    const { shoppers, orders } = await fill(() => address);
    const products = await shirts(1);
    const refused = await place(await given.shopper(), address, products, 1);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      detail:
        'Các tài khoản chưa từng thanh toán trên mạng bạn đang dùng đã giữ quá nhiều hàng. Hãy thử lại sau hoặc đặt từ mạng khác.',
      unpaid_orders: [],
    });
    expect((await place(await given.shopper(), newAddress(), products, 1)).status).toBe(201);
    expect((await place(await customer(), address, products, 20)).status).toBe(201);

    expect((await shoppers[0]!.post(`/api/orders/${orders[0]}/cancel/`)).status).toBe(200);
    expect((await place(shoppers[0]!, address, products, 20)).status).toBe(201);
  });

  test('are counted over all networks of an IPv6 site', async () => {
    await fill((nth) => `2001:db8:9:${nth}::1`);
    const placeFrom = async (address: string) =>
      (await place(await given.shopper(), address, await shirts(1), 1)).status;
    expect(await placeFrom('2001:db8:9:ffff::1')).toBe(409);
    expect(await placeFrom('2001:db8:a:ffff::1')).toBe(201);
  });

  test('do not count an account that has paid; the refusal states that', async () => {
    const address = newAddress();
    const { shoppers, orders } = await fill(() => address);
    expect((await shoppers[0]!.post(`/api/orders/${orders[0]}/cancel/`)).status).toBe(200);
    const own: number[] = [];
    for (const qty of [20, 20]) own.push(idOf(await place(shoppers[0]!, address, await shirts(1), qty)));
    expect((await place(await given.shopper(), address, await shirts(3), 20)).status).toBe(201);

    const refused = await place(shoppers[0]!, address, await shirts(1), 1);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      detail:
        'Các tài khoản chưa từng thanh toán trên mạng bạn đang dùng đã giữ quá nhiều hàng. Hãy thanh toán đơn đang có rồi đặt lại.',
      unpaid_orders: own,
    });
    expect((await shoppers[0]!.post('/api/paybox/payment/', { order_id: own[0] })).status).toBe(200);
    expect((await place(shoppers[0]!, address, await shirts(1), 20)).status).toBe(201);
    // What it still holds is no longer counted with the others'.
    expect((await place(await given.shopper(), address, await shirts(2), 20)).status).toBe(201);
  });

  test('hold at most ten times the limit of one account in pieces of one variant', async () => {
    const address = newAddress();
    const product = await shirt();
    for (let i = 0; i < 10; i++) {
      expect((await place(await given.shopper(), address, [product], 20)).status).toBe(201);
    }
    const refused = await place(await given.shopper(), address, [product], 1);
    expect(refused.status).toBe(409);
    expect((refused.body as { detail: string }).detail).toMatch(/ đã giữ quá nhiều “Áo thun số \d+”\. /);
  });

  test('count an account whose only orders were free or refunded', async () => {
    const address = newAddress();
    const [product = 0] = await shirts(1);
    const lucky = await given.shopper();
    const { code } = await given.coupon({ discountAmount: 10_000_000 });
    expect((await place(lucky, address, [product], 1, { coupon_code: code })).status).toBe(201);
    const returner = await customer();
    await shop().db.query('UPDATE orders SET refunded_at = now() WHERE user_id = $1', [returner.id]);
    await fill(() => address);
    expect((await place(lucky, address, [product], 1)).status).toBe(409);
    expect((await place(returner, address, [product], 1)).status).toBe(409);
    await shop().db.query('UPDATE orders SET refunded_at = NULL WHERE user_id = $1', [returner.id]);
  });

  test('hold at most 50 uses of a limited coupon, or a tenth of them; others may still use it', async () => {
    const [address, product] = [newAddress(), await shirt()];
    const total = PRICE + taxPrice(PRICE) - 1;
    const use = (shopper: Shopper, coupon_code: string, network = address) =>
      shopper.post('/api/placeorder/', cartOf([{ id: product, qty: 1 }], total, { coupon_code }), from(network));
    const { code } = await given.coupon({ usageLimit: 60, discountAmount: 1 });
    const held: number[] = [];
    for (const shopper of await times(10, () => given.shopper())) {
      for (let nth = 0; nth < 5; nth += 1) held.push(idOf(await use(shopper, code)));
    }
    expect(held.filter(Boolean)).toHaveLength(50);
    const refused = await use(await given.shopper(), code);
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { coupon_code: [expect.stringContaining('đã giữ quá nhiều lượt của mã này')] },
    ]);
    expect((await use(await given.shopper(), code, newAddress())).status).toBe(201);
    expect((await use(await customer(), code)).status).toBe(201);
    // Without the coupon, or with another one, nothing changes.
    expect((await place(await given.shopper(), address, [product], 1)).status).toBe(201);
    for (const usageLimit of [null, 60]) {
      const other = await given.coupon({ usageLimit, discountAmount: 1 });
      expect((await use(await given.shopper(), other.code)).status).toBe(201);
    }
    await shop().db.query('UPDATE coupons SET usage_limit = 510 WHERE code = $1', [code]);
    expect((await use(await given.shopper(), code)).status).toBe(201);
    expect((await use(await given.shopper(), code)).status).toBe(400);

    // An order that ends holds no use.
    const admin = await given.admin();
    const reason = { reason: 'Hết hàng' };
    expect((await admin.post(`/api/orders/${held[0]}/cancel/`, reason)).status).toBe(200);
    expect((await use(await given.shopper(), code)).status).toBe(201);
  });

  test.each([
    ['together', () => ({})],
    // A coupon's order has a transaction of its own.
    ['each alone', async () => ({ coupon_code: (await given.coupon({ discountAmount: 1 })).code })],
  ])('are counted one by one when they are placed at once, %s', async (_how, coupon) => {
    const address = newAddress();
    const shoppers = await times(30, () => given.shopper());
    const products = await times(30, () => given.product({ price: PRICE, stock: 20 }));
    const coupons = await times(30, async () => coupon());
    const items = 20 * PRICE;
    const replies = await times(30, (nth) => {
      const total = items + taxPrice(items) - ('coupon_code' in coupons[nth]! ? 1 : 0);
      const cart = cartOf([{ id: products[nth], qty: 20 }], total, coupons[nth]);
      return shoppers[nth]!.post('/api/placeorder/', cart, from(address));
    });
    expect(statuses(replies)).toEqual({ 201: 25, 409: 5 });
  });

  test('store the network as a keyed hash, and only while they are unpaid', async () => {
    const address = newAddress();
    const networkOf = async (id: number): Promise<unknown> => {
      const [row]: { network: string | null }[] = await shop().db.query('SELECT network FROM orders WHERE id = $1', [
        id,
      ]);
      return row?.network;
    };
    const shopper = await given.shopper({ balance: 100_000 });
    const products = await shirts(1);
    const cancelled = idOf(await place(shopper, address, products, 1));
    const paid = idOf(await place(shopper, address, products, 1));
    expect(await networkOf(paid)).toMatch(/^[\w-]{43}$/);
    expect(await networkOf(cancelled)).toBe(await networkOf(paid));
    expect((await shopper.post(`/api/orders/${cancelled}/cancel/`)).status).toBe(200);
    expect((await shopper.post('/api/paybox/payment/', { order_id: paid })).status).toBe(200);
    expect([await networkOf(cancelled), await networkOf(paid)]).toEqual([null, null]);
    // A customer's is not kept at all.
    expect(await networkOf(idOf(await place(shopper, address, products, 1)))).toBeNull();
  });
});

describe('with RATE_LIMIT=off', () => {
  openShop({ RATE_LIMIT: 'off' });

  test('unpaid orders of a network are not limited, and the network is not stored', async () => {
    const product = await shirt();
    const replies = await times(3, async () => place(await given.shopper(), '203.0.113.1', [product], 300));
    expect(statuses(replies)).toEqual({ 201: 3 });
    expect(await shop().db.query('SELECT FROM orders WHERE network IS NOT NULL')).toEqual([]);
  });
});
