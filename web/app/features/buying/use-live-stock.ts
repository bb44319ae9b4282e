import type { Product, Variant } from 'contract/catalog/catalog';
import { useEffect, useMemo, useState } from 'react';
import { getProduct, getVariant } from '~/api/catalog/catalog';
import { failedWith } from '~/api/http/client';
import { chosenVariant, stockOf } from './variant-choice';
import type { Choice } from './variant-choice';

type Stocked = Pick<Product, 'id' | 'has_variants' | 'variants' | 'total_stock' | 'min_price'>;

/** What can be bought now. */
export interface LiveStock<Shown> {
  /** The product with the prices and stocks that were read. One that is no longer sold is as the page has it. */
  live: Shown;
  /** The chosen variant; undefined while the choice is incomplete, and for a product without variants. */
  variant: Variant | undefined;
  /** Pieces of the choice; of the whole product while nothing is chosen. */
  stock: number;
  /** Whether `stock` was just read. A cached page says only whether there is stock, and its number may be old. */
  isLive: boolean;
}

/**
 * The price and stock of the choice, or of a product without variants, read live; of half a choice, the stock of all variants
 * that match it. Until the response arrives, and when the server cannot be reached, the figures of the page stand. What is no
 * longer sold has a stock of 0.
 */
export function useLiveStock<Shown extends Stocked>(product: Shown, { color, size }: Choice): LiveStock<Shown> {
  const known = useMemo(() => figuresOf(product, { color, size }), [product, color, size]);
  const [read, setRead] = useState<{ of: typeof known; now: typeof known }>();

  useEffect(() => {
    if (product.has_variants && color === null && size === null) return;
    const leaving = new AbortController();
    readLive(product, known.variant, leaving.signal).then(
      (live) => setRead({ of: known, now: figuresOf(live, { color, size }) }),
      (error: unknown) => {
        if (failedWith(error, 404)) setRead({ of: known, now: { ...known, stock: 0 } });
      },
    );
    return () => leaving.abort();
  }, [product, known, color, size]);

  return read?.of === known ? { ...read.now, isLive: true } : { ...known, isLive: false };
}

const figuresOf = <Shown extends Stocked>(live: Shown, choice: Choice) => ({
  live,
  variant: chosenVariant(live.variants, choice),
  stock: live.has_variants ? stockOf(live.variants, choice) : live.total_stock,
});

async function readLive<Shown extends Stocked>(product: Shown, known: Variant | undefined, signal: AbortSignal) {
  if (!known) return { ...product, ...(await getProduct(product.id, signal)) };
  const fresh = await getVariant(product.id, known.color.id, known.size.id, signal);
  return { ...product, variants: product.variants.map((each) => (each === known ? fresh : each)) };
}
