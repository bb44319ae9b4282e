import type { Product, Variant } from 'contract/catalog/catalog';
import { useEffect, useState } from 'react';
import { getProduct, getVariant } from '~/api/catalog/catalog';
import { failedWith } from '~/api/http/client';
import { chosenVariant, stockOf } from './variant-choice';
import type { Choice } from './variant-choice';

type Stocked = Pick<Product, 'id' | 'has_variants' | 'variants' | 'total_stock'>;

/** What can be bought now. */
export interface LiveStock {
  /** The chosen variant; undefined while the choice is incomplete, and for a product without variants. */
  variant: Variant | undefined;
  /** Pieces of the choice; of the whole product while nothing is chosen. */
  stock: number;
  /** Whether `stock` was just read. A cached page says only whether there is stock, and its number may be old. */
  isLive: boolean;
}

interface Read {
  of: Stocked;
  color: number | null;
  size: number | null;
  variant?: Variant;
  stock: number;
}

/**
 * The price and stock of the choice, or of a product without variants, read live; of half a choice, the stock of all variants
 * that match it. Until the response arrives, and when the server cannot be reached, the figures of the page stand. What is no
 * longer sold has a stock of 0.
 */
export function useLiveStock(product: Stocked, { color, size }: Choice): LiveStock {
  const known = chosenVariant(product.variants, { color, size });
  const [read, setRead] = useState<Read>();
  const isOpen = product.has_variants && color === null && size === null;

  useEffect(() => {
    if (isOpen) return;
    const [of, choice] = [product, { color, size }];
    const leaving = new AbortController();
    readStock(product, known, choice, leaving.signal).then(
      (live) => setRead({ of, ...choice, ...live }),
      (error: unknown) => {
        const variant = known && { ...known, stock_quantity: 0 };
        if (failedWith(error, 404)) setRead({ of, ...choice, variant, stock: 0 });
      },
    );
    return () => leaving.abort();
  }, [product, known, color, size, isOpen]);

  if (read && read.of === product && read.color === color && read.size === size && !isOpen)
    return { variant: read.variant, stock: read.stock, isLive: true };
  const stock = product.has_variants && !isOpen ? stockOf(product.variants, { color, size }) : product.total_stock;
  return { variant: known, stock, isLive: false };
}

async function readStock(
  { id }: Stocked,
  known: Variant | undefined,
  choice: Choice,
  signal: AbortSignal,
): Promise<Pick<Read, 'variant' | 'stock'>> {
  if (!known) {
    const live = await getProduct(id, signal);
    return { stock: live.has_variants ? stockOf(live.variants, choice) : live.total_stock };
  }
  const variant = await getVariant(id, known.color.id, known.size.id, signal);
  return { variant, stock: variant.stock_quantity };
}
