import type { Product, Variant } from 'contract/catalog';
import { useEffect, useState } from 'react';
import { getProduct, getVariant } from '~/api/catalog';
import { failedWith } from '~/api/http/client';
import { chosenVariant } from './variant-choice';
import type { Choice } from './variant-choice';

/** What can be bought now. */
export interface LiveStock {
  /** The chosen variant; undefined while the choice is incomplete, and for a product without variants. */
  variant: Variant | undefined;
  /** Pieces of the chosen variant, else of the whole product. */
  stock: number;
  /** Whether `stock` was just read. A cached page says only whether there is stock, and its number may be old. */
  isLive: boolean;
}

interface Read {
  of: Variant | Product;
  variant?: Variant;
  stock: number;
}

/**
 * The price and stock of the chosen variant, or of a product without variants, read live. Until the response arrives, and
 * when the server cannot be reached, the figures of the page stand. What is no longer sold has a stock of 0.
 */
export function useLiveStock(product: Product, choice: Choice): LiveStock {
  const known = chosenVariant(product.variants, choice);
  const [read, setRead] = useState<Read>();
  const isWhole = !product.has_variants;

  useEffect(() => {
    const of = known ?? product;
    if (!known && !isWhole) return;
    const leaving = new AbortController();
    readStock(product, known, leaving.signal).then(
      (live) => setRead({ of, ...live }),
      (error: unknown) => {
        if (failedWith(error, 404)) setRead({ of, variant: known && { ...known, stock_quantity: 0 }, stock: 0 });
      },
    );
    return () => leaving.abort();
  }, [product, known, isWhole]);

  if (read && read.of === (known ?? product)) return { variant: read.variant, stock: read.stock, isLive: true };
  return { variant: known, stock: known?.stock_quantity ?? product.total_stock, isLive: false };
}

async function readStock({ id }: Product, known: Variant | undefined, signal: AbortSignal): Promise<Omit<Read, 'of'>> {
  if (!known) return { stock: (await getProduct(id, signal)).total_stock };
  const variant = await getVariant(id, known.color.id, known.size.id, signal);
  return { variant, stock: variant.stock_quantity };
}
