import type { FoundProduct } from 'contract/search/ai-search';

/** The specification's bands of similarity, each from its lowest percentage. */
const BANDS = [
  { from: 85, word: 'Hoàn hảo!', bar: 'bg-accent', text: 'text-accent' },
  { from: 70, word: 'Rất tốt', bar: 'bg-accent/75', text: 'text-accent' },
  { from: 50, word: 'Khá tốt', bar: 'bg-star', text: 'text-warn' },
  { from: 0, word: 'Có thể phù hợp', bar: 'bg-line-strong', text: 'text-muted' },
] as const;

/** @returns the band of a percentage: its word, and the colours of its bar and text */
export const bandOf = (percent: number) => BANDS.find(({ from }) => percent >= from) ?? BANDS[3];

/**
 * The specification's placeholder for a result without a percentage. It only reflects the rank.
 * @param rank 0 for the first result
 * @param random gives at least 0 and less than 1
 * @returns 95 less 8 for each rank, moved by -5 to +4, within 45 to 95
 */
export function placeholderSimilarity(rank: number, random: () => number): number {
  return Math.max(45, Math.min(95 - 8 * rank + Math.floor(random() * 10) - 5, 95));
}

/** Gives every result a percentage. This shop's server always sends one; the placeholder serves other servers. */
export const withSimilarity = (products: readonly FoundProduct[], random: () => number = Math.random) =>
  products.map((product, rank) =>
    product.compatibility_percent > 0
      ? product
      : { ...product, compatibility_percent: placeholderSimilarity(rank, random) },
  );
