import type { AdminProduct } from 'contract/catalog/products';
import { useState } from 'react';
import { isSame, type ProductDraft } from './product-draft';
import { optionChoice, type Options } from './options/use-options';
import { useOpenedProduct, type ProductDrafts } from './saving/drafts-after-save';

/** The input of the product's form, and whether it differs from what is saved. */
export function useProductDraft(product: AdminProduct | null) {
  const opened = useOpenedProduct(product);
  const [draft, setDraft] = useState(opened.draft);
  const [saved, setSaved] = useState(opened.saved);
  return {
    /** The cells that were skipped when the product was made just now. */
    skippedAtFirst: opened.skipped,
    draft,
    isChanged: !isSame(draft, saved),
    change: (changes: Partial<ProductDraft>) => setDraft((before) => ({ ...before, ...changes })),
    chooseOption: (kind: keyof Options, id: number) =>
      setDraft((before) => ({ ...before, ...optionChoice(before, kind, id) })),
    discard: () => setDraft(saved),
    /** Continues with other drafts. */
    open: (next: ProductDrafts) => {
      setSaved(next.saved);
      setDraft(next.draft);
    },
  };
}
