import { Link, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import type { Brand, Category, Color, Size } from 'contract/catalog/catalog';
import type { Page } from 'contract/common';
import type { AdminProductRow, ProductFilter } from 'contract/catalog/products';
import type { BulkEdit } from 'contract/catalog/bulk-edit';
import { formatNumber } from 'contract/rules';
import { Plus, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { updateProducts, listAdminProducts, deleteProduct, restoreProduct } from '~/api/admin/products';
import { listBrands, listCategories, listColors, listSizes } from '~/api/catalog/catalog';
import { failureOf } from '~/api/http/client';
import { AdminPage, ListBody } from '~/components/admin/list/list-page';
import { listQuery, useListAddress } from '~/components/admin/list/list-url';
import { useListState } from '~/components/admin/list/way-back';
import { adminLoader, runAction, loadPage, type ActionOutcome, type Loaded } from '~/components/admin/run-action';
import { Empty } from '~/components/feedback/empty';
import { Button, buttonStyle } from '~/components/form/button';
import { textOf } from '~/components/form/form-text';
import { adminPage } from '~/components/shop/page-title';
import { ArchiveDialog, type ArchiveRequest } from './archive-dialog';
import { BulkEditPanel, type BulkTarget } from './bulk-edit';
import { OptionChips, ProductFilters } from './product-filters';
import { ProductTable } from './product-table';

export const meta = adminPage('Sản phẩm');

const FILTERS = ['search', 'category', 'brand', 'color', 'size', 'stock', 'picture', 'archived'] as const;

interface Products {
  list: Page<AdminProductRow>;
  brands: Brand[];
  categories: Category[];
  /** Loaded only to name a filter by one of them. */
  colors?: Color[];
  sizes?: Size[];
}

export const clientLoader = adminLoader(async ({ request }) => {
  const query = listQuery(new URL(request.url).searchParams, [...FILTERS, 'sort']);
  return loadPage(
    request,
    async (signal): Promise<Products> => {
      const [list, brands, categories, colors, sizes] = await Promise.all([
        listAdminProducts(query, signal),
        listBrands(signal),
        listCategories(signal),
        query.color ? listColors(signal) : undefined,
        query.size ? listSizes(signal) : undefined,
      ]);
      return { list, brands, categories, colors, sizes };
    },
    'Không thể tải danh sách sản phẩm.',
  );
});

export async function clientAction({ request }: ClientActionFunctionArgs): Promise<ActionOutcome> {
  const form = await request.formData();
  const [id, name] = [Number(textOf(form, 'id')), textOf(form, 'name')];
  const edit = () => JSON.parse(textOf(form, 'edit')) as BulkEdit;
  switch (textOf(form, 'intent')) {
    case 'preview':
      return preview(edit());
    case 'bulk':
      return runAction(request, () => updateProducts({ ...edit(), preview: false, seen: textOf(form, 'seen') }), {
        done: ({ changed }) => `Đã thay đổi ${formatNumber(changed)} mục.`,
        otherwise: 'Không thể sửa hàng loạt.',
      });
    case 'restore':
      return runAction(request, () => restoreProduct(id), {
        done: `“${name}” đã trở lại cửa hàng.`,
        otherwise: 'Không thể khôi phục sản phẩm.',
      });
    default:
      return runAction(request, () => deleteProduct(id), {
        done: `“${name}” không còn trong cửa hàng.`,
        otherwise: 'Không thể xóa hoặc lưu trữ sản phẩm.',
      });
  }
}

/** Computes what a bulk edit would change. It changes nothing, so no toast follows. */
async function preview(edit: BulkEdit): Promise<ActionOutcome> {
  try {
    return { isDone: true, data: await updateProducts({ ...edit, preview: true }) };
  } catch (error) {
    return { isDone: false, failure: failureOf(error, 'Không thể xem trước.'), isUnanswered: false };
  }
}

export const HydrateFallback = () => <ProductsPage loaded={undefined} />;

export default function Products() {
  return <ProductsPage loaded={useLoaderData<typeof clientLoader>()} />;
}

function ProductsPage({ loaded }: { loaded: Loaded<Products> | undefined }) {
  const { params } = useListAddress();
  const listState = useListState();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [target, setTarget] = useState<BulkTarget | null>(null);
  const [archiving, setArchiving] = useState<ArchiveRequest | null>(null);
  const data = loaded?.data;
  const count = data?.list.count ?? 0;
  const filter = () => Object.fromEntries(FILTERS.map((name) => [name, params.get(name) ?? ''])) as ProductFilter;
  return (
    <AdminPage
      title="Sản phẩm"
      actions={
        <>
          <Button
            variant="outline"
            size="sm"
            disabled={count === 0}
            onClick={() => setTarget(selected.size > 0 ? { ids: [...selected] } : { filter: filter(), count })}
          >
            <SlidersHorizontal aria-hidden="true" className="size-4" />
            Sửa hàng loạt ({formatNumber(selected.size || count)})
          </Button>
          <Link to="/admin/products/new" state={listState} className={buttonStyle({ size: 'sm' })}>
            <Plus aria-hidden="true" className="size-4" />
            Thêm sản phẩm
          </Link>
        </>
      }
    >
      <ProductFilters brands={data?.brands} categories={data?.categories} />
      <OptionChips colors={data?.colors} sizes={data?.sizes} />
      {selected.size > 0 && <SelectedCount count={selected.size} onClear={() => setSelected(new Set())} />}
      <ListBody list={loaded && listOf(loaded)} empty={<NoProducts isArchive={params.get('archived') === '1'} />}>
        {(products) => (
          <ProductTable
            products={products}
            taxonomy={data}
            selected={selected}
            onSelect={setSelected}
            onArchive={setArchiving}
          />
        )}
      </ListBody>
      {target && <BulkEditPanel target={target} onClose={() => setTarget(null)} />}
      {archiving && (
        <ArchiveDialog
          {...archiving}
          onClose={() => setArchiving(null)}
          onDone={() => setSelected((ids) => without(ids, archiving.product.id))}
        />
      )}
    </AdminPage>
  );
}

function SelectedCount({ count, onClear }: { count: number; onClear: () => void }) {
  return (
    <p className="flex flex-wrap items-center gap-3 text-sm">
      Đã chọn {formatNumber(count)} sản phẩm.
      <Button variant="quiet" size="sm" onClick={onClear}>
        Bỏ chọn
      </Button>
    </p>
  );
}

/** A product that left the list must not stay selected: a bulk edit would be about it too. */
const without = (ids: ReadonlySet<number>, gone: number): ReadonlySet<number> =>
  new Set([...ids].filter((id) => id !== gone));

const listOf = ({ data, error }: Loaded<Products>): Loaded<Page<AdminProductRow>> =>
  data ? { data: data.list, error: null } : { data: null, error: error ?? '' };

function NoProducts({ isArchive }: { isArchive: boolean }) {
  if (isArchive) return <Empty title="Chưa lưu trữ sản phẩm nào" />;
  return (
    <Empty
      title="Chưa có sản phẩm nào"
      action={
        <Link to="/admin/products/new" className={buttonStyle()}>
          Thêm sản phẩm đầu tiên
        </Link>
      }
    >
      Hoặc nhập nhiều sản phẩm từ một tệp ở trang Nhập / xuất.
    </Empty>
  );
}
