import type { Fit } from '../../contract/rules.js';
import { randomFrom } from '../support/random.js';
import type { StockedProduct } from '../catalogue/product.js';
import { SEED, type DemoReview } from './records.js';

type Unvoted = Omit<DemoReview, 'fit'>;

/**
 * Returns a function that gives each review a vote of fit, or none. Most say that it fits; a few products run small or large.
 * What a review says in words, its vote says too. The votes have a source of chance of their own, so that they change no text.
 */
export function fitVotes(products: readonly StockedProduct[]): (review: Unvoted) => Fit | null {
  const random = randomFrom(`${SEED} fit`);
  const leanings = products.map((): Fit => random.pick(['right', 'right', 'right', 'tight', 'loose']));
  return ({ product, rating, comment }) => {
    const { sizes } = products[product]!;
    const [votes, luck, side] = [random.chance(0.72), random.next(), random.pick(['tight', 'loose'] as const)];
    if (!sizes || sizes === 'free') return null;
    if (/vừa đẹp|là chuẩn|vừa in/i.test(comment)) return 'right';
    const leaning = leanings[product]!;
    const misfit = leaning === 'right' ? side : leaning;
    if (/không vừa ý|lệch form/i.test(comment)) return misfit;
    if (!votes) return null;
    const right = (rating >= 4 ? 0.86 : 0.5) - (leaning === 'right' ? 0 : 0.3);
    return luck < right ? 'right' : misfit;
  };
}
