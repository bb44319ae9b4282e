import { PRODUCTS } from '../../src/demo/catalogue/products/all.js';
import { makeHistory } from '../../src/demo/history/history.js';

const TODAY = new Date('2026-03-02T10:00:00Z');
const DAY = 86_400_000;
const history = makeHistory(PRODUCTS, TODAY);

test('the same day has the same history, and a later day has it moved', () => {
  expect(makeHistory(PRODUCTS, new Date('2026-03-02T23:59:59Z'))).toEqual(history);
  const later = makeHistory(PRODUCTS, new Date(TODAY.getTime() + 40 * DAY));
  const undated = ({ createdAt, ...rest }: { createdAt: Date }) => ({ ...rest, daysAgo: createdAt.getTime() % DAY });
  expect(later.reviews.map(undated)).toEqual(history.reviews.map(undated));
  expect(later.orders.map(undated)).toEqual(history.orders.map(undated));
});

test('no date is in the future, no order precedes its product, and no review precedes the delivery', () => {
  const happened = [...history.products, ...history.orders, ...history.reviews].map(({ createdAt }) =>
    createdAt.getTime(),
  );
  expect(Math.max(...happened)).toBeLessThan(TODAY.getTime());
  for (const { createdAt, lines } of history.orders) {
    for (const { product } of lines)
      expect(history.products[product]!.createdAt.getTime()).toBeLessThan(createdAt.getTime());
  }
  for (const { product, createdAt } of history.reviews) {
    expect(createdAt.getTime() - history.products[product]!.createdAt.getTime()).toBeGreaterThan(2 * DAY);
  }
});

test('of three refund requests for delivered orders one is approved, one rejected, one open', () => {
  const requested = history.orders.filter(({ refund }) => refund);
  expect(requested.map(({ refund }) => String(refund?.isApproved)).sort()).toEqual(['false', 'null', 'true']);
  for (const { refund, state, createdAt } of requested) {
    expect(state).toBe('delivered');
    const latest = refund!.decidedAfter ?? refund!.requestedAfter;
    expect(createdAt.getTime() + latest * 3_600_000).toBeLessThan(TODAY.getTime());
    expect(refund!.decidedAfter === undefined).toBe(refund!.isApproved === null);
  }
  expect(requested.find(({ refund }) => refund?.isApproved)?.shopper).toBe(0);
});

test('some products are new, some sizes are sold out, a few products entirely', () => {
  const isNew = history.products.filter(({ createdAt }) => TODAY.getTime() - createdAt.getTime() < 30 * DAY);
  expect(isNew.length).toBeGreaterThanOrEqual(12);
  expect(isNew.length).toBeLessThan(history.products.length / 4);
  const variants = history.products.flatMap((product) => product.variants);
  const out = variants.filter(({ stock }) => stock === 0).length / variants.length;
  expect(out).toBeGreaterThan(0.05);
  expect(out).toBeLessThan(0.3);
  const gone = history.products.filter(
    ({ variants: own, countInStock }) => countInStock + own.reduce((sum, { stock }) => sum + stock, 0) === 0,
  );
  expect(gone.length).toBeGreaterThanOrEqual(1);
  expect(gone.length).toBeLessThanOrEqual(6);
});

test('reviews differ in text, length and rating', () => {
  const comments = history.reviews.map(({ comment }) => comment);
  expect(comments.length).toBeGreaterThan(250);
  expect(new Set(comments).size).toBe(comments.length);
  expect(Math.min(...comments.map((comment) => comment.length))).toBeLessThan(30);
  expect(Math.max(...comments.map((comment) => comment.length))).toBeGreaterThan(120);
  const stars = [1, 2, 3, 4, 5].map((rating) => history.reviews.filter((review) => review.rating === rating).length);
  for (const count of stars) expect(count).toBeGreaterThan(0);
  const mean = history.reviews.reduce((sum, { rating }) => sum + rating, 0) / history.reviews.length;
  expect(mean).toBeGreaterThan(3.9);
  expect(mean).toBeLessThan(4.7);
  expect(new Set(history.reviews.map(({ product, shopper }) => `${product} ${shopper}`)).size).toBe(
    history.reviews.length,
  );
});

test('a reviewer who names weight and size has chosen a size that fits', () => {
  const withWeight = history.reviews.filter(({ comment }) => /\d(kg| ký)/.test(comment));
  expect(withWeight.length).toBeGreaterThan(20);
  expect(withWeight.filter(({ comment }) => /\b4[0-9](kg| ký).*\b(xl|xxl)\b/i.test(comment))).toEqual([]);
});
