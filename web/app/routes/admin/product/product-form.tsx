import { Link, useLocation, useNavigate } from '@remix-run/react';
import type { AdminProduct } from 'contract/catalog/products';
import { useEffect, useState, type FormEvent } from 'react';
import { auditOf } from '~/components/admin/audit-link';
import { LeaveGuard } from '~/components/admin/leave-guard';
import { AdminPage } from '~/components/admin/list/list-page';
import { Alert } from '~/components/feedback/alert';
import { buttonStyle } from '~/components/form/button';
import { useFirstError } from '~/components/form/focus/use-first-error';
import { BackToList } from './back-to-list';
import { NewOptionForm } from './options/new-option';
import { ProductConflict } from './saving/product-conflict';
import { draftOf, rebasedDraft, type ProductDraft } from './product-draft';
import { ProductFields } from './product-fields';
import { SaveBar } from './saving/save-bar';
import { SkippedVariants } from './variants/skipped-variants';
import { useOptions, type Options } from './options/use-options';
import { useProductDraft } from './use-product-draft';
import { draftsAfter, handOver, type ProductDrafts } from './saving/drafts-after-save';
import { useProductSave, type ProductSave, type Saved } from './saving/use-product-save';
import { useSaveKey } from './saving/use-save-key';

export interface ProductFormProps extends Options {
  /** Null for a new product. */
  product: AdminProduct | null;
}

/** The form of a new or an existing product: saves it, warns of unsaved input, and resolves conflicts with other edits. */
export function ProductForm({ product, ...loaded }: ProductFormProps) {
  const saving = useProductSave(product);
  const { isBusy, failure, base } = saving;
  const { draft, isChanged, change, chooseOption, discard, open, skippedAtFirst } = useProductDraft(product);
  const { submit, skipped, isCreated } = useSubmit(skippedAtFirst, product, saving.save, open);
  const { options, addOption } = useOptions(loaded);
  const [newOption, setNewOption] = useState<keyof Options | null>(null);
  const isDirty = !isCreated && isChanged;
  const form = useFirstError(failure);
  useSaveKey(form);

  return (
    <AdminPage title={base?.name ?? 'Sản phẩm mới'} actions={<HeaderLinks product={base} />}>
      <LeaveGuard isDirty={isDirty} />
      {base?.archived_at && <Alert tone="warning">Sản phẩm đã lưu trữ: khách không thấy nó trong cửa hàng.</Alert>}
      <ProductProblems
        saving={saving}
        options={options}
        draft={draft}
        onChange={change}
        onOpen={(saved) => open({ draft: saved, saved })}
        onSubmit={submit}
      />
      <SkippedVariants skipped={skipped} options={options} />
      <form
        ref={form}
        noValidate
        className="grid gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit(draft);
        }}
      >
        <fieldset disabled={isBusy} className="contents">
          <ProductFields
            draft={draft}
            onChange={change}
            sent={saving.sent}
            errors={failure?.fields ?? {}}
            base={base}
            options={options}
            onNewOption={setNewOption}
          />
        </fieldset>
        <SaveBar isNew={!product} isDirty={isDirty} isBusy={isBusy} onDiscard={discard} />
      </form>
      {newOption && (
        <NewOptionForm
          kind={newOption}
          onAdded={(option) => {
            addOption(newOption, option);
            chooseOption(newOption, option.id);
          }}
          onClose={() => setNewOption(null)}
        />
      )}
    </AdminPage>
  );
}

const HeaderLinks = ({ product }: Pick<ProductFormProps, 'product'>) => (
  <>
    {product && (
      <>
        {!product.archived_at && (
          // In a tab of its own: what is typed here stays.
          <a
            href={`/products/${product.id}`}
            target="_blank"
            rel="noopener"
            className={buttonStyle({ variant: 'quiet', size: 'sm' })}
          >
            Xem trong cửa hàng
            <span className="sr-only"> (mở thẻ mới)</span>
          </a>
        )}
        <Link to={auditOf('product', product.id)} className={buttonStyle({ variant: 'quiet', size: 'sm' })}>
          Nhật ký
        </Link>
      </>
    )}
    <BackToList />
  </>
);

/**
 * Saves the form's draft. A saved product is opened in the form again; a new one continues at its own address.
 * @param skippedAtFirst the cells that were skipped when the product was made just now
 * @param open puts drafts into the form
 * @returns `skipped`, the variants that the last save left out
 */
function useSubmit(
  skippedAtFirst: Saved['skipped'],
  product: AdminProduct | null,
  save: ProductSave['save'],
  open: (drafts: ProductDrafts) => void,
) {
  const [skipped, setSkipped] = useState(skippedAtFirst);
  const [created, setCreated] = useState<AdminProduct>();
  useOpenCreated(created);

  async function submit(sending: ProductDraft, over?: AdminProduct) {
    setSkipped([]);
    const done = await save(sending, over);
    if (!done) return;
    if (!product) {
      handOver(done, sending);
      return setCreated(done.product);
    }
    open(draftsAfter(done, sending));
    setSkipped(done.skipped);
  }

  return { submit, skipped, isCreated: created !== undefined };
}

/** A new product continues at its own address, after the render in which the form stops being dirty. The way back stays. */
function useOpenCreated(created: AdminProduct | undefined) {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  useEffect(() => {
    if (created) navigate(`/admin/products/${created.id}`, { replace: true, state });
  }, [created, navigate, state]);
}

interface ProductProblemsProps {
  saving: ProductSave;
  options: Options;
  draft: ProductDraft;
  onChange: (draft: ProductDraft) => void;
  onOpen: (draft: ProductDraft) => void;
  onSubmit: (draft: ProductDraft, over: AdminProduct) => Promise<void>;
}

/** Why the product could not be saved: somebody else's edit, or another failure. */
function ProductProblems({ saving, options, draft, onChange, onOpen, onSubmit }: ProductProblemsProps) {
  const { conflict, base, failure, rebase } = saving;
  if (!conflict || !base) return failure && <Alert tone="danger">{failure.detail}</Alert>;
  return (
    <ProductConflict
      before={base}
      after={conflict}
      brands={options.brands}
      categories={options.categories}
      onReload={() => {
        rebase(conflict);
        onOpen(draftOf(conflict));
      }}
      onTakeOver={() => {
        const rebased = rebasedDraft(draft, base, conflict);
        rebase(conflict);
        // What a discard goes back to is the other edit, too.
        onOpen(draftOf(conflict));
        onChange(rebased);
        void onSubmit(rebased, conflict);
      }}
    />
  );
}
