import type { AdminProduct } from 'contract/catalog/products';
import { useState } from 'react';
import { failedWith, failureOf, type Failure } from '~/api/http/client';
import { createProduct, getAdminProduct, updateProduct } from '~/api/admin/products';
import { adminToast } from '~/components/admin/run-action';
import { untilSignedIn } from '~/components/admin/sign-in-again';
import { draftOf, hasWrongTable, type ProductDraft } from '../product-draft';
import { errorsAtInputs, wrongCells } from '../variants/cell-errors';
import { planVariants, type VariantPlan } from '../variants/variant-plan';
import { productRequest } from './product-request';

/** A saved product, and the cells of its form that were skipped. */
export interface Saved {
  product: AdminProduct;
  skipped: VariantPlan['skipped'];
}

/** The state of a product's form that concerns saving. */
export interface ProductSave {
  isBusy: boolean;
  /** The part of the upload that is sent, from 0 to 1; null when no pictures are being sent. */
  sent: number | null;
  failure: Failure | undefined;
  /** The product after somebody else's edit; the form asks what to do with it. */
  conflict: AdminProduct | null;
  /** The product that the form is an edit of; null until it is saved for the first time. */
  base: AdminProduct | null;
  /** Saves a draft. @returns undefined when it failed */
  save: (draft: ProductDraft, over?: AdminProduct | null) => Promise<Saved | undefined>;
  /** Continues the edit on top of somebody else's. */
  rebase: (product: AdminProduct) => void;
}

/** Saves a product's form in one request, which knows what it was based on. */
export function useProductSave(opened: AdminProduct | null): ProductSave {
  const [base, setBase] = useState(opened);
  const [isBusy, setIsBusy] = useState(false);
  const [sent, setSent] = useState<number | null>(null);
  const [failure, setFailure] = useState<Failure>();
  const [conflict, setConflict] = useState<AdminProduct | null>(null);

  async function save(draft: ProductDraft, over = base): Promise<Saved | undefined> {
    const problem = problemIn(draft);
    if (problem) {
      setFailure(problem);
      return;
    }
    setIsBusy(true);
    setFailure(undefined);
    setConflict(null);
    try {
      const saved = await send(draft, over, setSent);
      setBase(saved.product);
      adminToast(over ? 'Đã lưu sản phẩm.' : 'Đã thêm sản phẩm.');
      return saved;
    } catch (error) {
      if (over && failedWith(error, 409) && 'version' in error.body) {
        const now = await getAdminProduct(over.id).catch(() => null);
        // It was saved before, and the answer to that was lost.
        if (now && holds(now, draft)) {
          setBase(now);
          adminToast('Đã lưu sản phẩm.');
          return { product: now, skipped: skippedOf(draft, planVariants(draft, now)) };
        }
        setConflict(now);
      }
      setFailure(besideCells(failureOf(error, over ? 'Không thể lưu sản phẩm.' : MAYBE_ADDED), error));
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

/** Why a draft is not sent; null when it is. A new object each time: the form moves its focus with each new failure. */
function problemIn(draft: ProductDraft): Failure | null {
  const wrong = wrongCells(draft);
  if (Object.keys(wrong).length > 0)
    return { ...failureOf(null, 'Bảng màu và kích cỡ có ô chưa đúng. Chưa lưu gì cả.'), fields: wrong };
  return hasWrongTable(draft) ? failureOf(null, 'Bảng kích thước có ô chưa đúng. Chưa lưu gì cả.') : null;
}

/**
 * Sends a draft.
 * @param over the product that it is an edit of; null for a new one
 * @param onSent receives the fraction of the upload that is sent, from 0 to 1, when the draft has files
 * @throws what the call throws, with the `plan` of the variants that were sent
 */
async function send(draft: ProductDraft, over: AdminProduct | null, onSent: (part: number) => void): Promise<Saved> {
  const hasFiles = draft.pictures.some(({ file }) => file);
  const plan = planVariants(draft, over);
  const form = productRequest(draft, over, plan.variants);
  const onProgress = (part: number) => hasFiles && onSent(part);
  try {
    const product = await untilSignedIn(() =>
      over ? updateProduct(over.id, form, onProgress) : createProduct(form, onProgress),
    );
    return { product, skipped: skippedOf(draft, plan) };
  } catch (error) {
    throw Object.assign(error as Error, { plan });
  }
}

const skippedOf = ({ hasVariants }: ProductDraft, { skipped }: VariantPlan) => (hasVariants ? skipped : []);

/** A changed draft is another request: sent after a lost answer, it may be a second product. */
const MAYBE_ADDED =
  'Không nhận được phản hồi: có thể sản phẩm đã được thêm. Bấm lần nữa để thử lại: nếu không sửa gì, sản phẩm không bị thêm hai lần. ' +
  'Muốn sửa, hãy xem danh sách sản phẩm trước.';

/** Whether saving the draft would leave the product as it is. */
function holds(product: AdminProduct, draft: ProductDraft): boolean {
  const request = (of: ProductDraft) => [...productRequest(of, product, planVariants(of, product).variants)];
  return JSON.stringify(request(draft)) === JSON.stringify(request(draftOf(product)));
}

/** Places the errors of sent variants at their inputs. */
function besideCells(failure: Failure, error: unknown): Failure {
  const { plan } = error as { plan?: VariantPlan };
  return plan ? { ...failure, fields: errorsAtInputs(failure.fields, plan) } : failure;
}
