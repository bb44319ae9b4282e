import { ListProduct, Product, Review } from '../../src/contract/catalog/catalog.js';
import { AdminReview, ReviewPage } from '../../src/contract/catalog/reviews.js';
import { pageSchema } from '../../src/contract/common.js';
import { TEXTS } from '../../src/contract/rules.js';
import { Buyer } from './buyer.js';
import { useGoods } from './goods.js';
import { SUFFIX, call, expectError, hasAdmin, read } from './caller.js';

const withAdmin = hasAdmin ? describe : describe.skip;
const NO_ID = 2_147_483_647;

let buyer: Buyer;
let other: Buyer;
let product: number;

// Before the shop closes.
afterAll(async () => {
  for (const account of [buyer, other]) await account?.close();
});
const goods = useGoods(`Nhận xét kiểm thử ${SUFFIX}`);

withAdmin('reviews and favourites (need SHOP_ADMIN_USERNAME, SHOP_ADMIN_PASSWORD)', () => {
  beforeAll(async () => {
    product = (await goods.product()).id;
    [buyer, other] = [await Buyer.of(goods.admin, product), await Buyer.of(goods.admin, product)];
  });

  const reviewsOf = (id: number) => `/api/products/${id}/reviews/`;

  test.each([
    ['rating', { rating: 0 }],
    ['rating', { rating: 6 }],
    ['rating', { rating: 4.5 }],
    ['rating', { rating: '5' }],
    ['comment', { comment: '   ' }],
    ['comment', { comment: 'a'.repeat(2_001) }],
    ['comment', { comment: undefined }],
  ])('a review with a wrong %s answers 400 with the field', async (field, wrong) => {
    const reply = await buyer.post(reviewsOf(product), { rating: 5, comment: 'Đẹp', ...wrong });
    expectError(reply, 400);
    expect(reply.body).toHaveProperty(field, [expect.any(String)]);
  });

  test('an unknown product is not reviewed', async () => {
    expectError(await buyer.post(reviewsOf(NO_ID), { rating: 5, comment: 'Đẹp' }), 404);
  });

  test('a user reviews a product once; who has bought it is a verified buyer; the rating is the mean of all', async () => {
    const { code } = await goods.coupon({ discount_amount: 1_000_000_000 });
    await buyer.deliver(await buyer.place({ coupon_code: code }));
    const write = async (by: Buyer, rating: number, comment: string) =>
      read(await by.post(reviewsOf(product), { rating, comment }), Review, 201);
    const first = await write(buyer, 5, ` ${'a'.repeat(2_000)} `);
    expect(first).toMatchObject({ rating: 5, comment: 'a'.repeat(2_000), verified_purchase: true });
    expect(first.user_info.username).toBe(buyer.account.username);
    const second = await write(other, 2, 'Hơi mỏng');
    expect(second.verified_purchase).toBe(false);
    const again = await buyer.post(reviewsOf(product), { rating: 1, comment: 'Lần nữa' });
    expectError(again, 400);
    expect(again.body).toMatchObject({ error: TEXTS.alreadyReviewed });

    const shown = read(await call('GET', `/api/products/${product}/`), Product);
    expect(shown).toMatchObject({ rating: 3.5, numReviews: 2, rating_breakdown: { 1: 0, 2: 1, 3: 0, 4: 0, 5: 1 } });
    expect(shown.reviews.map(({ id }) => id)).toEqual([second.id, first.id]);
    const page = async (query: string) => read(await call('GET', `${reviewsOf(product)}?${query}`), ReviewPage);
    expect((await page('page=2&page_size=1')).results.map(({ id }) => id)).toEqual([first.id]);
    expect(await page('page=3&page_size=1')).toMatchObject({ count: 2, results: [] });
    expectError(await call('GET', `${reviewsOf(product)}?page=0`), 400);
    const all = await call('GET', `/api/reviews/?page=1&product=${product}`, { access: goods.admin });
    expect(read(all, pageSchema(AdminReview)).results.map(({ id }) => id)).toEqual([second.id, first.id]);

    const at = `${reviewsOf(product)}${second.id}/`;
    const change = (path: string, rating: number) =>
      call('PUT', path, { access: goods.admin, body: { rating, comment: 'Ổn' } });
    expectError(await change(at, 0), 400);
    expectError(await change(`${reviewsOf((await goods.product()).id)}${second.id}/`, 4), 404);
    expect((await change(at, 4)).status).toBe(200);
    expect(read(await call('GET', `/api/products/${product}/`), Product).rating).toBe(4.5);
    expectError(await call('DELETE', at, { access: other.account.access }), 403);
    for (const status of [204, 404]) expect((await call('DELETE', at, { access: goods.admin })).status).toBe(status);
    expect(read(await call('GET', `/api/products/${product}/`), Product).numReviews).toBe(1);
  });

  test('favourites are one’s own, newest first, each once; an unknown product is none', async () => {
    const ids = [product, (await goods.product()).id];
    for (const product_id of ids) expect((await buyer.post('/api/favorites/', { product_id })).status).toBe(201);
    const list = await buyer.get('/api/favorites/');
    expect(read(list, ListProduct.array()).map(({ id }) => id)).toEqual(ids.toReversed());
    expect(list.headers.get('cache-control')).toContain('no-store');
    expect((await other.get('/api/favorites/')).body).toEqual([]);
    expectError(await buyer.post('/api/favorites/', { product_id: NO_ID }), 404);
    expectError(await buyer.post('/api/favorites/', { product_id: 'x' }), 400);
    const [access, body] = [buyer.account.access, { product_id: product }];
    expect((await buyer.post('/api/favorites/', body)).status).toBe(200);
    for (let i = 0; i < 2; i += 1) expect((await call('DELETE', '/api/favorites/', { access, body })).status).toBe(204);
    expect(read(await buyer.get('/api/favorites/'), ListProduct.array()).map(({ id }) => id)).toEqual([ids[1]]);
  });
});
