import type { Product, Review } from 'contract/catalog/catalog';
import { useEffect, useRef, useState } from 'react';
import { listReviews } from '~/api/catalog/reviews';

const PER_PAGE = 10;

export type Rating = 1 | 2 | 3 | 4 | 5;

export interface ReviewList {
  /** Filter by stars; null for all. */
  stars: Rating | null;
  /** Loaded reviews, newest first. */
  reviews: readonly Review[];
  /** Number of reviews that match the filter. */
  total: number;
  hasMore: boolean;
  status: 'idle' | 'loading' | 'failed';
  /** Filters by stars; null shows all. */
  filter: (stars: Rating | null) => void;
  /** Shows the next page, or retries a failed one. */
  more: () => void;
}

interface Shown {
  stars: Rating | null;
  /** Reviews beyond those of the server-rendered page. */
  fetched: readonly Review[];
  visible: number;
  nextPage: number;
  status: ReviewList['status'];
  isExhausted: boolean;
}

/** A product's reviews, filtered and paginated. Those of the server-rendered page need no request. */
export function useReviewList(
  product: Pick<Product, 'id' | 'numReviews' | 'rating_breakdown' | 'reviews'>,
): ReviewList {
  const isWhole = product.reviews.length >= product.numReviews;
  const start = (stars: Rating | null): Shown => ({
    stars,
    fetched: [],
    visible: PER_PAGE,
    nextPage: Math.floor(product.reviews.length / PER_PAGE) + 1,
    status: 'idle',
    isExhausted: isWhole,
  });
  const [shown, setShown] = useState(() => start(null));
  const asking = useRef<AbortController>();
  useEffect(() => () => asking.current?.abort(), []);

  const { stars, visible, status } = shown;
  const total = stars === null ? product.numReviews : product.rating_breakdown[stars];
  const ready =
    stars === null ? product.reviews : isWhole ? product.reviews.filter(({ rating }) => rating === stars) : [];
  // A new review shifts the others to the next page: drop duplicates.
  const known = [...new Map([...ready, ...shown.fetched].map((review) => [review.id, review])).values()];

  async function fetchPage(from: Shown) {
    asking.current?.abort();
    const leaving = (asking.current = new AbortController());
    setShown({ ...from, status: 'loading' });
    try {
      const query = { page: from.nextPage, page_size: PER_PAGE, rating: from.stars };
      const { results, count } = await listReviews(product.id, query, leaving.signal);
      setShown({
        ...from,
        fetched: [...from.fetched, ...results],
        visible: from.visible + PER_PAGE,
        nextPage: from.nextPage + 1,
        status: 'idle',
        isExhausted: from.nextPage * PER_PAGE >= count,
      });
    } catch {
      if (!leaving.signal.aborted) setShown({ ...from, status: 'failed' });
    }
  }

  return {
    stars,
    reviews: known.slice(0, visible),
    total,
    hasMore: visible < known.length || !shown.isExhausted,
    status,
    filter(next) {
      asking.current?.abort();
      if (next === null || isWhole) setShown(start(next));
      else void fetchPage({ ...start(next), visible: 0, nextPage: 1 });
    },
    more() {
      if (visible < known.length) setShown({ ...shown, visible: visible + PER_PAGE });
      else void fetchPage(shown);
    },
  };
}
