import { createHash } from 'node:crypto';
import { Order } from '../../src/contract/orders/orders.js';
import { Placed, type PlaceOrder } from '../../src/contract/orders/placing.js';
import { taxPrice, type Vnd } from '../../src/contract/rules.js';
import { OrdersService } from '../../src/orders/orders.service.js';
import { placeOrders } from '../../src/orders/placing/place-orders.js';
import { inTransaction } from '../../src/platform/database/transaction.js';
import { changeCatalogue } from '../catalog/stocked.js';
import { answer, openShop, shop } from '../support/client.js';
import { given, times } from '../support/given.js';
import { untilLockWaits } from '../support/locks/lock-waits.js';
import { expectSoundLedger } from '../support/ledger.js';
import { stockOf } from '../support/stock.js';

openShop();
expectSoundLedger();

const shippingAddress = { address: '1 Lê Lợi', city: 'Huế', postalCode: '530000', country: 'Việt Nam' };

/** What the page sends for goods worth `items` with shipping `shipping`. */
function cart(
  orderItems: object[],
  items: Vnd,
  { shipping = 0, ...rest }: Record<string, unknown> & { shipping?: Vnd } = {},
) {
  const totalPrice = items + shipping + taxPrice(items);
  return { orderItems, shippingAddress, paymentMethod: 'Paybox', totalPrice, ...rest };
}

describe('placing an order', () => {
  test('stores the items at the shop’s prices, and takes them out of stock', async () => {
    const shopper = await given.shopper();
    const shirt = await given.product({ price: 300_001, stock: 5 });
    const { product, variant } = await given.variant({ price: 500_000, stock: 3 });
    const items = 2 * 300_001 + 500_000;
    const lines = [
      { id: shirt, qty: 2 },
      { id: product, qty: 1, variant_id: variant, color: 'Xanh', size: 'XL' },
    ];
    const wrongParts = { itemsPrice: 1, taxPrice: 2, shippingPrice: 3 };
    const placed = await shopper.post('/api/placeorder/', cart(lines, items, { shipping: 100_000, ...wrongParts }));
    const { id } = answer(placed, Placed, 201);

    const order = await shopper.order(id);
    expect(order).toMatchObject({
      itemsPrice: items,
      shippingPrice: 100_000,
      // 5 % of 1,100,002 is 55,000.1
      taxPrice: 55_000,
      discount: 0,
      totalPrice: items + 100_000 + 55_000,
      status: 'unpaid',
      isPaid: false,
      user: { username: shopper.username },
      shippingAddress: { ...shippingAddress, receiver: '', phone: '' },
    });
    expect(order.orderItems).toMatchObject([
      { product: shirt, qty: 2, price: 300_001, variant_info: null },
      { product, qty: 1, price: 500_000, variant_info: { id: variant, color: 'Đỏ', size: 'M' } },
    ]);
    expect([await stockOf(shirt), await stockOf(product)]).toEqual([3, 2]);
  });

  test('accepts wrong parts with the right total', async () => {
    const shopper = await given.shopper();
    const id = await given.product({ price: 100_000 });
    const parts = { itemsPrice: null, taxPrice: -5, shippingPrice: Number.MAX_SAFE_INTEGER };
    const placed = await shopper.post('/api/placeorder/', cart([{ id, qty: 1 }], 0, { totalPrice: 105_000, ...parts }));
    const order = await shopper.order(answer(placed, Placed, 201).id);
    expect(order).toMatchObject({ itemsPrice: 100_000, taxPrice: 5_000, shippingPrice: 0, totalPrice: 105_000 });
  });

  test('adds up repeated lines, up to 999 pieces', async () => {
    const shopper = await given.shopper();
    const id = await given.product({ price: 1_000, stock: 2_000 });
    const placed = await shopper.post(
      '/api/placeorder/',
      cart(
        [
          { id, qty: 1 },
          { id, qty: 2 },
        ],
        3_000,
      ),
    );
    const order = await shopper.order(answer(placed, Placed, 201).id);
    expect(order.orderItems).toMatchObject([{ qty: 3 }]);
    const tooMany = await shopper.post(
      '/api/placeorder/',
      cart(
        [
          { id, qty: 999 },
          { id, qty: 1 },
        ],
        1_000_000,
      ),
    );
    expect(tooMany.status).toBe(400);
    expect(tooMany.body).toMatchObject({ 'orderItems.1.qty': [tooMany.body.detail] });
    expect(await stockOf(id)).toBe(1_997);
  });

  test.each([
    [1_000_000, 0],
    [1_000_001, 100_000],
    [1_999_999, 100_000],
    [2_000_000, 0],
  ])('goods worth %i are shipped for %i', async (price, shipping) => {
    const shopper = await given.shopper();
    const id = await given.product({ price });
    answer(await shopper.post('/api/placeorder/', cart([{ id, qty: 1 }], price, { shipping })), Placed, 201);
  });

  test('uses the shipping and tax that the owner has set', async () => {
    await shop().db.query(`INSERT INTO settings VALUES ('pricing', '{"standardFee": 30000, "taxPercent": 8}')`);
    const shopper = await given.shopper();
    const id = await given.product({ price: 100_000 });
    const placed = await shopper.post('/api/placeorder/', cart([{ id, qty: 1 }], 0, { totalPrice: 138_000 }));
    answer(placed, Placed, 201);
    await shop().db.query('DELETE FROM settings');
  });

  test('that costs nothing pays it immediately and counts it as sold', async () => {
    const shopper = await given.shopper();
    const id = await given.product({ price: 0 });
    const placed = answer(await shopper.post('/api/placeorder/', cart([{ id, qty: 2 }], 0)), Placed, 201);
    expect((await shopper.order(placed.id)).status).toBe('paid');
    expect(await shop().db.query('SELECT total_sold FROM product_sales WHERE product_id = $1', [id])).toEqual([
      { total_sold: 2 },
    ]);
  });
});

