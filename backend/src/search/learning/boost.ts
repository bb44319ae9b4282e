/** What shoppers did after a query, and with one of its products. Older days count less. */
export interface Choices {
  /** How often the query was searched. */
  searches: number;
  clicks: number;
  purchases: number;
}

/** The largest boost, in relevance: four of the steps to which scores are rounded. */
export const MAX_BOOST = 0.1;
/** The minimum number of clicks, before decay, to learn from. */
export const MIN_CLICKS = 3;
/** The number of clicks that a purchase counts for. */
export const PURCHASE_WEIGHT = 5;
/** Searches without a click that are added to the actual ones, so that few searches make no high rate. */
const PRIOR_SEARCHES = 20;
/** The rate from which a product gets the largest boost: half of the searches chose it. */
const FULL_RATE = 0.5;

/**
 * The boost of a product for a query: its smoothed click rate, `(clicks + 5 purchases) / (searches + 20)`, as a share of the rate
 * that earns `MAX_BOOST`. Additive smoothing keeps the rate low after few searches. Products at the top get more clicks because
 * of their position; the bound keeps that from reinforcing itself. It is less than half the difference between a name with the
 * typed tones and one with other tones (0.25), so it only decides between products that fit the words about equally well.
 *
 * @returns 0 to `MAX_BOOST`
 */
export function boostOf({ searches, clicks, purchases }: Choices): number {
  const rate = (clicks + PURCHASE_WEIGHT * purchases) / (searches + PRIOR_SEARCHES);
  return MAX_BOOST * Math.min(1, rate / FULL_RATE);
}
