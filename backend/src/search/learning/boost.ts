/** What shoppers did with a product of a query's results, older days counting less. */
export interface Choices {
  /** Of the query. */
  searches: number;
  clicks: number;
  purchases: number;
}

/** The largest boost, in relevance: four of the steps within which products are equals. */
export const MAX_BOOST = 0.1;
/** Fewer clicks, counted as they are, say nothing. */
export const MIN_CLICKS = 3;
/** A purchase says as much as so many clicks. */
export const PURCHASE_WEIGHT = 5;
/** So many searches without a click are added to those that were: a product must earn its rate. */
const PRIOR_SEARCHES = 20;
/** A rate from which a product has the largest boost: half of those who searched chose it. */
const FULL_RATE = 0.5;

/**
 * How much a product moves up for a query: its smoothed rate of clicks, `(clicks + 5 purchases) / (searches + 20)`, as a share of
 * the rate that earns `MAX_BOOST`. The prior is that of additive smoothing with nothing known: of few searches even many clicks
 * make a small rate. What stands first is clicked more because it stands first; the bound keeps that from feeding itself. It
 * is less than half of what divides a name with the typed tones from one with other tones (0.25), so it only decides between
 * products that fit the words about as well.
 *
 * @returns 0 to `MAX_BOOST`
 */
export function boostOf({ searches, clicks, purchases }: Choices): number {
  const rate = (clicks + PURCHASE_WEIGHT * purchases) / (searches + PRIOR_SEARCHES);
  return MAX_BOOST * Math.min(1, rate / FULL_RATE);
}
