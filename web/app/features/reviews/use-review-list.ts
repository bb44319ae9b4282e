import type { Product, Review } from 'contract/catalog';
import { useEffect, useRef, useState } from 'react';
import { getReviews } from '~/api/reviews';

const PER_PAGE = 10;

export type Stars = 1 | 2 | 3 | 4 | 5;

export interface ReviewList {
  /** Only these are shown; null: all. */
  stars: Stars | null;
  /** Newest first, as far as they were asked for. */
  reviews: readonly Review[];
  /** How many there are of these stars. */
  total: number;
  hasMore: boolean;
  status: 'idle' | 'loading' | 'failed';
  /** Shows those of so many stars, or all. */
  filter: (stars: Stars | null) => void;
  /** Shows the next ones, or asks again for those that did not come. */
  more: () => void;
}

interface Shown {
  stars: Stars | null;
  /** Beyond those that the page came with. */
  fetched: readonly Review[];
  visible: number;
  nextPage: number;
  status: ReviewList['status'];
  isExhausted: boolean;
}

/** A product's reviews, filtered and page by page. What the page came with is shown without asking the server. */
export function useReviewList(
  product: Pick<Product, 'id' | 'numReviews' | 'rating_breakdown' | 'reviews'>,
): ReviewList {
  const isWhole = product.reviews.length >= product.numReviews;
  const start = (stars: Stars | null): Shown => ({
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
  // A review that was written meanwhile moves the others to the next page: none is shown twice.
  const known = [...new Map([...ready, ...shown.fetched].map((review) => [review.id, review])).values()];

  async function fetchPage(from: Shown) {
    asking.current?.abort();
    const leaving = (asking.current = new AbortController());
    setShown({ ...from, status: 'loading' });
    try {
      const query = { page: from.nextPage, page_size: PER_PAGE, rating: from.stars };
      const { results } = await getReviews(product.id, query, leaving.signal);
      setShown({
        ...from,
        fetched: [...from.fetched, ...results],
        visible: from.visible + PER_PAGE,
        nextPage: from.nextPage + 1,
        status: 'idle',
        isExhausted: results.length < PER_PAGE,
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
