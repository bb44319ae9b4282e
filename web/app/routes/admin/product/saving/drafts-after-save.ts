import type { AdminProduct } from 'contract/catalog/products';
import { useEffect, useState } from 'react';
import { draftOf, type ProductDraft } from '../product-draft';
import type { Matrix } from '../variants/matrix-spot';
import type { Saved } from './use-product-save';

/** What the form shows, and what of it is saved. */
export interface ProductDrafts {
  draft: ProductDraft;
  saved: ProductDraft;
}

/**
 * The drafts after a save: the form keeps the input of skipped cells, which is not saved. Without any, a colour or a size that has no variant
 * yet is no unsaved change.
 */
export function draftsAfter({ product, skipped }: Saved, { colors, sizes, cells }: Matrix): ProductDrafts {
  const saved = draftOf(product);
  const typed = skipped.filter(({ isKept }) => !isKept).map(({ key }) => [key, cells[key]!] as const);
  const draft = { ...saved, colors, sizes, cells: { ...saved.cells, ...Object.fromEntries(typed) } };
  return { draft, saved: typed.length > 0 ? saved : draft };
}

/** What the form of a new product leaves to the form at the product's own address. */
interface Handover {
  id: number;
  skipped: Saved['skipped'];
  matrix: Matrix;
}

// Not in the history's state: reloading the page or coming back to it later would bring the skipped cells again, made or not.
let handover: Handover | undefined;

/** Keeps the skipped cells, the colours and the sizes of a new product for `useOpenedProduct`, once. */
export function handOver({ product: { id }, skipped }: Saved, { colors, sizes, cells }: ProductDraft): void {
  handover = { id, skipped, matrix: { colors, sizes, cells } };
}

/** What the form of a product opens with: its drafts, and the cells that were skipped when it was made just now. */
export function useOpenedProduct(product: AdminProduct | null): ProductDrafts & Pick<Saved, 'skipped'> {
  const [opened] = useState(() => {
    if (product && handover?.id === product.id) {
      const { skipped, matrix } = handover;
      return { ...draftsAfter({ product, skipped }, matrix), skipped };
    }
    const draft = draftOf(product);
    return { draft, saved: draft, skipped: [] };
  });
  useEffect(() => {
    handover = undefined;
  }, []);
  return opened;
}
