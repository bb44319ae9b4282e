import { Product } from '../../../src/contract/catalog/catalog.js';
import { OwnReview } from '../../../src/contract/catalog/reviews.js';
import { stock } from '../stocked.js';
import { answer, openShop, visitor } from '../../support/client.js';
import { given } from '../../support/given.js';

openShop();

const votesOf = async (product: number) => answer(await visitor().get(`/api/products/${product}/`), Product).fit_votes;
async function write(product: number, body: object) {
  const shopper = await given.shopper();
  return shopper.post(`/api/products/${product}/reviews/`, { rating: 5, comment: 'Đẹp', ...body });
}

test('a review may say how it fits, and the product counts the votes of its own reviews', async () => {
  const [product = 0, other = 0] = await stock({ name: 'Áo' }, { name: 'Quần' });
  expect(await votesOf(product)).toEqual({ tight: 0, right: 0, loose: 0 });
  expect(answer(await write(product, { fit: 'tight' }), OwnReview, 201).fit).toBe('tight');
  for (const fit of ['right', 'right', 'loose']) answer(await write(product, { fit }), OwnReview, 201);
  await write(other, { fit: 'loose' });
  expect(await votesOf(product)).toEqual({ tight: 1, right: 2, loose: 1 });
});

test('a review without a vote is written as before, and counts for no fit', async () => {
  const [product = 0] = await stock({ name: 'Áo' });
  expect(answer(await write(product, {}), OwnReview, 201).fit).toBeNull();
  expect(answer(await write(product, { fit: null }), OwnReview, 201).fit).toBeNull();
  expect(await votesOf(product)).toEqual({ tight: 0, right: 0, loose: 0 });
});

test('a vote other than tight, right or loose is refused', async () => {
  const [product = 0] = await stock({ name: 'Áo' });
  for (const fit of ['huge', '', 1, ['tight']]) {
    const refused = await write(product, { fit });
    expect([refused.status, refused.body.fit]).toEqual([400, ['Giá trị không hợp lệ']]);
  }
});

test("an administrator's edit keeps the vote unless it says another one", async () => {
  const [product = 0] = await stock({ name: 'Áo' });
  const admin = await given.admin();
  const { id } = answer(await write(product, { fit: 'loose' }), OwnReview, 201);
  const change = async (body: object) =>
    answer(
      await admin.put(`/api/products/${product}/reviews/${id}/`, { rating: 4, comment: 'Sửa', ...body }),
      OwnReview,
    );
  expect((await change({})).fit).toBe('loose');
  expect((await change({ fit: 'right' })).fit).toBe('right');
  expect(await votesOf(product)).toEqual({ tight: 0, right: 1, loose: 0 });
  expect((await change({ fit: null })).fit).toBeNull();
  const [entry] = await admin.audit(`subject=review&subject_id=${id}`);
  expect(entry).toMatchObject({ before: { fit: 'right' }, after: { fit: null } });
});
