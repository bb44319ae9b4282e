import { Product, Variant } from '../../../src/contract/catalog/catalog.js';
import { pageSchema } from '../../../src/contract/common.js';
import { Placed } from '../../../src/contract/orders/placing.js';
import { AdminProduct } from '../../../src/contract/catalog/products.js';
import { named } from '../stocked.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { cartOf, given, times, type Shopper } from '../../support/given.js';
import { expectSoundLedger } from '../../support/ledger.js';
import { expectUnchanged } from '../../support/unchanged.js';
import { fieldsOf, made, send } from '../product.js';

openShop();
expectSoundLedger();

const Variants = Variant.array();
let admin: Shopper;
let [red, blue, small, large] = [0, 0, 0, 0];
beforeAll(async () => {
  admin = await given.admin();
  [red, blue] = [await named('colors', 'name', 'Đỏ'), await named('colors', 'name', 'Xanh')];
  [small, large] = [await named('sizes', 'name', 'S'), await named('sizes', 'name', 'L')];
});

const row = (color_id: number, size_id: number, price = 100_000, stock_quantity = 10) => ({
  color_id,
  size_id,
  price,
  stock_quantity,
});
const put = (id: number, variants: object[], rest: object = {}) =>
  admin.put(`/api/products/${id}/variants/`, { variants, ...rest });
const product = () => made(admin, { has_variants: true, countInStock: undefined });
/** A product with four variants: red and blue, small and large. */
async function withVariants() {
  const { id } = await product();
  const rows = [red, blue].flatMap((color) => [small, large].map((size) => row(color, size)));
  return { id, variants: answer(await put(id, rows), Variants) };
}
const shown = async (id: number) => answer(await visitor().get(`/api/products/${id}/`), Product);
const logOf = (id: number) => admin.audit(`subject=product&subject_id=${id}`);
const buy = async (id: number, variant: number, qty: number) =>
  (await given.shopper()).post('/api/placeorder/', cartOf([{ id, variant_id: variant, qty }], 100_000 * qty * 1.05));

