import { Link, useLoaderData, useLocation, useNavigate, type ClientLoaderFunctionArgs } from '@remix-run/react';
import type { Brand, Category, Color, Size } from 'contract/catalog';
import type { AdminProduct } from 'contract/products';
import { MAX_PRODUCT_DESCRIPTION, MAX_PRODUCT_NAME } from 'contract/rules';
import { useEffect, useMemo, useState, type FormEvent, type ReactNode } from 'react';
import { load } from '~/admin/act';
import { LeaveGuard } from '~/admin/leave-guard';
import { AdminPage } from '~/admin/list-page';
import { PictureList } from '~/admin/picture-list';
import { ProductConflict } from '~/admin/product-conflict';
import { draftOf, isSame, type ProductDraft, type VariantPlan } from '~/admin/product-draft';
import { draftAfter, useProductSave, type Saved } from '~/admin/use-product-save';
import { VariantMatrix } from '~/admin/variant-matrix';
import { getBrands, getCategories, getColors, getSizes } from '~/api/catalog';
import { getAdminProduct } from '~/api/products';
import { requireAdmin } from '~/routing/guards';
import { adminPage } from '~/shop/page-title';
import { Alert } from '~/ui/alert';
import { Button, buttonStyle } from '~/ui/button';
import { SelectField, TextArea, TextField } from '~/ui/field';
import { RetryAlert } from '~/ui/retry-alert';
import { Skeleton } from '~/ui/skeleton';
import { useFirstError } from '~/ui/use-first-error';

export const meta = adminPage('Sản phẩm');

interface Loaded {
  /** Null for one that is yet to be made. */
  product: AdminProduct | null;
  brands: Brand[];
  categories: Category[];
  colors: Color[];
  sizes: Size[];
}

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  await requireAdmin(request);
  const id = params.id === 'new' ? null : Number(params.id);
  return load(
    request,
    async (signal): Promise<Loaded> => {
      const [product, brands, categories, colors, sizes] = await Promise.all([
        id === null ? null : getAdminProduct(id, signal),
        getBrands(signal),
        getCategories(signal),
        getColors(signal),
        getSizes(signal),
      ]);
      return { product, brands, categories, colors, sizes };
    },
    'Không thể tải sản phẩm.',
  );
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <AdminPage title="Sản phẩm">
      <Skeleton className="h-80 w-full" />
      <Skeleton className="h-48 w-full" />
    </AdminPage>
  );
}

export default function ProductPage() {
  const { data, error } = useLoaderData<typeof clientLoader>();
  if (!data) {
    return (
      <AdminPage title="Sản phẩm" actions={<BackToList />}>
        <RetryAlert>{error}</RetryAlert>
      </AdminPage>
    );
  }
  return <ProductForm key={data.product?.id ?? 'new'} {...data} />;
}

const BackToList = () => (
  <Link to="/admin/products" className={buttonStyle({ variant: 'quiet', size: 'sm' })}>
    Về danh sách
  </Link>
);

