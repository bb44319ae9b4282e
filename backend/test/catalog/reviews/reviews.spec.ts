import { AuditEntry } from '../../../src/contract/administration/audit.js';
import { Product, Review } from '../../../src/contract/catalog/catalog.js';
import { pageSchema } from '../../../src/contract/common.js';
import { AdminReview, OwnReview, ReviewPage } from '../../../src/contract/catalog/reviews.js';
import { TEXTS } from '../../../src/contract/rules.js';
import { changeCatalogue, stock } from '../stocked.js';
import { eventually } from '../../support/payments/card.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { given, statuses, times, type Shopper } from '../../support/given.js';

openShop();

let admin: Shopper;
beforeAll(async () => {
  admin = await given.admin();
});

const review = (shopper: Shopper, product: number, rating: unknown = 5, comment: unknown = 'Rất đẹp') =>
  shopper.post(`/api/products/${product}/reviews/`, { rating, comment });
const readProduct = async (product: number) => answer(await visitor().get(`/api/products/${product}/`), Product);
const page = async (product: number, query: string) =>
  answer(await visitor().get(`/api/products/${product}/reviews/?${query}`), ReviewPage);
const oneProduct = async () => (await stock({ name: 'Áo linen' }))[0] ?? 0;
const archive = (product: number) =>
  changeCatalogue('UPDATE products SET archived_at = now() WHERE id = $1', [product]);

/** A product with one review for each of these stars, the last one the newest. */
async function reviewed(...stars: number[]): Promise<{ product: number; ids: number[] }> {
  const product = await oneProduct();
  const ids: number[] = [];
  for (const rating of stars) {
    const reply = await review(await given.shopper(), product, rating, `${rating} sao`);
    ids.push(answer(reply, OwnReview, 201).id);
  }
  return { product, ids };
}

describe('writing a review', () => {
  test('shows at once in the product, its average, count and histogram', async () => {
    const shopper = await given.shopper();
    const product = await oneProduct();
    expect(await readProduct(product)).toMatchObject({ rating: 0, numReviews: 0, reviews: [] });
    const written = answer(await review(shopper, product, 4, '  Vải mát\n'), OwnReview, 201);
    expect(written).toMatchObject({
      name: shopper.username,
      user_info: { username: shopper.username },
      rating: 4,
      comment: 'Vải mát',
      verified_purchase: false,
    });
    answer(await review(await given.shopper(), product, 5), OwnReview, 201);
    const { reviews, ...counted } = await readProduct(product);
    expect(counted).toMatchObject({
      rating: 4.5,
      numReviews: 2,
      rating_breakdown: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 1 },
    });
    expect(reviews[1]).toEqual(Review.parse(written));
  });

  test('is possible once for each shopper and product', async () => {
    const shopper = await given.shopper();
    const product = await oneProduct();
    await review(shopper, product);
    const again = await review(shopper, product, 1, 'Đổi ý');
    expect([again.status, again.body.detail]).toEqual([400, 'Bạn đã đánh giá sản phẩm này']);
    expect(TEXTS.alreadyReviewed).toBe(again.body.detail);
    expect((await review(shopper, await oneProduct())).status).toBe(201);
    expect(await readProduct(product)).toMatchObject({ rating: 5, numReviews: 1 });
  });

  test('ten times at once stores one review', async () => {
    const shopper = await given.shopper();
    const product = await oneProduct();
    expect(statuses(await times(10, () => review(shopper, product)))).toEqual({ 201: 1, 400: 9 });
    expect(await readProduct(product)).toMatchObject({ numReviews: 1 });
  });

  test('while another one is being written waits for it, and both are counted', async () => {
    const [lan, minh, product] = [await given.shopper(), await given.shopper(), await oneProduct()];
    const { db } = shop();
    const isWaiting = async () => {
      const [row]: { waiting: boolean }[] = await db.query(
        `SELECT count(*) > 0 AS waiting FROM pg_locks JOIN pg_stat_activity USING (pid)
         WHERE datname = current_database() AND NOT granted`,
      );
      return row?.waiting;
    };
    const second = await db.transaction(async (tx) => {
      await tx.query(`INSERT INTO reviews (product_id, user_id, rating, comment) VALUES ($1, $2, 1, 'x')`, [
        product,
        lan.id,
      ]);
      const sent = review(minh, product, 5);
      await eventually(isWaiting, true);
      return { sent };
    });
    expect((await second.sent).status).toBe(201);
    expect(await readProduct(product)).toMatchObject({ rating: 3, numReviews: 2, rating_breakdown: { 1: 1, 5: 1 } });
  });

  test.each([
    ['no stars', { rating: undefined }, 'rating', 'Vui lòng chọn từ 1 đến 5 sao'],
    ['0 stars', { rating: 0 }, 'rating', 'Vui lòng chọn từ 1 đến 5 sao'],
    ['6 stars', { rating: 6 }, 'rating', 'Vui lòng chọn từ 1 đến 5 sao'],
    ['half a star', { rating: 4.5 }, 'rating', 'Vui lòng chọn từ 1 đến 5 sao'],
    ['stars as text', { rating: '5' }, 'rating', 'Vui lòng chọn từ 1 đến 5 sao'],
    ['no comment', { comment: undefined }, 'comment', 'Vui lòng nhập nhận xét'],
    ['a blank comment', { comment: ' \n\t' }, 'comment', 'Vui lòng nhập nhận xét'],
    ['a comment that is a number', { comment: 5 }, 'comment', 'Vui lòng nhập nhận xét'],
    ['too long a comment', { comment: 'x'.repeat(2_001) }, 'comment', 'Tối đa 2000 ký tự'],
    ['a zero byte', { comment: 'a\u0000b' }, 'comment', 'Không được chứa ký tự rỗng'],
  ])('with %s is a 400', async (_what, fields, field, sentence) => {
    const product = await oneProduct();
    const reply = await (
      await given.shopper()
    ).post(`/api/products/${product}/reviews/`, { rating: 5, comment: 'Đẹp', ...fields });
    expect(reply.status).toBe(400);
    if (field) expect(reply.body[field]).toEqual([sentence]);
    expect((await readProduct(product)).numReviews).toBe(0);
  });

  test('takes 2,000 characters after trimming', async () => {
    const [shopper, product] = [await given.shopper(), await oneProduct()];
    expect((await review(shopper, product, 5, ` ${'đ'.repeat(2_000)} `)).status).toBe(201);
  });

  test('of an unknown or archived product is a 404', async () => {
    const shopper = await given.shopper();
    const gone = await oneProduct();
    await archive(gone);
    for (const id of [gone, 2_147_483_647, 0]) expect((await review(shopper, id)).status).toBe(404);
    expect((await shopper.post('/api/products/abc/reviews/', { rating: 5, comment: 'x' })).status).toBe(404);
  });
});

