import { Link, useLoaderData, type ClientActionFunctionArgs, type ClientLoaderFunctionArgs } from '@remix-run/react';
import type { Brand, Category } from 'contract/catalog';
import type { Page } from 'contract/common';
import type { AdminProductRow, BulkEdit, ProductFilter } from 'contract/products';
import { LOW_STOCK, formatNumber } from 'contract/rules';
import { Archive, ArchiveRestore, Pencil, Plus, SlidersHorizontal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { act, load, type Loaded, type Outcome } from '~/admin/act';
import { BulkEditPanel, type BulkTarget } from '~/admin/bulk-edit';
import { ConfirmDialog } from '~/admin/confirm-dialog';
import { DataTable, type Column } from '~/admin/data-table';
import { FilterBar, SearchFilter, SelectFilter } from '~/admin/filter-bar';
import { listQuery, useListAddress } from '~/admin/list-address';
import { AdminPage, ListBody } from '~/admin/list-page';
import { getBrands, getCategories } from '~/api/catalog';
import { failureOf } from '~/api/client';
import { editProducts, getAdminProducts, removeProduct, restoreProduct } from '~/api/products';
import { requireAdmin } from '~/routing/guards';
import { adminPage } from '~/shop/page-title';
import { Badge } from '~/ui/badge';
import { Button, buttonStyle } from '~/ui/button';
import { Empty } from '~/ui/empty';
import { textOf } from '~/ui/form-text';
import { Picture } from '~/ui/picture';
import { Price } from '~/ui/price';

export const meta = adminPage('Sản phẩm');

const FILTERS = ['search', 'category', 'brand', 'stock', 'picture', 'archived'] as const;

interface Products {
  list: Page<AdminProductRow>;
  brands: Brand[];
  categories: Category[];
}

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireAdmin(request);
  const query = listQuery(new URL(request.url).searchParams, [...FILTERS, 'sort']);
  return load(
    request,
    async (signal): Promise<Products> => {
      const [list, brands, categories] = await Promise.all([
        getAdminProducts(query, signal),
        getBrands(signal),
        getCategories(signal),
      ]);
      return { list, brands, categories };
    },
    'Không thể tải danh sách sản phẩm.',
  );
}
clientLoader.hydrate = true as const;

export async function clientAction({ request }: ClientActionFunctionArgs): Promise<Outcome> {
  const form = await request.formData();
  const [id, name] = [Number(textOf(form, 'id')), textOf(form, 'name')];
  const edit = () => JSON.parse(textOf(form, 'edit')) as BulkEdit;
  switch (textOf(form, 'intent')) {
    case 'preview':
      return preview(edit());
    case 'bulk':
      return act(request, () => editProducts({ ...edit(), preview: false }), {
        done: ({ changed }) => `Đã thay đổi ${formatNumber(changed)} mục.`,
        otherwise: 'Không thể sửa hàng loạt.',
      });
    case 'restore':
      return act(request, () => restoreProduct(id), {
        done: `“${name}” đã trở lại cửa hàng.`,
        otherwise: 'Không thể khôi phục sản phẩm.',
      });
    default:
      return act(request, () => removeProduct(id), {
        done: `“${name}” không còn trong cửa hàng.`,
        otherwise: 'Không thể bỏ sản phẩm.',
      });
  }
}

/** What would become of many products; nothing has happened that a toast could tell. */
async function preview(edit: BulkEdit): Promise<Outcome> {
  try {
    return { isDone: true, data: await editProducts({ ...edit, preview: true }) };
  } catch (error) {
    const failure = failureOf(error, 'Không thể xem trước.');
    return { isDone: false, failure, status: 0 };
  }
}

export const HydrateFallback = () => <ProductsPage loaded={undefined} />;

export default function Products() {
  return <ProductsPage loaded={useLoaderData<typeof clientLoader>()} />;
}

type Asked = { what: 'remove' | 'restore'; product: AdminProductRow };

function ProductsPage({ loaded }: { loaded: Loaded<Products> | undefined }) {
  const { params } = useListAddress();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [target, setTarget] = useState<BulkTarget | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const data = loaded?.data;
  const rows = data?.list.results ?? [];
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
          <Link to="/admin/products/new" className={buttonStyle({ size: 'sm' })}>
            <Plus aria-hidden="true" className="size-4" />
            Thêm sản phẩm
          </Link>
        </>
      }
    >
      <FilterBar>
        <SearchFilter label="Tìm tên hoặc mã số" />
        <SelectFilter label="Danh mục" name="category" options={shelfOptions(data?.categories)} />
        <SelectFilter label="Thương hiệu" name="brand" options={shelfOptions(data?.brands)} />
        <SelectFilter label="Tồn kho" name="stock" options={STOCK} />
        <SelectFilter label="Ảnh" name="picture" options={[['missing', 'Chưa có ảnh']]} />
        <SelectFilter label="Tình trạng" name="archived" options={[['1', 'Đã lưu trữ']]} all="Đang bán" />
      </FilterBar>
      {selected.size > 0 && (
        <p className="flex flex-wrap items-center gap-3 text-sm">
          Đã chọn {formatNumber(selected.size)} sản phẩm.
          <Button variant="quiet" size="sm" onClick={() => setSelected(new Set())}>
            Bỏ chọn
          </Button>
        </p>
      )}
      <ListBody list={loaded && listOf(loaded)} empty={<NoProducts isArchive={params.get('archived') === '1'} />}>
        {(shown) => (
          <DataTable
            caption="Sản phẩm"
            columns={columnsOf(data)}
            rows={shown}
            idOf={({ id }) => id}
            selection={{
              selected,
              onChange: setSelected,
              nameOf: (id) => rows.find((row) => row.id === id)?.name ?? '',
            }}
            actions={(product) => <RowActions product={product} onAsk={setAsked} />}
          />
        )}
      </ListBody>
      {target && (
        <BulkEditPanel
          target={target}
          onClose={() => {
            setTarget(null);
          }}
        />
      )}
      {asked && <Question {...asked} onClose={() => setAsked(null)} />}
    </AdminPage>
  );
}

