import { Brand, Color, ListProduct, Product, ProductPage, Size, Variant } from '../../src/contract/catalog/catalog.js';
import { AdminProduct } from '../../src/contract/catalog/products.js';
import { useGoods } from './goods.js';
import { SUFFIX, call, expectError, form, hasAdmin, picture, read } from './caller.js';

const withAdmin = hasAdmin ? describe : describe.skip;
const NO_ID = 2_147_483_647;

const goods = useGoods();

withAdmin('the catalogue (needs SHOP_ADMIN_USERNAME, SHOP_ADMIN_PASSWORD)', () => {
  test('a product is created, read, listed, edited and deleted', async () => {
    const { id } = await goods.product({ image: await picture() });
    const shown = read(await call('GET', `/api/products/${id}/`), Product);
    expect(shown).toMatchObject({ id, price: 10_000, countInStock: 20, has_variants: false, brand: goods.brand });
    expect(shown.images).toHaveLength(1);
    const list = read(await call('GET', `/api/products/?brand=${goods.brand}`), ListProduct.array());
    expect(list.map((product) => product.id)).toEqual([id]);
    const body = form({ ...goods.fields, price: 12_000 });
    expect(read(await call('PUT', `/api/products/${id}/`, { access: goods.admin, body }), AdminProduct).price).toBe(
      12_000,
    );
    expect((await call('DELETE', `/api/products/${id}/`, { access: goods.admin })).status).toBe(204);
    expectError(await call('GET', `/api/products/${id}/`), 404);
  });

  test('a page of what is in stock leaves out what is sold out', async () => {
    const [kept] = [await goods.product(), await goods.product({ countInStock: 0 })];
    const page = await call('GET', `/api/products/?page=1&brand=${goods.brand}&in_stock=true`);
    expect(read(page, ProductPage).results.map(({ id }) => id)).toEqual([kept.id]);
  });

  test('products are filtered by keyword, colour and size', async () => {
    const [red, blue] = goods.colors;
    const plain = await goods.product();
    const { id } = await goods.product({ name: `Áo măng tô ${SUFFIX}`, has_variants: true });
    const variant = { product: id, color_id: red, size_id: goods.size, price: 10_000, stock_quantity: 1 };
    read(await call('POST', '/api/product-variants/', { access: goods.admin, body: variant }), Variant, 201);
    const search = async (query: string) => {
      const page = await call('GET', `/api/products/?page=1&brand=${goods.brand}&${query}`);
      return read(page, ProductPage).results.map((product) => product.id);
    };
    expect(await search(`keyword=${encodeURIComponent('ao mang to')}`)).toEqual([id]);
    expect(await search(`color=${red}`)).toEqual([id]);
    expect(await search(`color=${blue}`)).toEqual([]);
    expect(await search(`size=${goods.size}`)).toEqual([id]);
    for (const each of [plain.id, id])
      expect((await call('DELETE', `/api/products/${each}/`, { access: goods.admin })).status).toBe(204);
  });

  test('variants are replaced as a set, keep their ids, and are added and removed one by one', async () => {
    const { id } = await goods.product({ has_variants: true, countInStock: '' });
    const row = (color_id: number, price: number) => ({ color_id, size_id: goods.size, price, stock_quantity: 5 });
    const put = (variants: object[]) =>
      call('PUT', `/api/products/${id}/variants/`, { access: goods.admin, body: { variants } });
    const [red, blue] = goods.colors;
    const [first] = read(await put([row(red, 10_000)]), Variant.array());
    const both = read(await put([row(red, 11_000), row(blue, 12_000)]), Variant.array());
    expect(both.map((variant) => variant.id)).toContain(first!.id);
    expect(read(await call('GET', `/api/products/${id}/variants/${red}/${goods.size}/`), Variant).price).toBe(11_000);
    expect(read(await call('GET', `/api/product-variants/?product=${id}`), Variant.array())).toHaveLength(2);
    const twin = await call('POST', '/api/product-variants/', {
      access: goods.admin,
      body: { product: id, ...row(red, 1) },
    });
    expectError(twin, 409);
    expect((await call('DELETE', `/api/product-variants/${first!.id}/`, { access: goods.admin })).status).toBe(204);
    expectError(await call('GET', `/api/products/${id}/variants/${red}/${goods.size}/`), 404);
    expectError(await put([row(NO_ID, 1)]), 400);
  });

  test.each([
    ['colors', Color, { hex_code: '#ffffff' }],
    ['sizes', Size, {}],
  ] as const)('renaming an entry of /api/%s/ answers 200, an unknown entry 404', async (list, schema, rest) => {
    const id = list === 'colors' ? goods.colors[0] : goods.size;
    const name = `Đổi tên ${goods.brand}`;
    const body = { name, ...rest };
    expect(read(await call('PUT', `/api/${list}/${id}/`, { access: goods.admin, body }), schema).name).toBe(name);
    expectError(await call('PUT', `/api/${list}/${NO_ID}/`, { access: goods.admin, body }), 404);
    expectError(await call('POST', `/api/${list}/`, { access: goods.admin, body: { name: '' } }), 400);
  });

  test.each(['brands', 'category'] as const)(
    'an administrator changes the texts and the picture of an entry of /api/%s/',
    async (list) => {
      const at = `/api/${list}/${list === 'brands' ? goods.brand : goods.category}/`;
      const body = form({ title: `Đổi tên ${goods.brand}`, description: 'Mới', image: await picture() });
      const changed = read(await call('PUT', at, { access: goods.admin, body }), Brand);
      expect(changed).toMatchObject({ title: `Đổi tên ${goods.brand}`, image: expect.stringMatching(/^\/media\//) });
      expectError(await call('PUT', at, { access: goods.admin, body: form({ title: '' }) }), 400);
      expectError(await call('POST', `/api/${list}/`, { access: goods.admin, body: {} }), 400);
      expectError(await call('DELETE', `/api/${list}/${NO_ID}/`, { access: goods.admin }), 404);
    },
  );
});
