import type { FoundProduct } from 'contract/search/ai-search';
import { bandOf, placeholderSimilarity, withSimilarity } from '~/features/ai-search/query/ai-search-similarity';
import { product } from '../../../support/given';

/** The same numbers in every run (a linear congruential generator, Numerical Recipes' constants). */
function seeded(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const found = (id: number, compatibility_percent: number): FoundProduct => ({
  ...product({ id }),
  compatibility_percent,
  reasons: [],
});

test.each([
  [100, 'Hoàn hảo!'],
  [85, 'Hoàn hảo!'],
  [84, 'Rất tốt'],
  [70, 'Rất tốt'],
  [69, 'Khá tốt'],
  [50, 'Khá tốt'],
  [49, 'Có thể phù hợp'],
  [1, 'Có thể phù hợp'],
])('%i percent is in the band %s', (percent, word) => {
  expect(bandOf(percent).word).toBe(word);
});

test('a placeholder is 95 less 8 for each rank, moved by -5 to +4, within 45 to 95', () => {
  const [lowest, highest] = [() => 0, () => 0.999_999];
  expect([0, 1, 2, 5, 6].map((rank) => placeholderSimilarity(rank, lowest))).toEqual([90, 82, 74, 50, 45]);
  expect([0, 1, 2, 5, 6].map((rank) => placeholderSimilarity(rank, highest))).toEqual([95, 91, 83, 59, 51]);
  const random = seeded(7);
  const moves = new Set(Array.from({ length: 1_000 }, () => placeholderSimilarity(3, random) - (95 - 24)));
  expect([...moves].sort((a, b) => a - b)).toEqual([-5, -4, -3, -2, -1, 0, 1, 2, 3, 4]);
});

test('a percentage from the server is never replaced', () => {
  const random = jest.fn(seeded(7));
  const products = [found(1, 12), found(2, 1)];
  expect(withSimilarity(products, random)).toEqual(products);
  expect(random).not.toHaveBeenCalled();
});

test.each([0, -3, undefined as unknown as number, NaN])(
  '%p counts as a missing percentage and gets the placeholder of its rank',
  (none) => {
    const percents = withSimilarity([found(1, 88), found(2, none)], () => 0.5).map((p) => p.compatibility_percent);
    expect(percents).toEqual([88, 87]);
  },
);