describe('an invalid order', () => {
  test('with another total: 409 with the right totals, and no change of stock', async () => {
    const shopper = await given.shopper();
    const id = await given.product({ price: 100_000 });
    for (const totalPrice of [0, 1, 104_999, 105_001, Number.MAX_SAFE_INTEGER]) {
      const reply = await shopper.post('/api/placeorder/', cart([{ id, qty: 1 }], 0, { totalPrice }));
      expect(reply.status).toBe(409);
      expect(reply.body.expected).toEqual({
        itemsPrice: 100_000,
        shippingPrice: 0,
        taxPrice: 5_000,
        discount: 0,
        totalPrice: 105_000,
      });
    }
    expect(await stockOf(id)).toBe(10);
    expect(answer(await shopper.get('/api/orders/'), Order.array())).toEqual([]);
  });

  test('with too little stock of one item: 409 that names it, and no change of stock', async () => {
    const shopper = await given.shopper();
    const plenty = await given.product({ price: 1_000 });
    const { product, variant } = await given.variant({ price: 1_000, stock: 1 });
    const lines = [
      { id: plenty, qty: 2 },
      { id: product, variant_id: variant, qty: 2 },
    ];
    const reply = await shopper.post('/api/placeorder/', cart(lines, 4_000));
    expect(reply.status).toBe(409);
    expect(reply.body.error).toContain('Đỏ, M');
    expect([await stockOf(plenty), await stockOf(product)]).toEqual([10, 1]);
  });

  test.each([0, -1, 1.5, 1_000, 1e15, '2', '1e2', null, true, [], {}])('with the quantity %j: 400', async (qty) => {
    const shopper = await given.shopper();
    const id = await given.product();
    const reply = await shopper.post('/api/placeorder/', cart([{ id, qty }], 100_000));
    expect(reply.status).toBe(400);
    expect(reply.body).toHaveProperty(['orderItems.0.qty']);
    expect(await stockOf(id)).toBe(10);
  });

  test.each([
    ['no lines', { orderItems: [] }],
    ['no list of lines', { orderItems: 'all' }],
    ['an unknown product', { orderItems: [{ id: 2_000_000_000, qty: 1 }] }],
    ['an id that is too large', { orderItems: [{ id: 2 ** 63, qty: 1 }] }],
    ['an id that is text', { orderItems: [{ id: '1', qty: 1 }] }],
    ['no total', { totalPrice: undefined }],
    ['a negative total', { totalPrice: -105_000 }],
    ['a total with a fraction', { totalPrice: 105_000.5 }],
    ['a total that is text', { totalPrice: '105000' }],
    ['a total past all counting', { totalPrice: 1e300 }],
    ['no address', { shippingAddress: undefined }],
    ['a blank city', { shippingAddress: { ...shippingAddress, city: '  ' } }],
    ['a long postal code', { shippingAddress: { ...shippingAddress, postalCode: '1'.repeat(21) } }],
    ['a zero byte in the address', { shippingAddress: { ...shippingAddress, address: 'a\u0000b' } }],
    ['an unknown way to pay', { paymentMethod: 'Cash' }],
    ['a coupon that does not exist', { coupon_code: 'FREE' }],
  ])('with %s: 400', async (_name, fields) => {
    const shopper = await given.shopper();
    const id = await given.product();
    const reply = await shopper.post('/api/placeorder/', cart([{ id, qty: 1 }], 100_000, fields));
    expect(reply.status).toBe(400);
    expect(await stockOf(id)).toBe(10);
  });

  test('with a variant that is missing, unknown or of another product: 400', async () => {
    const shopper = await given.shopper();
    const plain = await given.product();
    const one = await given.variant();
    const other = await given.variant();
    const lines = [
      { id: one.product, qty: 1 },
      { id: one.product, qty: 1, variant_id: other.variant },
      { id: one.product, qty: 1, variant_id: 2_000_000_000 },
      { id: plain, qty: 1, variant_id: one.variant },
    ];
    for (const line of lines) {
      expect((await shopper.post('/api/placeorder/', cart([line], 100_000))).status).toBe(400);
    }
  });

  test('names the line and its field that are wrong, as the body has them', async () => {
    const shopper = await given.shopper();
    const id = await given.product();
    const { product, variant } = await given.variant();
    const cases: [object, string][] = [
      [{ id: 2_000_000_000, qty: 1 }, 'orderItems.2.id'],
      [{ id: product, qty: 1 }, 'orderItems.2.variant_id'],
      [{ id: product, qty: 1, variant_id: 2_000_000_000 }, 'orderItems.2.variant_id'],
      [{ id, qty: 1, variant_id: variant }, 'orderItems.2.variant_id'],
    ];
    for (const [line, field] of cases) {
      // The first two lines are summed into one.
      const lines = [{ id, qty: 1 }, { id, qty: 1 }, line];
      const { status, body } = await shopper.post('/api/placeorder/', cart(lines, 300_000));
      expect([status, body]).toEqual([400, { detail: body.error, error: expect.any(String), [field]: [body.error] }]);
    }
  });

  test('with a total over the limit: 400', async () => {
    const shopper = await given.shopper();
    const id = await given.product({ price: Number.MAX_SAFE_INTEGER, stock: 999 });
    const lines = [{ id, qty: 999 }];
    expect((await shopper.post('/api/placeorder/', cart(lines, 0, { totalPrice: 1 }))).status).toBe(400);
  });

  test('with an invalid or deeply nested body: 400', async () => {
    const shopper = await given.shopper();
    const deep = (depth: number) => `{"orderItems":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    // Of the second kind some are read, but too deep for what comes after.
    const depths = [40_000, 2_600, 2_500, 2_400, 2_300, 2_200, 2_000];
    for (const body of ['[]', 'null', '"all"', '{', '', ...depths.map(deep)]) {
      const reply = await shopper.post('/api/placeorder/', body, { 'Idempotency-Key': 'body' });
      expect([reply.status, body.slice(0, 20)]).toEqual([400, body.slice(0, 20)]);
    }
  });
});

describe('an Idempotency-Key', () => {
  test('places one order for concurrent and later retries', async () => {
    const shopper = await given.shopper();
    const id = await given.product({ price: 10_000 });
    const send = () =>
      shopper.post('/api/placeorder/', cart([{ id, qty: 1 }], 10_000), { 'Idempotency-Key': 'cart 1' });
    const replies = [...(await times(10, send)), await send()];
    expect(new Set(replies.map((reply) => answer(reply, Placed, 201).id)).size).toBe(1);
    expect(await stockOf(id)).toBe(9);
  });

  test('with another body answers 409; another user may use the same key', async () => {
    const [shopper, other] = [await given.shopper(), await given.shopper()];
    const id = await given.product({ price: 10_000 });
    const key = { 'Idempotency-Key': 'k' };
    const body = cart([{ id, qty: 1 }], 10_000);
    answer(await shopper.post('/api/placeorder/', body, key), Placed, 201);
    expect((await shopper.post('/api/placeorder/', cart([{ id, qty: 2 }], 20_000), key)).status).toBe(409);
    answer(await other.post('/api/placeorder/', body, key), Placed, 201);
    expect(await stockOf(id)).toBe(8);
  });

  test('with the same body in another order, or as the release before stored it, answers the first answer', async () => {
    const shopper = await given.shopper();
    const id = await given.product({ price: 10_000 });
    const key = { 'Idempotency-Key': 'order of keys' };
    const send = (body: string) => shopper.post('/api/placeorder/', body, key);
    const body = JSON.stringify(cart([{ id, qty: 1 }], 10_000));
    const turned = Object.entries(cart([{ qty: 1, id }], 10_000)).reverse();
    const first = answer(await send(body), Placed, 201);
    expect(answer(await send(JSON.stringify(Object.fromEntries(turned), null, 2)), Placed, 201)).toEqual(first);

    const bytes = createHash('sha256').update(`POST /api/placeorder\n${body}`).digest('hex');
    await shop().db.query('UPDATE idempotency_keys SET request_hash = $1 WHERE key = $2', [bytes, 'order of keys']);
    expect(answer(await send(body), Placed, 201)).toEqual(first);
    expect(await stockOf(id)).toBe(9);
  });

  test('expires after a day, and a failed request is not stored', async () => {
    const shopper = await given.shopper();
    const id = await given.product({ price: 10_000 });
    const send = (totalPrice?: Vnd) => {
      const body = cart([{ id, qty: 1 }], 10_000, totalPrice === undefined ? {} : { totalPrice });
      return shopper.post('/api/placeorder/', body, { 'Idempotency-Key': 'day' });
    };
    expect((await send(1)).status).toBe(409);
    const first = answer(await send(), Placed, 201);
    await shop().db.query(`UPDATE idempotency_keys SET created_at = created_at - interval '25 hours'`);
    expect(answer(await send(), Placed, 201).id).not.toBe(first.id);
  });

  test('that is too long: 400', async () => {
    const shopper = await given.shopper();
    const reply = await shopper.post('/api/placeorder/', cart([], 0), { 'Idempotency-Key': 'k'.repeat(256) });
    expect(reply.status).toBe(400);
  });
});

test('a zero byte is refused by its field, before the order shares a batch with others', async () => {
  const [shopper, other] = [await given.shopper(), await given.shopper()];
  const id = await given.product({ price: 100_000 });
  const address = { ...shippingAddress, address: 'a\u0000b' };
  const place = jest.spyOn(shop().app.get(OrdersService), 'place');
  const [refused, placed] = await Promise.all([
    shopper.post('/api/placeorder/', cart([{ id, qty: 1 }], 100_000, { shippingAddress: address })),
    other.post('/api/placeorder/', cart([{ id, qty: 1 }], 100_000)),
  ]);
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ 'shippingAddress.address': ['Không được chứa ký tự rỗng'] });
  answer(placed, Placed, 201);
  expect(place).toHaveBeenCalledTimes(1);
  place.mockRestore();
});

test('a picture that is replaced and deleted while an order is placed is missing from its line, and the other lines have theirs', async () => {
  const shopper = await given.shopper();
  const hashes = ['cd'.repeat(16), 'ef'.repeat(16)];
  const shirts = await times(2, () => given.product({ price: 100_000 }));
  for (const [nth, hash] of hashes.entries()) {
    await shop().db.query(`INSERT INTO media (hash, mime, width, height) VALUES ($1, 'image/webp', 1, 1)`, [hash]);
    const shown = 'INSERT INTO product_images (product_id, media_hash, position) VALUES ($1, $2, 0)';
    await changeCatalogue(shown, [shirts[nth], hash]);
  }
  const lines = shirts.map((id) => ({ id, qty: 1 }));
  const { placing } = await shop().db.transaction(async (tx) => {
    await tx.query('DELETE FROM product_images WHERE media_hash = $1', [hashes[0]]);
    await tx.query('DELETE FROM media WHERE hash = $1', [hashes[0]]);
    const placing = Promise.resolve(shopper.post('/api/placeorder/', cart(lines, 200_000)));
    await untilLockWaits(tx, 1);
    return { placing };
  });

  const { orderItems } = await shopper.order(answer(await placing, Placed, 201).id);
  expect(orderItems.map(({ image }) => image)).toEqual([null, expect.stringContaining(hashes[1]!)]);
});

test('an order without enough stock is refused alone, not with the others of its batch', async () => {
  const [plenty, scarce] = [
    await given.product({ price: 100_000, stock: 5 }),
    await given.product({ price: 100_000, stock: 1 }),
  ];
  const cartFor = async (id: number, qty: number) => {
    const { id: userId } = await given.shopper();
    const request = cart([{ id, qty }], qty * 100_000) as unknown as PlaceOrder;
    return {
      userId,
      isMailed: true,
      network: 'a-network',
      request,
      attempt: { userId, key: null, fingerprint: '', bytesFingerprint: '' },
    };
  };
  const carts = [await cartFor(plenty, 1), await cartFor(scarce, 2), await cartFor(scarce, 1)];
  const outcomes = await inTransaction(shop().db, (tx) => placeOrders(tx, carts, false));
  expect(outcomes).toMatchObject([
    { id: expect.any(Number) },
    { message: expect.stringContaining('chỉ còn 1 sản phẩm') },
    { id: expect.any(Number) },
  ]);
  expect([await stockOf(plenty), await stockOf(scarce)]).toEqual([4, 0]);
});
