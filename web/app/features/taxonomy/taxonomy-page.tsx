import { Link } from '@remix-run/react';
import type { Page } from 'contract/common';
import { formatNumber } from 'contract/rules';
import type { AdminTaxonomyItem } from 'contract/catalog/taxonomy';
import { Ruler } from 'lucide-react';
import { useState } from 'react';
import type { TaxonomyPath } from '~/api/admin/taxonomy';
import { shorten } from '~/components/shop/seo';
import { Empty } from '~/components/feedback/empty';
import { ProductPicture } from '~/components/display/picture';
import type { Loaded } from '~/components/admin/run-action';
import { AddButton, EditAndDelete, IconButton } from '~/components/admin/buttons';
import { DataTable, type Column } from '~/components/admin/list/data-table';
import { FilterBar, SearchFilter } from '~/components/admin/list/filter-bar';
import { AdminPage, ListBody } from '~/components/admin/list/list-page';
import { CategorySizeTableDialog } from './category-size-table';
import { TAXONOMY_LABELS } from './taxonomy-labels';
import { TaxonomyForm, DeleteTaxonomyDialog } from './taxonomy-dialogs';

/** Length at which descriptions are cut, from the specification. */
const SHORT = 100;

type Open = { what: 'form'; entry: AdminTaxonomyItem | null } | { what: 'delete' | 'sizes'; entry: AdminTaxonomyItem };

/** The admin page of brands or of categories. */
export function TaxonomyPage({
  path,
  list,
}: {
  path: TaxonomyPath;
  list: Loaded<Page<AdminTaxonomyItem>> | undefined;
}) {
  const { title, one, purpose } = TAXONOMY_LABELS[path];
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const add = <AddButton onClick={() => setOpen({ what: 'form', entry: null })}>Thêm {one}</AddButton>;
  return (
    <AdminPage title={title} actions={add}>
      <FilterBar>
        <SearchFilter label={`Tìm ${one}`} />
      </FilterBar>
      <ListBody
        list={list}
        empty={
          <Empty title={`Chưa có ${one} nào`} action={add}>
            {purpose}
          </Empty>
        }
      >
        {(rows) => (
          <DataTable
            caption={title}
            columns={columnsOf(path)}
            rows={rows}
            actions={(entry) => (
              <>
                {path === 'category' && (
                  <IconButton
                    icon={Ruler}
                    label={`Bảng kích thước của ${entry.title}`}
                    title="Bảng kích thước"
                    onClick={() => setOpen({ what: 'sizes', entry })}
                  />
                )}
                <EditAndDelete
                  name={entry.title}
                  onEdit={() => setOpen({ what: 'form', entry })}
                  onDelete={() => setOpen({ what: 'delete', entry })}
                />
              </>
            )}
          />
        )}
      </ListBody>
      {open?.what === 'form' && <TaxonomyForm path={path} entry={open.entry} onClose={close} />}
      {open?.what === 'sizes' && <CategorySizeTableDialog entry={open.entry} onClose={close} />}
      {open?.what === 'delete' && <DeleteTaxonomyDialog path={path} entry={open.entry} onClose={close} />}
    </AdminPage>
  );
}

function columnsOf(path: TaxonomyPath): readonly Column<AdminTaxonomyItem>[] {
  return [
    {
      label: 'Tên',
      sort: 'title',
      firstSort: 'asc',
      cell: ({ title, image }) => (
        <span className="flex sm:min-w-44 items-start gap-3">
          <ProductPicture
            src={image}
            alt=""
            ratio={1}
            sizes="40px"
            className="size-10 shrink-0 rounded-md object-contain"
          />
          <span className="font-medium [overflow-wrap:anywhere]">{title}</span>
        </span>
      ),
    },
    {
      label: 'Mô tả',
      cell: ({ description }) => <span className="block sm:min-w-56 text-muted">{shorten(description, SHORT)}</span>,
    },
    {
      label: 'Sản phẩm',
      sort: 'products',
      isNumber: true,
      cell: ({ id, product_count: shown, archived_count: archived }) => (
        <>
          <Link to={`/admin/products?${TAXONOMY_LABELS[path].filter}=${id}`} className="underline underline-offset-4">
            {formatNumber(shown)}
          </Link>
          {archived > 0 && (
            <span className="block text-xs whitespace-nowrap text-muted">+ {formatNumber(archived)} đã lưu trữ</span>
          )}
        </>
      ),
    },
  ];
}