describe('a verified purchase', () => {
  const isVerified = async (product: number) => (await readProduct(product)).reviews[0]?.verified_purchase;

  test('is a paid order with the product, until it is refunded', async () => {
    const shopper = await given.shopper({ balance: 200_000 });
    const { id, product } = await given.order(shopper);
    expect(answer(await review(shopper, product), OwnReview, 201).verified_purchase).toBe(false);
    expect(await isVerified(product)).toBe(false);

    await shopper.post('/api/paybox/payment/', { order_id: id });
    expect(await isVerified(product)).toBe(true);

    await shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' });
    expect(await isVerified(product)).toBe(true);
    expect((await admin.post(`/api/admin/paybox/refund/${id}/approve/`)).status).toBe(200);
    expect(await isVerified(product)).toBe(false);
    expect((await page(product, 'page=1')).results[0]?.verified_purchase).toBe(false);
  });

  test('marks the reviews of buyers, and no others', async () => {
    const [buyer, other] = [await given.shopper({ balance: 200_000 }), await given.shopper()];
    const { product } = await given.paidOrder(buyer);
    expect(answer(await review(buyer, product), OwnReview, 201).verified_purchase).toBe(true);
    expect(answer(await review(other, product), OwnReview, 201).verified_purchase).toBe(false);
  });
});

