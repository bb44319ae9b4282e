import type { AdminProduct } from 'contract/products';
import { useState } from 'react';
import { failedWith, failureOf, type Failure } from '~/api/http/client';
import { getAdminProduct, saveProduct, saveVariants } from '~/api/admin/products';
import { adminToast } from '~/components/admin/run-action';
import { cellKey, draftOf, formOf, planVariants, type ProductDraft, type VariantPlan } from './product-draft';

/** What was saved, and the cells of its form that were not. */
export interface Saved {
  product: AdminProduct;
  skipped: VariantPlan['skipped'];
}

interface ProductSave {
  isBusy: boolean;
  /** How much of the pictures has left, from 0 to 1; null when none are being sent. */
  sent: number | null;
  failure: Failure | undefined;
  /** The product as somebody else has made it since; the form must say what to do with that. */
  conflict: AdminProduct | null;
  /** What was saved so far: of a form whose variants were refused, everything else. */
  base: AdminProduct | null;
  /** Saves a draft. @returns undefined when it failed */
  save: (draft: ProductDraft, over?: AdminProduct | null) => Promise<Saved | undefined>;
  /** Takes what somebody else has made of it as what is edited from now on. */
  rebase: (product: AdminProduct) => void;
}

/** Saves a product's form: the product with its pictures, then its variants. Each knows what it was based on. */
export function useProductSave(opened: AdminProduct | null): ProductSave {
  const [base, setBase] = useState(opened);
  const [isBusy, setIsBusy] = useState(false);
  const [sent, setSent] = useState<number | null>(null);
  const [failure, setFailure] = useState<Failure>();
  const [conflict, setConflict] = useState<AdminProduct | null>(null);

  async function send(draft: ProductDraft, over: AdminProduct | null): Promise<Saved> {
    const hasFiles = draft.pictures.some(({ file }) => file);
    const plan = planVariants(draft, over);
    let product = await saveProduct(over?.id ?? null, formOf(draft, over), (part) => hasFiles && setSent(part));
    setBase(product);
    if (!draft.hasVariants) return { product, skipped: [] };
    try {
      await saveVariants(product.id, { variants: plan.variants, version: product.version });
    } catch (error) {
      throw Object.assign(error as Error, { plan });
    }
    product = await getAdminProduct(product.id);
    setBase(product);
    return { product, skipped: plan.skipped };
  }

  async function save(draft: ProductDraft, over = base): Promise<Saved | undefined> {
    setIsBusy(true);
    setFailure(undefined);
    setConflict(null);
    try {
      const saved = await send(draft, over);
      adminToast(over ? 'Đã lưu sản phẩm.' : 'Đã thêm sản phẩm.');
      return saved;
    } catch (error) {
      if (over && failedWith(error, 409) && 'version' in error.body) {
        setConflict(await getAdminProduct(over.id).catch(() => null));
      }
      setFailure(besideCells(failureOf(error, 'Không thể lưu sản phẩm.'), error));
    } finally {
      setIsBusy(false);
      setSent(null);
    }
  }

  function rebase(product: AdminProduct) {
    setBase(product);
    setConflict(null);
    setFailure(undefined);
  }

  return { isBusy, sent, failure, conflict, base, save, rebase };
}

/** `variants.3.price` names a row that was sent; the form knows it by its colour and size. */
function besideCells(failure: Failure, error: unknown): Failure {
  const { plan } = error as { plan?: VariantPlan };
  if (!plan) return failure;
  const fields = Object.entries(failure.fields).map(([field, sentences]) => {
    const row = plan.variants[Number(/^variants\.(\d+)\./.exec(field)?.[1] ?? NaN)];
    return [row ? cellKey(row.color_id, row.size_id) : field, sentences] as const;
  });
  return { ...failure, fields: Object.fromEntries(fields) };
}

/** What a form shows after it was saved: the product, and what was typed into cells that were skipped. */
export function draftAfter({ product, skipped }: Saved, draft: ProductDraft): ProductDraft {
  const next = draftOf(product);
  const typed = skipped.filter(({ isKept }) => !isKept).map(({ key }) => [key, draft.cells[key]!] as const);
  return { ...next, colors: draft.colors, sizes: draft.sizes, cells: { ...next.cells, ...Object.fromEntries(typed) } };
}
