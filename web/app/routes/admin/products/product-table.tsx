import { Link } from '@remix-run/react';
import type { Brand, Category } from 'contract/catalog/catalog';
import type { AdminProductRow } from 'contract/catalog/products';
import { LOW_STOCK, formatNumber } from 'contract/rules';
import { Archive, ArchiveRestore, Pencil, Trash2 } from 'lucide-react';
import { DataTable, type Column } from '~/components/admin/list/data-table';
import { useListState } from '~/components/admin/list/way-back';
import { Badge } from '~/components/display/badge';
import { ProductPicture } from '~/components/display/picture';
import { Price } from '~/components/display/price';
import type { ArchiveRequest } from './archive-dialog';

interface Taxonomy {
  brands: readonly Brand[];
  categories: readonly Category[];
}

interface ProductTableProps {
  /** Undefined while they load. */
  products: readonly AdminProductRow[] | undefined;
  taxonomy: Taxonomy | null | undefined;
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
  onArchive: (request: ArchiveRequest) => void;
}

/** The products of the shop, which can be selected for a bulk edit. */
export function ProductTable({ products, taxonomy, selected, onSelect, onArchive }: ProductTableProps) {
  return (
    <DataTable
      caption="Sản phẩm"
      columns={columnsOf(taxonomy)}
      rows={products}
      selection={{
        selected,
        onChange: onSelect,
        nameOf: (id) => products?.find((product) => product.id === id)?.name ?? '',
      }}
      actions={(product) => <RowActions product={product} onArchive={onArchive} />}
    />
  );
}

function columnsOf(taxonomy: Taxonomy | null | undefined): readonly Column<AdminProductRow>[] {
  const titleIn = (entries: readonly { id: number; title: string }[] | undefined, id: number | null) =>
    entries?.find((entry) => entry.id === id)?.title ?? '';
  return [
    {
      label: 'Sản phẩm',
      sort: 'name',
      firstSort: 'asc',
      cell: (product) => <ProductLink product={product} />,
    },
    {
      label: 'Danh mục',
      isMinor: true,
      cell: ({ category, brand }) => (
        <>
          {titleIn(taxonomy?.categories, category)}
          <span className="block text-muted">{titleIn(taxonomy?.brands, brand)}</span>
        </>
      ),
    },
    {
      label: 'Giá',
      sort: 'price',
      isNumber: true,
      cell: ({ min_price: price, oldPrice, has_variants: hasVariants, variants }) => (
        <>
          <Price amount={price} before={oldPrice} className="sm:justify-end" />
          {hasVariants && <span className="block text-muted">{formatNumber(variants)} phân loại</span>}
        </>
      ),
    },
    { label: 'Tồn kho', sort: 'stock', firstSort: 'asc', isNumber: true, cell: (product) => <Stock {...product} /> },
    { label: 'Đã bán', sort: 'sold', isNumber: true, cell: ({ total_sold: sold }) => formatNumber(sold) },
  ];
}

function ProductLink({ product: { id, image, name, description } }: { product: AdminProductRow }) {
  const state = useListState();
  return (
    <Link to={`/admin/products/${id}`} state={state} className="flex sm:min-w-56 gap-3 hover:underline">
      <ProductPicture src={image} alt="" sizes="48px" className="w-12 shrink-0 rounded-sm" />
      <span className="grid content-start">
        <span className="font-medium">{name}</span>
        <span className="text-muted">{description}</span>
      </span>
    </Link>
  );
}

function Stock({ total_stock: stock, archived_at: archivedAt, stock_alerts: waiting }: AdminProductRow) {
  return (
    <span className="grid sm:justify-items-end gap-1">
      {formatNumber(stock)}
      {archivedAt !== null && <Badge tone="sand">Đã lưu trữ</Badge>}
      {stock === 0 && <Badge tone="danger">Hết hàng</Badge>}
      {stock > 0 && stock <= LOW_STOCK && <Badge tone="warn">Sắp hết</Badge>}
      {waiting > 0 && <span className="text-muted">{formatNumber(waiting)} người chờ</span>}
    </span>
  );
}

const ICON = 'grid size-9 place-content-center rounded-md hover:bg-sand';

function RowActions({
  product,
  onArchive,
}: {
  product: AdminProductRow;
  onArchive: (request: ArchiveRequest) => void;
}) {
  const { id, name, archived_at: archivedAt, is_ordered: isOrdered } = product;
  const state = useListState();
  const isArchived = archivedAt !== null;
  const [Icon, label] = isArchived
    ? ([ArchiveRestore, 'Khôi phục'] as const)
    : isOrdered
      ? ([Archive, 'Lưu trữ'] as const)
      : ([Trash2, 'Xóa'] as const);
  return (
    <>
      <Link to={`/admin/products/${id}`} state={state} aria-label={`Sửa ${name}`} title="Sửa" className={ICON}>
        <Pencil aria-hidden="true" className="size-4" />
      </Link>
      <button
        type="button"
        aria-label={`${label} ${name}`}
        title={label}
        className={ICON}
        onClick={() => onArchive({ intent: isArchived ? 'restore' : 'remove', product })}
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
    </>
  );
}