describe('reading a product’s reviews', () => {
  test('page by page, newest first, with the count', async () => {
    const { product, ids } = await reviewed(1, 2, 3);
    const first = await page(product, 'page=1&page_size=2');
    expect(first).toMatchObject({ count: 3, page: 1, page_size: 2 });
    expect(first.results.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    expect((await page(product, 'page=2&page_size=2')).results.map(({ id }) => id)).toEqual([ids[0]]);
    expect((await page(product, 'page=9&page_size=2')).results).toEqual([]);
  });

  test('filters by number of stars', async () => {
    const { product, ids } = await reviewed(5, 3, 5, 1);
    const fives = await page(product, 'page=1&rating=5');
    expect([fives.count, fives.results.map(({ id }) => id)]).toEqual([2, [ids[2], ids[0]]]);
    expect(await page(product, 'page=1&rating=2')).toMatchObject({ count: 0, results: [] });
    expect((await page(product, 'page=1&rating=')).count).toBe(4);
  });

  test('all of them without a page', async () => {
    const { product } = await reviewed(4, 5);
    const reply = await visitor().get(`/api/products/${product}/reviews/`);
    expect(answer(reply, Review.array())).toEqual((await readProduct(product)).reviews);
    expect(reply.headers).toMatchObject({ 'x-total-count': '2', 'cache-control': 'no-cache' });
  });

  test('answers 304 until the next review is written', async () => {
    const { product } = await reviewed(4);
    const path = `/api/products/${product}/reviews/?page=1`;
    const { headers } = await visitor().get(path);
    expect((await visitor().get(path, { 'If-None-Match': headers.etag ?? '' })).status).toBe(304);
    await review(await given.shopper(), product);
    expect((await page(product, 'page=1')).count).toBe(2);
  });

  test.each(['page=0', 'page=1&page_size=101', 'page=x', 'rating=0', 'rating=6', 'rating=5,4', 'rating=x'])(
    'with %s is a 400',
    async (query) => {
      const { product } = await reviewed();
      expect((await visitor().get(`/api/products/${product}/reviews/?${query}`)).status).toBe(400);
    },
  );

  test('of an unknown or archived product is a 404', async () => {
    const { product } = await reviewed(5);
    await archive(product);
    for (const id of [product, 2_147_483_647, 0]) {
      expect((await visitor().get(`/api/products/${id}/reviews/`)).status).toBe(404);
    }
  });
});

describe('looking after reviews', () => {
  const list = async (query: string) => answer(await admin.get(`/api/reviews/?${query}`), pageSchema(AdminReview));
  const change = (product: number, id: number | undefined, body: object = { rating: 2, comment: 'Đã sửa' }) =>
    admin.put(`/api/products/${product}/reviews/${id}/`, body);
  const remove = (product: number, id: number | undefined, by = admin) =>
    by.delete(`/api/products/${product}/reviews/${id}/`);

  test('lists every one, newest first, with its product, archived ones too', async () => {
    const { product, ids } = await reviewed(5, 1);
    await archive(product);
    const { results, count } = await list('page=1&page_size=2');
    expect(results.map(({ id }) => id)).toEqual([ids[1], ids[0]]);
    expect(results[0]?.product).toEqual({ id: product, name: 'Áo linen', image: null });
    const reply = await admin.get('/api/reviews/');
    expect(answer(reply, AdminReview.array())).toHaveLength(count);
    expect(reply.headers).toMatchObject({ 'x-total-count': String(count), 'cache-control': 'no-store' });
  });

  test('by stars, product, and words of comment, product or shopper, ignoring tones', async () => {
    const [silk = 0] = await stock({ name: 'Khăn lụa Vạn Phúc' });
    const shopper = await given.shopper();
    await shopper.patch('/auth/users/me/', { last_name: 'Đỗ' });
    const { id } = answer(await review(shopper, silk, 3, 'Màu hơi 100% khác ảnh'), OwnReview, 201);
    const matches = async (query: string) => (await list(`page=1&${query}`)).results.map((result) => result.id);
    expect(await matches(`product=${silk}`)).toEqual([id]);
    expect(await matches(`product=${silk}&rating=3`)).toEqual([id]);
    expect(await matches(`product=${silk}&rating=4`)).toEqual([]);
    expect(await matches('search=HOI%20100%25%20khac')).toEqual([id]);
    expect(await matches('search=lua%20van')).toEqual([id]);
    expect(await matches(`search=${encodeURIComponent(shopper.username.toUpperCase())}`)).toEqual([id]);
    // In the index of accounts, the e-mail stands between these. It finds no review itself.
    expect(await matches(`search=${encodeURIComponent(`${shopper.username} đỗ`)}`)).toEqual([id]);
    expect(await matches(`search=${encodeURIComponent(shopper.username)}@`)).toEqual([]);
    expect(await matches('search=hoi_100')).toEqual([]);
    expect((await list('page=1&search=')).count).toBeGreaterThan(1);
  });

  test('by days of the shop, and in another order', async () => {
    const { product, ids } = await reviewed(3, 5, 1);
    const [three, five, one] = ids;
    // Half past midnight in Việt Nam, which is the evening before in UTC.
    await changeCatalogue(`UPDATE reviews SET created_at = '2026-03-09T17:30:00Z' WHERE id = $1`, [three]);
    const search = async (query: string) =>
      (await list(`page=1&product=${product}&${query}`)).results.map((result) => result.id);
    expect(await search('from=2026-03-10&to=2026-03-10')).toEqual([three]);
    expect(await search('to=2026-03-09')).toEqual([]);
    expect(await search('from=2026-03-11')).toEqual([one, five]);
    expect(await search('sort=date-asc')).toEqual([three, five, one]);
    expect(await search('sort=rating-desc')).toEqual([five, three, one]);
    expect(await search('sort=rating-asc&from=&to=')).toEqual([one, three, five]);
  });

  test.each(['page=0', 'rating=9', 'product=abc', 'sort=best', 'from=2026-02-30', `search=${'x'.repeat(255)}`])(
    'with %s is a 400',
    async (query) => {
      expect((await admin.get(`/api/reviews/?${query}`)).status).toBe(400);
    },
  );

  test('a changed one changes average and histogram', async () => {
    const { product, ids } = await reviewed(5, 5);
    const changed = answer(await change(product, ids[0], { rating: 2, comment: ' Đã sửa ' }), OwnReview);
    expect(changed).toMatchObject({ id: ids[0], rating: 2, comment: 'Đã sửa' });
    expect(await readProduct(product)).toMatchObject({ rating: 3.5, rating_breakdown: { 2: 1, 5: 1 } });
    const bad = await change(product, ids[0], { rating: 6, comment: '' });
    expect(bad.status).toBe(400);
    expect(Object.keys(bad.body)).toEqual(expect.arrayContaining(['rating', 'comment']));
  });

  test('one that changed after its editor saw it is not overwritten', async () => {
    const { product, ids } = await reviewed(5);
    const was = { rating: 5, comment: (await readProduct(product)).reviews[0]?.comment };
    expect((await change(product, ids[0], { rating: 2, comment: 'Đã sửa', was })).status).toBe(200);
    const late = await change(product, ids[0], { rating: 4, comment: 'Sửa sau', was });
    expect([late.status, late.body.detail]).toEqual([409, expect.stringMatching(/vừa được thay đổi ở nơi khác/)]);
    expect((await readProduct(product)).reviews[0]).toMatchObject({ rating: 2, comment: 'Đã sửa' });
  });

  test('a deleted review no longer counts, and the shopper may write another', async () => {
    const shopper = await given.shopper();
    const { product } = await reviewed(1);
    const { id } = answer(await review(shopper, product), OwnReview, 201);
    expect((await remove(product, id)).status).toBe(204);
    expect((await remove(product, id)).status).toBe(404);
    expect(await readProduct(product)).toMatchObject({ rating: 1, numReviews: 1 });
    expect((await review(shopper, product)).status).toBe(201);
  });

  test('changing and deleting a review are audited', async () => {
    const shopper = await given.shopper();
    const product = await oneProduct();
    const { id } = answer(await review(shopper, product, 5, 'Đẹp'), OwnReview, 201);
    await change(product, id, { rating: 5, comment: 'Rất đẹp' });
    await change(product, id, { rating: 5, comment: 'Rất đẹp' });
    await remove(product, id);
    const reply = await admin.get(`/api/admin/audit/?subject=review&subject_id=${id}`);
    const called = { subject_name: `Khách #${shopper.id} · Áo linen`, actor: { id: admin.id } };
    expect(answer(reply, AuditEntry.array())).toMatchObject([
      { ...called, action: 'delete', before: { rating: 5 }, after: null },
      { ...called, action: 'update', before: { comment: null }, after: { comment: 'đã sửa' } },
    ]);
  });

  test('one of another product is a 404, and stays as it is', async () => {
    const [mine, other] = [await reviewed(5), await reviewed(4)];
    for (const id of [other.ids[0], 2_147_483_647]) {
      expect((await change(mine.product, id)).status).toBe(404);
      expect((await remove(mine.product, id)).status).toBe(404);
    }
    expect(await readProduct(other.product)).toMatchObject({ rating: 4, numReviews: 1 });
  });
});
