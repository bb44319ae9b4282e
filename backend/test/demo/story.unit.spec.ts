import { PRODUCTS } from '../../src/demo/products/all.js';
import { tellStory } from '../../src/demo/story.js';

const TODAY = new Date('2026-03-02T10:00:00Z');
const DAY = 86_400_000;
const story = tellStory(PRODUCTS, TODAY);

test('the same day gives the same past, another day the same past later', () => {
  expect(tellStory(PRODUCTS, new Date('2026-03-02T23:59:59Z'))).toEqual(story);
  const later = tellStory(PRODUCTS, new Date(TODAY.getTime() + 40 * DAY));
  const undated = ({ createdAt, ...rest }: { createdAt: Date }) => ({ ...rest, daysAgo: createdAt.getTime() % DAY });
  expect(later.reviews.map(undated)).toEqual(story.reviews.map(undated));
  expect(later.orders.map(undated)).toEqual(story.orders.map(undated));
});

test('nothing lies in the future, and nothing is bought before it is there or reviewed before it can have come', () => {
  const happened = [...story.products, ...story.orders, ...story.reviews].map(({ createdAt }) => createdAt.getTime());
  expect(Math.max(...happened)).toBeLessThan(TODAY.getTime());
  for (const { createdAt, lines } of story.orders) {
    for (const { product } of lines)
      expect(story.products[product]!.createdAt.getTime()).toBeLessThan(createdAt.getTime());
  }
  for (const { product, createdAt } of story.reviews) {
    expect(createdAt.getTime() - story.products[product]!.createdAt.getTime()).toBeGreaterThan(2 * DAY);
  }
});

test('money was asked back for goods that came: one got it, one did not, one waits', () => {
  const asked = story.orders.filter(({ refund }) => refund);
  expect(asked.map(({ refund }) => String(refund?.isApproved)).sort()).toEqual(['false', 'null', 'true']);
  for (const { refund, state, createdAt } of asked) {
    expect(state).toBe('delivered');
    const latest = refund!.decidedAfter ?? refund!.askedAfter;
    expect(createdAt.getTime() + latest * 3_600_000).toBeLessThan(TODAY.getTime());
    expect(refund!.decidedAfter === undefined).toBe(refund!.isApproved === null);
  }
  expect(asked.find(({ refund }) => refund?.isApproved)?.shopper).toBe(0);
});

test('some products are new, some sizes sold out, a few products altogether', () => {
  const isNew = story.products.filter(({ createdAt }) => TODAY.getTime() - createdAt.getTime() < 30 * DAY);
  expect(isNew.length).toBeGreaterThanOrEqual(12);
  expect(isNew.length).toBeLessThan(story.products.length / 4);
  const variants = story.products.flatMap((product) => product.variants);
  const out = variants.filter(({ stock }) => stock === 0).length / variants.length;
  expect(out).toBeGreaterThan(0.05);
  expect(out).toBeLessThan(0.3);
  const gone = story.products.filter(
    ({ variants: own, countInStock }) => countInStock + own.reduce((sum, { stock }) => sum + stock, 0) === 0,
  );
  expect(gone.length).toBeGreaterThanOrEqual(1);
  expect(gone.length).toBeLessThanOrEqual(6);
});

test('reviews read like people: no text twice, long and short, kind and not', () => {
  const comments = story.reviews.map(({ comment }) => comment);
  expect(comments.length).toBeGreaterThan(250);
  expect(new Set(comments).size).toBe(comments.length);
  expect(Math.min(...comments.map((comment) => comment.length))).toBeLessThan(30);
  expect(Math.max(...comments.map((comment) => comment.length))).toBeGreaterThan(120);
  const stars = [1, 2, 3, 4, 5].map((rating) => story.reviews.filter((review) => review.rating === rating).length);
  for (const count of stars) expect(count).toBeGreaterThan(0);
  const mean = story.reviews.reduce((sum, { rating }) => sum + rating, 0) / story.reviews.length;
  expect(mean).toBeGreaterThan(3.9);
  expect(mean).toBeLessThan(4.7);
  expect(new Set(story.reviews.map(({ product, shopper }) => `${product} ${shopper}`)).size).toBe(story.reviews.length);
});

test('whoever tells a size wears it', () => {
  const told = story.reviews.filter(({ comment }) => /\d(kg| ký)/.test(comment));
  expect(told.length).toBeGreaterThan(20);
  expect(told.filter(({ comment }) => /\b4[0-9](kg| ký).*\b(xl|xxl)\b/i.test(comment))).toEqual([]);
});
