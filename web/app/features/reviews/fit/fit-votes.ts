import type { Product } from 'contract/catalog/catalog';
import { FITS, FIT_NAMES, MIN_FIT_VOTES, type Fit } from 'contract/rules';

export type FitVotes = Product['fit_votes'];

/** The number of votes on how a product fits. */
export const countVotes = (votes: FitVotes): number => FITS.reduce((sum, fit) => sum + votes[fit], 0);

/** The fit that most votes name, in a few words: `75% thấy vừa`; null for too few votes. */
export function fitSummary(votes: FitVotes): string | null {
  const total = countVotes(votes);
  if (total < MIN_FIT_VOTES) return null;
  const most = FITS.reduce((best, fit) => (votes[fit] > votes[best] ? fit : best), 'right' as Fit);
  return `${Math.round((votes[most] / total) * 100)}% thấy ${FIT_NAMES[most].toLowerCase()}`;
}