describe('all variants at once', () => {
  test('are in the shop at once', async () => {
    const { id } = await product();
    await shown(id);
    const variants = answer(await put(id, [row(red, small, 90_000, 3), row(blue, large, 120_000, 4)]), Variants);
    const now = await shown(id);
    expect(now).toMatchObject({ has_variants: true, min_price: 90_000, total_stock: 7 });
    expect(now.variants).toEqual(variants);
    expect(now.available_colors.map(({ name }) => name)).toEqual(['Đỏ', 'Xanh']);
    expect(answer(await visitor().get(`/api/product-variants/?product=${id}`), Variants)).toEqual(variants);
    expect((await logOf(id))[0]).toMatchObject({
      action: 'update',
      before: { 'Đỏ, S': null },
      after: { 'Đỏ, S': { price: 90_000, stock_quantity: 3 }, 'Xanh, L': { price: 120_000, stock_quantity: 4 } },
    });
  });

  test('are listed bare with their number, or by pages', async () => {
    const { id, variants } = await withVariants();
    const list = `/api/product-variants/?product=${id}`;
    const bare = await visitor().get(list);
    expect([answer(bare, Variants).length, bare.headers['x-total-count']]).toEqual([
      variants.length,
      String(variants.length),
    ]);
    const page = answer(await visitor().get(`${list}&page=2&page_size=1`), pageSchema(Variant));
    expect(page).toEqual({ count: variants.length, page: 2, page_size: 1, results: [variants[1]] });
    for (const wrong of ['&page=0', '&page=1&page_size=0'])
      expect((await visitor().get(list + wrong)).status).toBe(400);
  });

  test('the first one turns a product without variants into one with variants', async () => {
    const id = await given.product({ stock: 5 });
    const body = { product: id, color_id: red, size_id: small, price: 100_000, stock_quantity: 3 };
    const added = answer(await admin.post('/api/product-variants/', body), Variant, 201);
    expect(await shown(id)).toMatchObject({
      has_variants: true,
      variants: [added],
      total_stock: 3,
      min_price: 100_000,
    });
    expect((await buy(id, added.id, 1)).status).toBe(201);
  });

  test('turn a product without variants into one with variants', async () => {
    const id = await given.product({ stock: 5 });
    const variants = answer(await put(id, [row(red, small, 100_000, 3)]), Variants);
    expect(await shown(id)).toMatchObject({ has_variants: true, variants, total_stock: 3 });
    expect((await buy(id, variants[0]!.id, 1)).status).toBe(201);
  });

  test('none leave a product without variants as it is', async () => {
    const id = await given.product({ stock: 5 });
    expect(answer(await put(id, []), Variants)).toEqual([]);
    expect(await shown(id)).toMatchObject({ has_variants: false, variants: [], total_stock: 5 });
  });

  test('none, and the removal of the last one, leave a product with variants sold out', async () => {
    const [emptied, single] = [await withVariants(), await product()];
    expect(answer(await put(emptied.id, []), Variants)).toEqual([]);
    const [last] = answer(await put(single.id, [row(red, small)]), Variants);
    expect((await admin.delete(`/api/product-variants/${last!.id}/`)).status).toBe(204);
    for (const { id } of [emptied, single])
      expect(await shown(id)).toMatchObject({ has_variants: true, variants: [], total_stock: 0 });
  });

  test('of which there are none leave the price of the product as its lowest one, also after an edit', async () => {
    const { id } = await made(admin, { has_variants: true, countInStock: undefined, price: 100_000 });
    const edit = async (price: number) => {
      const fields = await fieldsOf({ has_variants: true, countInStock: undefined, price });
      expect((await send(admin, 'put', `/api/products/${id}/`, { fields })).status).toBe(200);
    };
    await edit(200_000);
    expect(await shown(id)).toMatchObject({ price: 200_000, min_price: 200_000 });
    const [last] = answer(await put(id, [row(red, small, 90_000)]), Variants);
    await edit(210_000);
    expect(await shown(id)).toMatchObject({ price: 210_000, min_price: 90_000, total_stock: 10 });
    expect((await admin.delete(`/api/product-variants/${last!.id}/`)).status).toBe(204);
    await edit(220_000);
    expect(await shown(id)).toMatchObject({ price: 220_000, min_price: 220_000, total_stock: 0 });
  });

  test('keep the id of every pair that stays, in any order', async () => {
    const { id, variants } = await withVariants();
    const [first, second, third] = variants;
    const after = answer(
      await put(id, [row(blue, small, 111_000, 1), row(red, large), row(red, small, 100_000, 7)]),
      Variants,
    );
    expect(after.map((variant) => [variant.id, variant.price, variant.stock_quantity])).toEqual([
      [first!.id, 100_000, 7],
      [second!.id, 100_000, 10],
      [third!.id, 111_000, 1],
    ]);
    // The audit log names only what differs.
    expect((await logOf(id))[0]?.after).toEqual({
      'Đỏ, S': { price: 100_000, stock_quantity: 7 },
      'Xanh, S': { price: 111_000, stock_quantity: 1 },
      'Xanh, L': null,
    });
    expect(answer(await put(id, []), Variants)).toEqual([]);
    expect(await shown(id)).toMatchObject({ total_stock: 0, min_price: 150_000 });
  });

  test('saved without a difference change nothing and are not audited', async () => {
    const { id, variants } = await withVariants();
    const rows = variants.map(({ color, size, price, stock_quantity }) =>
      row(color.id, size.id, price, stock_quantity),
    );
    const lines = (await logOf(id)).length;
    const { version } = answer(await admin.get(`/api/admin/products/${id}/`), AdminProduct);
    expect(answer(await expectUnchanged(() => put(id, rows, { version })), Variants)).toEqual(variants);
    expect(await logOf(id)).toHaveLength(lines);
  });

  test('saved five times at once with one version are saved once, and the others answer 409', async () => {
    const { id } = await withVariants();
    const { version } = answer(await admin.get(`/api/admin/products/${id}/`), AdminProduct);
    const replies = await times(5, (nth) => put(id, [row(red, small, 1_000 * nth)], { version }));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect((await put(id, [], { version })).body).toMatchObject({ version: expect.any(Number) as number });
    answer(await put(id, [row(red, large)]), Variants);
  });

  test('keep the sales made since they were read', async () => {
    const { id, variants } = await withVariants();
    answer(await buy(id, variants[0]!.id, 4), Placed, 201);
    const based = (stock_quantity: number) => [{ ...row(red, small, 100_000, stock_quantity), stock_was: 10 }];
    const { version } = answer(await admin.get(`/api/admin/products/${id}/`), AdminProduct);
    expect(answer(await put(id, based(10), { version }), Variants)[0]?.stock_quantity).toBe(6);
    expect(answer(await put(id, based(15)), Variants)[0]?.stock_quantity).toBe(11);
    const tooMuch = await expectUnchanged(() => put(id, [{ ...row(red, small, 1, 0), stock_was: 12 }]));
    expect([tooMuch.status, tooMuch.body.error]).toEqual([409, '“Đỏ, S” chỉ còn 11 chiếc, không thể bớt 12']);
    // Of a pair that is new to the shop there was nothing.
    expect(answer(await put(id, [{ ...row(blue, small, 1, 5), stock_was: 3 }]), Variants)[0]?.stock_quantity).toBe(5);
    expect(answer(await put(id, [row(blue, small, 1, 2)]), Variants)[0]?.stock_quantity).toBe(2);
  });

  test.each<[string, () => object[] | undefined, string]>([
    ['one pair twice', () => [row(red, small), row(blue, small), row(red, small, 1)], 'variants'],
    ['an unknown colour', () => [row(red, small), row(999_999, small)], 'variants.1.color_id'],
    ['an unknown size', () => [row(red, 999_999)], 'variants.0.size_id'],
    ['no colour', () => [{ ...row(red, small), color_id: undefined }], 'variants.0.color_id'],
    ['a price that is text', () => [{ ...row(red, small), price: '100000' }], 'variants.0.price'],
    ['a price below 0', () => [row(red, small, -1)], 'variants.0.price'],
    ['half a piece', () => [row(red, small, 1, 0.5)], 'variants.0.stock_quantity'],
    ['too many pieces', () => [row(red, small, 1, 1_000_001)], 'variants.0.stock_quantity'],
    ['none at all', () => undefined, 'variants'],
  ])('with %s are refused, and nothing is changed', async (_what, rows, field) => {
    const { id } = await withVariants();
    const reply = await expectUnchanged(() => put(id, rows() as object[]));
    expect(reply.status).toBe(400);
    expect(reply.body[field]).toContain(reply.body.error);
  });

  test('of an unknown product answer 404', async () => {
    expect((await put(999_999, [])).status).toBe(404);
  });

  test('are accepted in a body of up to 1 MB', async () => {
    const { id } = await product();
    const ids = async (table: 'colors' | 'sizes') =>
      (await times(60, (nth) => named(table, 'name', `Nhiều ${nth}`))).toSorted((a, b) => a - b);
    const [colors, sizes] = [await ids('colors'), await ids('sizes')];
    const rows = colors.flatMap((color) => sizes.map((size) => row(color, size)));
    expect(JSON.stringify(rows).length).toBeGreaterThan(200_000);
    expect(answer(await put(id, rows), Variants)).toHaveLength(3_600);
    expect((await put(id, rows, { note: 'x'.repeat(900_000) })).status).toBe(413);
    // Other bodies keep their own limit.
    expect((await admin.post('/api/product-variants/', { note: 'x'.repeat(110_000) })).status).toBe(413);
  });
});

