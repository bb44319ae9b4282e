import type { Product } from 'contract/catalog/catalog';
import type { OwnReview } from 'contract/catalog/reviews';
import { useEffect, useState } from 'react';
import { getOwnReview } from '~/api/catalog/reviews';
import { useUser } from '~/api/account/session';

/**
 * The signed-in shopper's own review of a product, with the photos that only they see. Undefined for a guest, without a review, and
 * while it loads: the public review stands then.
 */
export function useOwnReview({ id, numReviews }: Pick<Product, 'id' | 'numReviews'>): OwnReview | undefined {
  const user = useUser()?.id;
  const [read, setRead] = useState<{ user: number; review: OwnReview }>();
  useEffect(() => {
    if (user === undefined || numReviews === 0) return;
    const leaving = new AbortController();
    getOwnReview(id, leaving.signal).then(
      (review) => setRead({ user, review }),
      () => {},
    );
    return () => leaving.abort();
  }, [id, numReviews, user]);
  return read?.user === user ? read?.review : undefined;
}
