import type { AdminProduct } from 'contract/catalog/products';
import { useState } from 'react';
import { draftOf, isSame, type ProductDraft } from './product-draft';
import { optionChoice, type Options } from './options/use-options';

/** The input of the product's form, and whether it differs from what is saved. */
export function useProductDraft(product: AdminProduct | null) {
  const [draft, setDraft] = useState(() => draftOf(product));
  const [saved, setSaved] = useState(draft);
  return {
    draft,
    isChanged: !isSame(draft, saved),
    change: (changes: Partial<ProductDraft>) => setDraft((before) => ({ ...before, ...changes })),
    chooseOption: (kind: keyof Options, id: number) =>
      setDraft((before) => ({ ...before, ...optionChoice(before, kind, id) })),
    discard: () => setDraft(saved),
    /** Continues with a draft that is saved. */
    open: (next: ProductDraft) => {
      setSaved(next);
      setDraft(next);
    },
  };
}
