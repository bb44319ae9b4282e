import { useLocation, useNavigate } from '@remix-run/react';
import type { AdminProduct } from 'contract/catalog/products';
import { useEffect, useMemo, useState, type FormEvent } from 'react';
import { LeaveGuard } from '~/components/admin/leave-guard';
import { AdminPage } from '~/components/admin/list/list-page';
import { Alert } from '~/components/feedback/alert';
import { useFirstError } from '~/components/form/use-first-error';
import { BackToList } from './back-to-list';
import { NewOptionForm } from './new-option';
import { ProductConflict } from './product-conflict';
import { draftOf, isSame, withoutLostPictures, type ProductDraft, type VariantPlan } from './product-draft';
import { ProductFields } from './product-fields';
import { SaveBar } from './save-bar';
import { SkippedVariants, variantNames } from './variants/skipped-variants';
import { optionChoice, useOptions, type Options } from './use-options';
import { draftAfter, useProductSave, type Saved } from './use-product-save';

export interface ProductFormProps extends Options {
  /** Null for a new product. */
  product: AdminProduct | null;
}

/** The form of a new or an existing product: saves it, warns of unsaved input, and resolves conflicts with other edits. */
export function ProductForm({ product, ...loaded }: ProductFormProps) {
  const { state } = useLocation() as { state: { skipped?: VariantPlan['skipped'] } | null };
  const navigate = useNavigate();
  const { isBusy, sent, failure, conflict, base, save, rebase } = useProductSave(product);
  const [draft, setDraft] = useState(() => draftOf(product));
  const [skipped, setSkipped] = useState(state?.skipped ?? []);
  const [saved, setSaved] = useState(draft);
  const [created, setCreated] = useState<Saved>();
  const { options, addOption } = useOptions(loaded);
  const { brands, categories, colors, sizes } = options;
  const [newOption, setNewOption] = useState<keyof Options | null>(null);
  const isDirty = !created && !isSame(draft, saved);
  const form = useFirstError(failure);

  const change = (changes: Partial<ProductDraft>) => setDraft((before) => ({ ...before, ...changes }));

  function added(kind: keyof Options, option: Options[keyof Options][number]) {
    addOption(kind, option);
    setDraft((before) => ({ ...before, ...optionChoice(before, kind, option.id) }));
  }

  function open(next: ProductDraft) {
    setSaved(next);
    setDraft(next);
  }

  async function submit(sending: ProductDraft, over?: AdminProduct) {
    setSkipped([]);
    const done = await save(sending, over);
    if (!done) return;
    if (product) {
      open(draftAfter(done, sending));
      setSkipped(done.skipped);
      return;
    }
    setCreated(done);
  }

  // A new product continues at its own address, after the render in which the form stops being dirty.
  useEffect(() => {
    if (created)
      navigate(`/admin/products/${created.product.id}`, { replace: true, state: { skipped: created.skipped } });
  }, [created, navigate]);

  const nameOf = useMemo(() => variantNames(colors, sizes), [colors, sizes]);

  return (
    <AdminPage title={product?.name ?? 'Sản phẩm mới'} actions={<BackToList />}>
      <LeaveGuard isDirty={isDirty} />
      {base?.archived_at && <Alert tone="warning">Sản phẩm đã lưu trữ: khách không thấy nó trong cửa hàng.</Alert>}
      {conflict && base ? (
        <ProductConflict
          before={base}
          after={conflict}
          brands={brands}
          categories={categories}
          onReload={() => {
            rebase(conflict);
            open(draftOf(conflict));
          }}
          onTakeOver={() => {
            rebase(conflict);
            void submit(withoutLostPictures(draft, conflict), conflict);
          }}
        />
      ) : (
        failure && <Alert tone="danger">{failure.detail}</Alert>
      )}
      <SkippedVariants skipped={skipped} nameOf={nameOf} />
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
            sent={sent}
            errors={failure?.fields ?? {}}
            base={base}
            options={options}
            onNewOption={setNewOption}
          />
        </fieldset>
        <SaveBar isNew={!product} isDirty={isDirty} isBusy={isBusy} onDiscard={() => setDraft(saved)} />
      </form>
      {newOption && (
        <NewOptionForm
          kind={newOption}
          onAdded={(option) => added(newOption, option)}
          onClose={() => setNewOption(null)}
        />
      )}
    </AdminPage>
  );
}