describe('one variant', () => {
  test('is added, once for each colour and size', async () => {
    const { id } = await product();
    const wanted = { product: id, ...row(red, small, 70_000, 2) };
    const added = answer(await admin.post('/api/product-variants/', wanted), Variant, 201);
    expect(added).toMatchObject({ product: id, price: 70_000, stock_quantity: 2, color: { name: 'Đỏ' } });
    expect((await shown(id)).variants).toEqual([added]);
    const twin = await expectUnchanged(() => admin.post('/api/product-variants/', { ...wanted, price: 1 }));
    expect(twin.status).toBe(409);
    const at = await times(4, () => admin.post('/api/product-variants/', { ...wanted, size_id: large }));
    expect(at.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    expect((await logOf(id)).slice(0, 2)).toMatchObject([
      { after: { 'Đỏ, L': { price: 70_000 } } },
      { after: { 'Đỏ, S': { price: 70_000 } } },
    ]);
  });

  test.each(['product', 'color_id', 'size_id', 'price', 'stock_quantity'])(
    'with a wrong %s is refused',
    async (field) => {
      const { id } = await product();
      const wanted = { product: id, ...row(red, small) };
      const wrong: unknown[] =
        field.endsWith('id') || field === 'product' ? [undefined, 0, 'x', 999_999] : [undefined, -1, '1'];
      for (const value of wrong) {
        const reply = await expectUnchanged(() => admin.post('/api/product-variants/', { ...wanted, [field]: value }));
        expect([reply.status, reply.body[field]]).toEqual([400, [expect.any(String)]]);
      }
    },
  );

  test('is removed, and its orders keep it', async () => {
    const { id, variants } = await withVariants();
    const variant = variants[0]!;
    const { id: order } = answer(await buy(id, variant.id, 2), Placed, 201);
    expect((await admin.delete(`/api/product-variants/${variant.id}/`)).status).toBe(204);
    expect((await shown(id)).variants.map((each) => each.id)).toEqual(variants.slice(1).map((each) => each.id));
    expect((await logOf(id))[0]).toMatchObject({
      before: { 'Đỏ, S': { stock_quantity: 8 } },
      after: { 'Đỏ, S': null },
    });
    const kept: unknown = await shop().db.query('SELECT variant_id, color, size FROM order_items WHERE order_id = $1', [
      order,
    ]);
    expect(kept).toEqual([{ variant_id: variant.id, color: 'Đỏ', size: 'S' }]);
    expect((await admin.delete(`/api/product-variants/${variant.id}/`)).status).toBe(404);
    const gone = await buy(id, variant.id, 1);
    expect(gone.status).toBe(400);
  });
});

describe('a product saved with its variants', () => {
  const variantsOf = (rows: object[]) => ({
    has_variants: true,
    countInStock: undefined,
    variants: JSON.stringify(rows),
  });

  test('is created with them, and the audit log has both', async () => {
    const saved = await made(admin, variantsOf([row(red, small, 90_000, 3), row(blue, large, 120_000, 4)]));
    expect(saved).toMatchObject({ has_variants: true, min_price: 90_000, total_stock: 7, variants: { length: 2 } });
    expect((await shown(saved.id)).variants).toEqual(saved.variants);
    expect((await logOf(saved.id)).map(({ action }) => action)).toEqual(['update', 'create']);
  });

  test('keeps the id of each pair that stays, and the pieces that were sold meanwhile', async () => {
    const { id, variants } = await withVariants();
    const [first] = variants;
    expect((await buy(id, first!.id, 2)).status).toBe(201);
    const { version } = answer(await admin.get(`/api/admin/products/${id}/`), AdminProduct);
    const rows = [{ ...row(red, small, 110_000, 10), stock_was: 10 }];
    const fields = await fieldsOf({ name: 'Áo mới', version, ...variantsOf(rows) });
    const saved = answer(await send(admin, 'put', `/api/products/${id}/`, { fields }), AdminProduct);
    expect(saved).toMatchObject({ name: 'Áo mới', variants: [{ id: first!.id, price: 110_000, stock_quantity: 8 }] });
  });

  test('is not saved at all when one of them is refused', async () => {
    const { id } = await withVariants();
    const before = await shown(id);
    for (const rows of [[row(red, 999_999)], [row(red, small, -1)], [row(red, small), row(red, small)]]) {
      const fields = await fieldsOf({ name: 'Áo mới', ...variantsOf(rows) });
      expect((await send(admin, 'put', `/api/products/${id}/`, { fields })).status).toBe(400);
    }
    expect(await shown(id)).toEqual(before);
    const fields = await fieldsOf({ name: 'Áo mới', ...variantsOf([row(red, small), row(red, 999_999)]) });
    const reply = await send(admin, 'post', '/api/products/', { fields });
    expect(reply.body).toMatchObject({ 'variants.1.size_id': ['Kích cỡ không tồn tại'] });
  });

  test('keeps its variants when the request has none; a text that is no JSON, or variants without has_variants, are 400', async () => {
    const { id, variants } = await withVariants();
    const kept = await fieldsOf({ has_variants: true, countInStock: undefined });
    const saved = answer(await send(admin, 'put', `/api/products/${id}/`, { fields: kept }), AdminProduct);
    expect(saved.variants).toEqual(variants);
    for (const wrong of [
      { has_variants: true, variants: '[{' },
      { has_variants: false, variants: '[]' },
    ]) {
      const reply = await send(admin, 'put', `/api/products/${id}/`, { fields: await fieldsOf(wrong) });
      expect([reply.status, Object.keys(reply.body as object)]).toEqual([400, expect.arrayContaining(['variants'])]);
    }
  });
});