const listOf = ({ data, error }: Loaded<Products>): Loaded<Page<AdminProductRow>> =>
  data ? { data: data.list, error: null } : { data: null, error: error ?? '' };

const STOCK = [
  ['out', 'Hết hàng'],
  ['low', `Sắp hết hoặc hết (0-${LOW_STOCK})`],
  ['variant-out', 'Có phân loại hết hàng'],
  ['in', 'Còn nhiều'],
] as const;

const shelfOptions = (shelves: readonly { id: number; title: string }[] = []) =>
  shelves.map(({ id, title }) => [String(id), title] as const);

function columnsOf(data: Products | null | undefined): readonly Column<AdminProductRow>[] {
  const titleIn = (shelves: readonly { id: number; title: string }[] | undefined, id: number | null) =>
    shelves?.find((shelf) => shelf.id === id)?.title ?? '';
  return [
    {
      label: 'Sản phẩm',
      sort: 'name',
      firstSort: 'asc',
      cell: (product) => (
        <Link to={`/admin/products/${product.id}`} className="flex min-w-56 gap-3 hover:underline">
          <Picture src={product.image} alt="" sizes="48px" className="w-12 shrink-0 rounded-sm" />
          <span className="grid content-start">
            <span className="font-medium">{product.name}</span>
            <span className="text-muted">{product.description}</span>
          </span>
        </Link>
      ),
    },
    {
      label: 'Danh mục',
      isMinor: true,
      cell: ({ category, brand }) => (
        <>
          {titleIn(data?.categories, category)}
          <span className="block text-muted">{titleIn(data?.brands, brand)}</span>
        </>
      ),
    },
    {
      label: 'Giá',
      sort: 'price',
      isNumber: true,
      cell: ({ min_price: price, oldPrice, has_variants: hasVariants, variants }) => (
        <>
          <Price amount={price} before={oldPrice} className="justify-end" />
          {hasVariants && <span className="block text-muted">{formatNumber(variants)} phân loại</span>}
        </>
      ),
    },
    { label: 'Tồn kho', sort: 'stock', firstSort: 'asc', isNumber: true, cell: (product) => <Stock {...product} /> },
    { label: 'Đã bán', sort: 'sold', isNumber: true, cell: ({ total_sold: sold }) => formatNumber(sold) },
  ];
}

function Stock({ total_stock: stock, archived_at: archivedAt }: AdminProductRow) {
  return (
    <span className="grid justify-items-end gap-1">
      {formatNumber(stock)}
      {archivedAt !== null && <Badge tone="sand">Đã lưu trữ</Badge>}
      {stock === 0 && <Badge tone="danger">Hết hàng</Badge>}
      {stock > 0 && stock <= LOW_STOCK && <Badge tone="warn">Sắp hết</Badge>}
    </span>
  );
}

const ICON = 'grid size-9 place-content-center rounded-md hover:bg-sand';

function RowActions({ product, onAsk }: { product: AdminProductRow; onAsk: (asked: Asked) => void }) {
  const { id, name, archived_at: archivedAt, is_ordered: isOrdered } = product;
  const isArchived = archivedAt !== null;
  const [Icon, word] = isArchived
    ? ([ArchiveRestore, 'Khôi phục'] as const)
    : isOrdered
      ? ([Archive, 'Lưu trữ'] as const)
      : ([Trash2, 'Xóa'] as const);
  return (
    <>
      <Link to={`/admin/products/${id}`} aria-label={`Sửa ${name}`} title="Sửa" className={ICON}>
        <Pencil aria-hidden="true" className="size-4" />
      </Link>
      <button
        type="button"
        aria-label={`${word} ${name}`}
        title={word}
        className={ICON}
        onClick={() => onAsk({ what: isArchived ? 'restore' : 'remove', product })}
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
    </>
  );
}

function Question({ what, product, onClose }: Asked & { onClose: () => void }) {
  const { id, name, is_ordered: isOrdered } = product;
  const fields = { intent: what, id, name };
  if (what === 'restore') {
    return (
      <ConfirmDialog title={`Khôi phục “${name}”?`} confirm="Khôi phục" fields={fields} onClose={onClose}>
        <p>Sản phẩm sẽ trở lại cửa hàng ngay, với giá và tồn kho như trước.</p>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title={isOrdered ? `Lưu trữ “${name}”?` : `Xóa “${name}”?`}
      confirm={isOrdered ? 'Lưu trữ' : 'Xóa hẳn'}
      fields={fields}
      isDanger={!isOrdered}
      onClose={onClose}
    >
      {isOrdered ? (
        <p>Đã có đơn hàng với sản phẩm này. Nó biến khỏi cửa hàng, còn trong các đơn hàng, và có thể khôi phục.</p>
      ) : (
        <p>Chưa ai đặt sản phẩm này. Nó bị xóa cùng ảnh, phân loại và đánh giá; không thể lấy lại.</p>
      )}
    </ConfirmDialog>
  );
}

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
      Hoặc nhập cả danh mục hàng từ một tệp ở trang Nhập / xuất.
    </Empty>
  );
}
