import type { Product, Variant } from 'contract/catalog';
import { useEffect, useState } from 'react';
import { getVariant } from '~/api/catalog';
import { ApiError } from '~/api/http/client';
import { chosenVariant } from './variant-choice';
import type { Choice } from './variant-choice';

/**
 * The chosen variant with its live price and stock. Until the response arrives, and when the server cannot be reached, it
 * has the page's own figures. A variant that is no longer sold has a stock of 0.
 *
 * @returns undefined while the choice is incomplete
 */
export function useLiveVariant(product: Product, choice: Choice): Variant | undefined {
  const known = chosenVariant(product.variants, choice);
  const [live, setLive] = useState<Variant>();

  useEffect(() => {
    if (!known) return;
    const leaving = new AbortController();
    getVariant(product.id, known.color.id, known.size.id, leaving.signal).then(setLive, (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) setLive({ ...known, stock_quantity: 0 });
    });
    return () => leaving.abort();
  }, [product.id, known]);

  return known && live?.id === known.id ? live : known;
}