function ProductForm({ product, brands, categories, colors, sizes }: Loaded) {
  const { state } = useLocation() as { state: { skipped?: VariantPlan['skipped'] } | null };
  const navigate = useNavigate();
  const { isBusy, sent, failure, conflict, base, save, rebase } = useProductSave(product);
  const [draft, setDraft] = useState(() => draftOf(product));
  const [skipped, setSkipped] = useState(state?.skipped ?? []);
  const [saved, setSaved] = useState(draft);
  const [created, setCreated] = useState<Saved>();
  const isDirty = !created && !isSame(draft, saved);
  const form = useFirstError(failure);

  const change = (changes: Partial<ProductDraft>) => setDraft((before) => ({ ...before, ...changes }));

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

  // The new product's form opens at its own address, once there is nothing left to lose here.
  useEffect(() => {
    if (created)
      navigate(`/admin/products/${created.product.id}`, { replace: true, state: { skipped: created.skipped } });
  }, [created, navigate]);

  const nameOf = useMemo(() => namesOf(colors, sizes), [colors, sizes]);
  const errors = failure?.fields ?? {};
  const field = (name: 'name' | 'price' | 'oldPrice' | 'brand' | 'category') => ({
    name,
    value: draft[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });

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
            const isThere = (address: string) => conflict.images.includes(address);
            const mine = { ...draft, pictures: draft.pictures.filter(({ address, file }) => file ?? isThere(address)) };
            void submit(mine, conflict);
          }}
        />
      ) : (
        failure && <Alert tone="danger">{failure.detail}</Alert>
      )}
      <Skipped skipped={skipped} nameOf={nameOf} />
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
          <Section title="Thông tin">
            <TextField label="Tên sản phẩm" required maxLength={MAX_PRODUCT_NAME} {...field('name')} />
            <TextArea
              label="Mô tả"
              name="description"
              rows={6}
              maxLength={MAX_PRODUCT_DESCRIPTION}
              value={draft.description}
              error={errors.description}
              onChange={({ target }) => change({ description: target.value })}
            />
            <div className="grid gap-4 sm:grid-cols-2">
              <SelectField label="Thương hiệu" required {...field('brand')}>
                <Options from={brands} />
              </SelectField>
              <SelectField label="Danh mục" required {...field('category')}>
                <Options from={categories} />
              </SelectField>
            </div>
          </Section>
          <Section title="Ảnh">
            <PictureList
              pictures={draft.pictures}
              onChange={(pictures) => change({ pictures })}
              sent={sent}
              error={[...(errors.pictures ?? []), ...(errors.images ?? [])]}
            />
          </Section>
          <Section title="Giá và tồn kho" className="xl:col-span-2">
            <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
              <TextField
                label="Giá (VND)"
                required
                inputMode="numeric"
                autoComplete="off"
                hint={
                  draft.hasVariants ? 'Mỗi phân loại có giá riêng; giá này dùng khi chưa có phân loại nào.' : undefined
                }
                {...field('price')}
              />
              <TextField label="Giá cũ (VND)" inputMode="numeric" autoComplete="off" {...field('oldPrice')} />
              {!draft.hasVariants && (
                <TextField
                  label="Tồn kho"
                  name="countInStock"
                  required
                  inputMode="numeric"
                  autoComplete="off"
                  value={draft.stock}
                  error={errors.countInStock}
                  onChange={({ target }) => change({ stock: target.value })}
                />
              )}
            </div>
            <label className="flex min-h-11 w-fit items-center gap-3">
              <input
                type="checkbox"
                className="size-5 accent-accent"
                checked={draft.hasVariants}
                onChange={({ target }) => change({ hasVariants: target.checked })}
              />
              Sản phẩm có nhiều màu và kích thước
            </label>
            {draft.hasVariants && (
              <VariantMatrix matrix={draft} onChange={change} colors={colors} sizes={sizes} errors={errors} />
            )}
          </Section>
        </fieldset>
        <div className="sticky bottom-0 z-10 -mx-3 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-paper px-3 py-3 sm:-mx-5 sm:px-5 xl:col-span-2">
          {isDirty && <p className="mr-auto text-sm text-warn">Có thay đổi chưa lưu.</p>}
          {isDirty && !isBusy && (
            <Button variant="quiet" onClick={() => setDraft(saved)}>
              Bỏ thay đổi
            </Button>
          )}
          <Button type="submit" isBusy={isBusy}>
            {product ? 'Lưu sản phẩm' : 'Thêm sản phẩm'}
          </Button>
        </div>
      </form>
    </AdminPage>
  );
}

function Section({ title, className = '', children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <section className={`grid content-start gap-4 rounded-lg border border-line bg-surface p-4 sm:p-5 ${className}`}>
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}

const Options = ({ from }: { from: readonly { id: number; title: string }[] }) => (
  <>
    <option value="">Chọn…</option>
    {from.map(({ id, title }) => (
      <option key={id} value={id}>
        {title}
      </option>
    ))}
  </>
);

/** What a cell is called. */
const namesOf = (colors: readonly Color[], sizes: readonly Size[]) => (key: string) => {
  const [color, size] = key.split('-').map(Number);
  return `${colors.find(({ id }) => id === color)?.name}, ${sizes.find(({ id }) => id === size)?.name}`;
};

function Skipped({ skipped, nameOf }: { skipped: VariantPlan['skipped']; nameOf: (key: string) => string }) {
  if (skipped.length === 0) return null;
  const names = (isKept: boolean) =>
    skipped
      .filter((cell) => cell.isKept === isKept)
      .map(({ key }) => nameOf(key))
      .join('; ');
  return (
    <Alert tone="warning">
      <p>Phân loại thiếu giá hoặc tồn kho, hoặc bằng 0, được bỏ qua khi lưu.</p>
      {names(false) && <p>Chưa thêm: {names(false)}.</p>}
      {names(true) && (
        <p>Giữ nguyên như cũ: {names(true)}. Muốn ngừng bán thì bỏ ô đó; muốn tồn kho về 0 thì dùng “Sửa hàng loạt”.</p>
      )}
    </Alert>
  );
}
