import { ListProduct, Product, Variant } from '../../src/contract/catalog/catalog.js';
import { AdminProduct } from '../../src/contract/catalog/products.js';
import { TEXTS } from '../../src/contract/rules.js';
import { useGoods } from './goods.js';
import { SUFFIX, call, expectError, form, hasAdmin, picture, read } from './caller.js';

const withAdmin = hasAdmin ? describe : describe.skip;
const NO_ID = 2_147_483_647;

const goods = useGoods(`Hàng kiểm thử ${SUFFIX}`);

test.each(['0', '-1', 'abc', '1e3', '9223372036854775808', NO_ID])('product %s is not found', async (id) => {
  const reply = await call('GET', `/api/products/${id}/`);
  expectError(reply, 404);
});

test('an unknown product is said to be missing', async () => {
  expect((await call('GET', `/api/products/${NO_ID}/`)).body).toMatchObject({ error: TEXTS.productNotFound });
  expectError(await call('GET', `/api/products/${NO_ID}/related/`), 404);
  expectError(await call('GET', `/api/products/${NO_ID}/reviews/`), 404);
});

withAdmin('products (need SHOP_ADMIN_USERNAME, SHOP_ADMIN_PASSWORD)', () => {
  const asAdmin = (method: string, path: string, body?: object) => call(method, path, { access: goods.admin, body });
  const shown = async (id: number) => read(await call('GET', `/api/products/${id}/`), Product);
  const row = (color_id: number, price: number, stock_quantity: number) => ({
    color_id,
    size_id: goods.size,
    price,
    stock_quantity,
  });

  test('a new product is new, unrated and unsold, and shows what it cost before', async () => {
    const { id } = await goods.product({ price: 80_000, oldPrice: 100_000 });
    expect(await shown(id)).toMatchObject({
      ...{ price: 80_000, oldPrice: 100_000, discount: 20, min_price: 80_000, is_new: true },
      ...{ rating: 0, numReviews: 0, total_sold: 0, countInStock: 20, total_stock: 20 },
      ...{ variants: [], reviews: [], rating_breakdown: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 } },
    });
  });

  test('a product with variants costs its cheapest one, and has the stock of all', async () => {
    const [red, blue] = goods.colors;
    const { id } = await goods.product({ has_variants: true, countInStock: '' });
    await asAdmin('PUT', `/api/products/${id}/variants/`, { variants: [row(red, 90_000, 2), row(blue, 70_000, 3)] });
    const product = await shown(id);
    expect(product).toMatchObject({ min_price: 70_000, total_stock: 5, countInStock: 5, has_variants: true });
    expect(product.variants).toHaveLength(2);
    expect(product.available_colors.map((color) => color.id).toSorted()).toEqual([red, blue].toSorted());
    expect(product.available_sizes.map((size) => size.id)).toEqual([goods.size]);
  });

  test.each([
    ['name', { name: ' ' }],
    ['name', { name: 'a'.repeat(256) }],
    ['price', { price: 'x' }],
    ['price', { price: -1 }],
    ['price', { price: 1.5 }],
    ['countInStock', { countInStock: -1 }],
    ['brand', { brand: NO_ID }],
    ['category', { category: 'x' }],
    ['oldPrice', { oldPrice: 9_000 }],
  ])('a product with a wrong %s answers 400 with the field', async (field, wrong) => {
    const reply = await asAdmin('POST', '/api/products/', form({ ...goods.fields, ...wrong }));
    expectError(reply, 400);
    expect(reply.body).toHaveProperty(field, [expect.any(String)]);
  });

  test('money as a text in JSON answers 400', async () => {
    expectError(await asAdmin('POST', '/api/products/', { ...goods.fields, price: '10000' }), 400);
  });

  test('a product takes a main picture and 8 others, no ninth, and no text as a picture', async () => {
    const withPictures = async (count: number) => {
      const body = form({ ...goods.fields, image: await picture() });
      for (let i = 0; i < count; i += 1) body.append('images', await picture('png', `#${i}0a0c0`));
      return body;
    };
    const { id } = await goods.product();
    const at = `/api/products/${id}/`;
    const saved = read(await asAdmin('PUT', at, await withPictures(8)), AdminProduct);
    expect(saved.images).toHaveLength(9);
    expectError(await asAdmin('PUT', at, await withPictures(9)), 400);
    const text = new Blob(['không phải ảnh'], { type: 'image/png' });
    expectError(await asAdmin('PUT', at, form({ ...goods.fields, image: text })), 415);
  });

  test('an unknown product is neither edited nor deleted', async () => {
    expectError(await asAdmin('PUT', `/api/products/${NO_ID}/`, form(goods.fields)), 404);
    expectError(await asAdmin('DELETE', `/api/products/${NO_ID}/`), 404);
    expectError(await asAdmin('PUT', `/api/products/${NO_ID}/variants/`, { variants: [] }), 404);
    expectError(await asAdmin('DELETE', `/api/product-variants/${NO_ID}/`), 404);
  });

  test('at most 4 related products, of the same category, never the product itself', async () => {
    const products = [];
    for (let i = 0; i < 6; i += 1) products.push(await goods.product());
    const { id } = products[0]!;
    const related = read(await call('GET', `/api/products/${id}/related/`), ListProduct.array());
    expect(related).toHaveLength(4);
    expect(new Set(related.map(({ category }) => category))).toEqual(new Set([goods.category]));
    expect(related.map((product) => product.id)).not.toContain(id);
  });

  test('a colour and size twice in one set answers 400 and changes nothing; an unknown pair is not found', async () => {
    const [red, blue] = goods.colors;
    const { id } = await goods.product({ has_variants: true, countInStock: '' });
    const at = `/api/products/${id}/variants/`;
    await asAdmin('PUT', at, { variants: [row(red, 10_000, 1)] });
    expectError(await asAdmin('PUT', at, { variants: [row(blue, 10_000, 1), row(blue, 11_000, 1)] }), 400);
    const variants = read(await call('GET', `/api/product-variants/?product=${id}`), Variant.array());
    expect(variants.map(({ color }) => color.id)).toEqual([red]);
    expectError(await call('GET', `${at}${blue}/${goods.size}/`), 404);
    expectError(await call('GET', '/api/product-variants/?product=x'), 400);
  });

  test.each([
    ['an unknown product', { product: NO_ID }],
    ['an unknown colour', { color_id: NO_ID }],
    ['an unknown size', { size_id: NO_ID }],
    ['a negative price', { price: -1 }],
    ['a negative stock', { stock_quantity: -1 }],
  ])('a variant with %s answers 400 with the field', async (_what, wrong) => {
    const { id } = await goods.product({ has_variants: true, countInStock: '' });
    const body = { product: id, ...row(goods.colors[0], 10_000, 1), ...wrong };
    const reply = await asAdmin('POST', '/api/product-variants/', body);
    expectError(reply, 400);
    expect(reply.body).toHaveProperty(Object.keys(wrong)[0]!, [expect.any(String)]);
  });

  test('a colour, a size, a brand and a category in use are not deleted', async () => {
    const { id } = await goods.product({ has_variants: true, countInStock: '' });
    await asAdmin('PUT', `/api/products/${id}/variants/`, { variants: [row(goods.colors[0], 10_000, 1)] });
    expectError(await asAdmin('DELETE', `/api/colors/${goods.colors[0]}/`), 409);
    expectError(await asAdmin('DELETE', `/api/sizes/${goods.size}/`), 409);
    expectError(await asAdmin('DELETE', `/api/brands/${goods.brand}/`), 409);
    expectError(await asAdmin('DELETE', `/api/category/${goods.category}/`), 409);
  });
});
