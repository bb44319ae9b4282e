import { Product } from '../../../src/contract/catalog/catalog.js';
import { pageSchema } from '../../../src/contract/common.js';
import { Placed } from '../../../src/contract/orders/placing.js';
import { AdminProductRow } from '../../../src/contract/catalog/products.js';
import { BulkOutcome } from '../../../src/contract/catalog/bulk-edit.js';
import { codeOf } from '../../../src/platform/database/transaction.js';
import { changeCatalogue, clearCatalogue, named, stock } from '../stocked.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { cartOf, given, times, type Shopper } from '../../support/given.js';
import { expectSoundLedger } from '../../support/ledger.js';
import { expectUnchanged } from '../../support/unchanged.js';
import { made, picture } from '../product.js';

openShop();
expectSoundLedger();

let admin: Shopper;
beforeAll(async () => {
  admin = await given.admin();
});

const Page = pageSchema(AdminProductRow);
const list = async (query = '') => answer(await admin.get(`/api/admin/products/?page=1${query}`), Page);
const names = async (query: string) => (await list(query)).results.map(({ name }) => name);

describe('the table of products', () => {
  let ids: number[];
  beforeAll(async () => {
    await clearCatalogue();
    ids = await stock(
      { name: 'Áo thun', brand: 'Mây', category: 'Áo', price: 90_000, stock: 0, sold: 3, created: '2026-01-01' },
      { name: 'Áo lụa', brand: 'Gió', category: 'Áo', price: 500_000, stock: 5, sold: 9, created: '2026-01-02' },
      { name: 'Quần 501', brand: 'Mây', category: 'Quần', price: 300_000, stock: 6, created: '2026-01-03' },
      {
        name: 'Đầm xòe',
        description: 'x'.repeat(60),
        brand: 'Gió',
        category: 'Đầm',
        price: 1,
        created: '2026-01-04',
        variants: [
          ['Đỏ', 'S', 200_000, 1],
          ['Đỏ', 'M', 150_000, 2],
        ],
      },
    );
    await shop().db.query(`INSERT INTO media (hash, mime, width, height) VALUES ($1, 'image/webp', 3, 4)`, [
      'a'.repeat(32),
    ]);
    await changeCatalogue(
      'INSERT INTO product_images (product_id, media_hash, position) VALUES ($1, $2, 1), ($1, $2, 2)',
      [ids[1], 'a'.repeat(32)],
    );
  });

  test('tells of each what its owner wants to know, newest first', async () => {
    const { count, results } = await list();
    expect(count).toBe(4);
    expect(results.map(({ name }) => name)).toEqual(['Đầm xòe', 'Quần 501', 'Áo lụa', 'Áo thun']);
    expect(results[0]).toMatchObject({
      description: `${'x'.repeat(50)}…`,
      min_price: 150_000,
      total_stock: 3,
      has_variants: true,
      variants: 2,
      image: null,
      pictures: 0,
      is_ordered: false,
      archived_at: null,
    });
    expect(results[2]).toMatchObject({ image: `/media/${'a'.repeat(32)}/160.webp`, pictures: 2, total_sold: 9 });
    const bare = await admin.get('/api/admin/products/');
    expect(answer(bare, AdminProductRow.array())).toEqual(results);
    expect(bare.headers['x-total-count']).toBe('4');
  });

  test.each([
    ['&search=ao', ['Áo lụa', 'Áo thun']],
    ['&search=ĐẦM XÒE', ['Đầm xòe']],
    ['&search=501', ['Quần 501']],
    ['&search=%25', []],
    ['&stock=out', ['Áo thun']],
    ['&stock=low', ['Đầm xòe', 'Áo lụa', 'Áo thun']],
    ['&stock=in', ['Quần 501']],
    ['&picture=missing', ['Đầm xòe', 'Quần 501', 'Áo thun']],
    ['&stock=&picture=&archived=&brand=&category=0&search=', ['Đầm xòe', 'Quần 501', 'Áo lụa', 'Áo thun']],
    ['&sort=name-asc', ['Áo lụa', 'Áo thun', 'Đầm xòe', 'Quần 501']],
    ['&sort=name-desc', ['Quần 501', 'Đầm xòe', 'Áo thun', 'Áo lụa']],
    ['&sort=price-asc', ['Áo thun', 'Đầm xòe', 'Quần 501', 'Áo lụa']],
    ['&sort=price-desc&page_size=2', ['Áo lụa', 'Quần 501']],
    ['&sort=stock-asc', ['Áo thun', 'Đầm xòe', 'Áo lụa', 'Quần 501']],
    ['&sort=stock-desc', ['Quần 501', 'Áo lụa', 'Đầm xòe', 'Áo thun']],
    ['&sort=sold-desc&page_size=2', ['Áo lụa', 'Áo thun']],
    ['&sort=oldest&page_size=1', ['Áo thun']],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  test('by brand or category, by number, and archived', async () => {
    expect(await names(`&brand=${await named('brands', 'title', 'Mây')}&sort=name-asc`)).toEqual([
      'Áo thun',
      'Quần 501',
    ]);
    expect(await names(`&category=${await named('categories', 'title', 'Áo')}&stock=low`)).toEqual([
      'Áo lụa',
      'Áo thun',
    ]);
    expect(await names(`&search=${ids[0]}`)).toContain('Áo thun');
    await changeCatalogue('UPDATE products SET archived_at = now() WHERE id = $1', [ids[0]]);
    expect(await names('&archived=1')).toEqual(['Áo thun']);
    expect(await names('&search=thun')).toEqual([]);
    expect(await names('&search=thun&archived=all')).toEqual(['Áo thun']);
    expect(await names('&archived=all')).toEqual(['Đầm xòe', 'Quần 501', 'Áo lụa', 'Áo thun']);
    await changeCatalogue('UPDATE products SET archived_at = NULL WHERE id = $1', [ids[0]]);
  });

  test('finds what comes in a colour or a size, archived too', async () => {
    const red = await named('colors', 'name', 'Đỏ');
    const [small, medium] = [await named('sizes', 'name', 'S'), await named('sizes', 'name', 'M')];
    expect(await names(`&color=${red}`)).toEqual(['Đầm xòe']);
    expect(await names(`&color=${red}&size=${medium}`)).toEqual(['Đầm xòe']);
    expect(await names(`&size=${small}&search=thun`)).toEqual([]);
    expect(await names('&color=2147483647')).toEqual([]);
    await changeCatalogue("UPDATE products SET archived_at = now() WHERE name = 'Đầm xòe'");
    expect(await names(`&color=${red}`)).toEqual([]);
    expect(await names(`&color=${red}&archived=all`)).toEqual(['Đầm xòe']);
    await changeCatalogue("UPDATE products SET archived_at = NULL WHERE name = 'Đầm xòe'");
  });

  test('finds what has a sold-out variant, though others of it are left', async () => {
    expect(await names('&stock=variant-out')).toEqual([]);
    const setStock = (from: number, to: number) =>
      changeCatalogue('UPDATE variants SET stock_quantity = $2 WHERE stock_quantity = $1', [from, to]);
    const sellWithVariants = (isSo: boolean) =>
      changeCatalogue("UPDATE products SET has_variants = $1 WHERE name = 'Đầm xòe'", [isSo]);
    await setStock(2, 0);
    expect(await names('&stock=variant-out')).toEqual(['Đầm xòe']);
    expect(await names('&stock=out')).toEqual(['Áo thun']);
    await sellWithVariants(false);
    expect(await names('&stock=variant-out')).toEqual([]);
    await sellWithVariants(true);
    await setStock(0, 2);
  });

  test.each([
    'brand=x',
    'category=-1',
    'color=x',
    'size=-1',
    'stock=some',
    'sort=colour',
    'page=0',
    'page_size=101',
    'archived=yes',
  ])('refuses %s', async (query) => {
    expect((await admin.get(`/api/admin/products/?page=1&${query}`)).status).toBe(400);
  });
});

describe('a change of many', () => {
  const bulk = (body: object) => admin.post('/api/admin/products/bulk/', body);
  const edit = async (body: object) => answer(await bulk(body), BulkOutcome);
  const retried = (key: string, body: object) =>
    admin.post('/api/admin/products/bulk/', body, { 'Idempotency-Key': key });
  const shown = async (id: number) => answer(await visitor().get(`/api/products/${id}/`), Product);
  const pair = () =>
    stock(
      { name: 'Áo thun', price: 199_500, stock: 4 },
      {
        name: 'Đầm xòe',
        price: 77,
        variants: [
          ['Đỏ', 'S', 200_000, 1],
          ['Đỏ', 'M', 150_000, 2],
        ],
      },
    );

  test('is done once under one key, however often it is sent; another key does it again', async () => {
    const ids = await stock({ name: 'Áo thun', price: 100_000, stock: 4 });
    const wanted = { ids, price: { by: 'percent', value: 10 } };
    const first = answer(await retried('ten-percent', wanted), BulkOutcome);
    expect(await expectUnchanged(async () => answer(await retried('ten-percent', wanted), BulkOutcome))).toEqual(first);
    expect((await shown(ids[0]!)).price).toBe(110_000);
    const other = { ids, price: { by: 'percent', value: 20 } };
    expect((await expectUnchanged(() => retried('ten-percent', other))).status).toBe(409);
    answer(await retried('ten-percent-more', wanted), BulkOutcome);
    expect((await shown(ids[0]!)).price).toBe(121_000);
  });

  test('is refused when another edit came after its preview; goods that were sold meanwhile do not count', async () => {
    const ids = await stock({ name: 'Áo thun', price: 100_000, stock: 4 });
    const wanted = { ids, price: { by: 'percent', value: -10 } };
    const { digest: seen } = await edit({ ...wanted, preview: true });
    const cart = cartOf([{ id: ids[0]!, qty: 1 }], 105_000);
    const shopper = await given.shopper();
    const { id } = answer(await shopper.post('/api/placeorder/', cart), Placed, 201);
    expect((await edit({ ...wanted, seen })).changed).toBe(1);
    const second = await expectUnchanged(() => bulk({ ...wanted, seen }));
    expect([second.status, second.body.detail]).toEqual([409, expect.stringMatching(/Hãy xem trước lại/)]);
    expect((await shown(ids[0]!)).price).toBe(90_000);
    // The next tests clear the catalogue.
    expect((await shopper.post(`/api/orders/${id}/cancel/`)).status).toBe(200);
  });

  test('is refused when somebody set the stock after its preview', async () => {
    const ids = await stock({ name: 'Áo thun', price: 100_000, stock: 4 });
    const wanted = { ids, stock: { by: 'add', value: 10 } };
    const { digest: seen } = await edit({ ...wanted, preview: true });
    expect((await edit({ ids, stock: { by: 'set', value: 100 } })).changed).toBe(1);
    expect((await expectUnchanged(() => bulk({ ...wanted, seen }))).status).toBe(409);
    expect((await shown(ids[0]!)).countInStock).toBe(100);
  });

  test('of a filter is refused when other products match than in its preview', async () => {
    await stock({ name: 'Khăn lụa', price: 100_000 });
    const wanted = { filter: { search: 'khăn lụa' }, price: { by: 'set', value: 120_000 } };
    const { digest: seen } = await edit({ ...wanted, preview: true });
    await stock({ name: 'Khăn lụa dài', price: 300_000 });
    expect((await expectUnchanged(() => bulk({ ...wanted, seen }))).status).toBe(409);
  });

  test('is shown before it is done, and then is what was shown', async () => {
    const ids = await pair();
    await shown(ids[0]!);
    const wanted = { ids, price: { by: 'percent', value: -10 }, stock: { by: 'add', value: -2 } };
    const preview = await expectUnchanged(() => edit({ ...wanted, preview: true }));
    expect(preview).toMatchObject({ products: 2, changed: 2, unchanged: 0, refused: 1 });
    expect(
      preview.lines.map(({ choice, price_after, stock_after, refused }) => [choice, price_after, stock_after, refused]),
    ).toEqual([
      ['Đỏ, S', 180_000, -1, 'Tồn kho không đủ để bớt'],
      ['', 180_000, 2, null],
      ['Đỏ, M', 135_000, 0, null],
    ]);
    expect(await edit(wanted)).toEqual(preview);
    expect(await shown(ids[0]!)).toMatchObject({ price: 180_000, countInStock: 2 });
    const dress = await shown(ids[1]!);
    expect(dress).toMatchObject({ price: 77, min_price: 135_000, total_stock: 1 });
    const results = await admin.audit('page_size=2&subject=product');
    expect(results.map(({ subject_name, before, after }) => [subject_name, before, after])).toEqual([
      [
        'Đầm xòe',
        { 'Đỏ, M': { price: 150_000, stock_quantity: 2 } },
        { 'Đỏ, M': { price: 135_000, stock_quantity: 0 } },
      ],
      ['Áo thun', { price: 199_500, countInStock: 4 }, { price: 180_000, countInStock: 2 }],
    ]);
  });

  test.each([
    [{ by: 'set', value: 99_000 }, 99_000],
    [{ by: 'add', value: 500 }, 200_000],
    [{ by: 'add', value: -500 }, 199_000],
    [{ by: 'percent', value: 10 }, 219_000],
    [{ by: 'percent', value: -99 }, 2_000],
  ])('%j of 199,500 is %i', async (price, after) => {
    const [id = 0] = await pair();
    await edit({ ids: [id], price });
    expect((await shown(id)).price).toBe(after);
  });

  test('leaves alone what would be no price or no stock', async () => {
    const [id = 0] = await pair();
    for (const change of [
      { price: { by: 'set', value: 0 } },
      { price: { by: 'add', value: -199_500 } },
      { price: { by: 'add', value: Number.MAX_SAFE_INTEGER } },
      { stock: { by: 'set', value: -1 } },
      { stock: { by: 'set', value: 1_000_001 } },
    ]) {
      expect(await expectUnchanged(() => edit({ ids: [id], ...change }))).toMatchObject({ changed: 0, refused: 1 });
    }
    expect(await edit({ ids: [id], stock: { by: 'set', value: 4 } })).toMatchObject({ changed: 0, unchanged: 1 });
    expect(await edit({ ids: [999_999], stock: { by: 'set', value: 4 } })).toMatchObject({ products: 0, lines: [] });
  });

  test('may be for all that fit a filter', async () => {
    await clearCatalogue();
    const [thun = 0, lua = 0] = await stock({ name: 'Áo thun', stock: 0 }, { name: 'Áo lụa', stock: 9 });
    const outcome = await edit({ filter: { search: 'ao', stock: 'out' }, stock: { by: 'set', value: 20 } });
    expect(outcome).toMatchObject({ products: 1, changed: 1 });
    expect([(await shown(thun)).countInStock, (await shown(lua)).countInStock]).toEqual([20, 9]);
  });

  test('increases the version of each changed product', async () => {
    const { id, version } = await made(admin, {}, [['image', await picture()]]);
    await edit({ ids: [id], price: { by: 'add', value: 1_000 } });
    const stale = await admin.put(`/api/products/${id}/`, { name: 'x', price: 1, countInStock: 1, version });
    expect([400, 409]).toContain(stale.status);
    expect(answer(await visitor().get(`/api/products/${id}/`), Product).price).toBe(151_000);
  });

  test('a bulk edit and orders of the same products wait for each other', async () => {
    const ids = await stock(
      ...Array.from({ length: 5 }, (_, nth) => ({ name: `Áo ${nth}`, price: 10_000, stock: 50 })),
    );
    // One account may have five unpaid orders.
    const shoppers = await times(10, () => given.shopper());
    const transactions = jest.spyOn(shop().db, 'transaction');
    const cart = cartOf(
      ids.toReversed().map((id) => ({ id, qty: 1 })),
      52_500,
    );
    const [orders, edits] = await Promise.all([
      times(10, async (nth) => shoppers[nth]!.post('/api/placeorder/', cart)),
      times(5, () => bulk({ ids, stock: { by: 'add', value: 1 } })),
    ]);
    const ends = await Promise.allSettled(transactions.mock.results.map(({ value }) => value as Promise<unknown>));
    transactions.mockRestore();
    expect(ends.filter((end) => end.status === 'rejected').map((end) => codeOf(end.reason))).toEqual([]);
    expect([...orders, ...edits].map(({ status }) => status)).toEqual([
      ...Array<number>(10).fill(201),
      ...Array<number>(5).fill(200),
    ]);
    for (const id of ids) expect((await shown(id)).countInStock).toBe(45);
  });

  test.each<[object, string]>([
    [{ price: { by: 'set', value: 1 } }, 'ids'],
    [{ ids: [], price: { by: 'set', value: 1 } }, 'ids'],
    [{ ids: [1], filter: {}, price: { by: 'set', value: 1 } }, 'ids'],
    [{ ids: [1] }, 'price'],
    [{ ids: [1], price: { by: 'percent', value: -100 } }, 'price'],
    [{ ids: [1], price: { by: 'percent', value: 1_001 } }, 'price'],
    [{ ids: [1], price: { by: 'half', value: 1 } }, 'price.by'],
    [{ ids: [1], price: { by: 'add', value: 0.5 } }, 'price.value'],
    [{ ids: [1], price: { by: 'add', value: '5' } }, 'price.value'],
    [{ ids: [1], stock: { by: 'percent', value: 5 } }, 'stock.by'],
    [{ ids: ['x'], price: { by: 'add', value: 1 } }, 'ids.0'],
  ])('%j is refused', async (body, field) => {
    const reply = await bulk(body);
    expect(reply.status).toBe(400);
    expect(reply.body[field]).toContain(reply.body.error);
  });
});
