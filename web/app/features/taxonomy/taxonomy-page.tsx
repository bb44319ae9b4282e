import { Link } from '@remix-run/react';
import type { Page } from 'contract/common';
import { formatNumber } from 'contract/rules';
import type { AdminShelf } from 'contract/shelves';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ShelfPath } from '~/api/admin/taxonomy';
import { shorten } from '~/components/shop/seo';
import { Button } from '~/components/form/button';
import { Empty } from '~/components/feedback/empty';
import { TextArea, TextField } from '~/components/form/field';
import { ProductPicture } from '~/components/display/picture';
import type { Loaded } from '~/components/admin/run-action';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import { DataTable, type Column } from '~/components/admin/data-table';
import { FilterBar, SearchFilter } from '~/components/admin/filter-bar';
import { FormPanel } from '~/components/admin/form-panel';
import { InUseDialog } from '~/components/admin/in-use-dialog';
import { AdminPage, ListBody } from '~/components/admin/list-page';
import { PictureField } from './picture-field';
import { SHELF_WORDS } from './taxonomy-labels';

/** Descriptions are cut here, as the specification says. */
const SHORT = 100;

type Open = { what: 'form'; shelf: AdminShelf | null } | { what: 'delete'; shelf: AdminShelf };

/** The page of brands or of categories. */
export function ShelfPage({ path, list }: { path: ShelfPath; list: Loaded<Page<AdminShelf>> | undefined }) {
  const { title, one, purpose } = SHELF_WORDS[path];
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const add = (
    <Button size="sm" onClick={() => setOpen({ what: 'form', shelf: null })}>
      <Plus aria-hidden="true" className="size-4" />
      Thêm {one}
    </Button>
  );
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
            idOf={({ id }) => id}
            actions={(shelf) => (
              <>
                <Button
                  variant="quiet"
                  size="sm"
                  aria-label={`Sửa ${shelf.title}`}
                  onClick={() => setOpen({ what: 'form', shelf })}
                >
                  <Pencil aria-hidden="true" className="size-4" />
                </Button>
                <Button
                  variant="quiet"
                  size="sm"
                  aria-label={`Xóa ${shelf.title}`}
                  onClick={() => setOpen({ what: 'delete', shelf })}
                >
                  <Trash2 aria-hidden="true" className="size-4" />
                </Button>
              </>
            )}
          />
        )}
      </ListBody>
      {open?.what === 'form' && <ShelfForm path={path} shelf={open.shelf} onClose={close} />}
      {open?.what === 'delete' && <DeleteShelf path={path} shelf={open.shelf} onClose={close} />}
    </AdminPage>
  );
}

function columnsOf(path: ShelfPath): readonly Column<AdminShelf>[] {
  return [
    {
      label: 'Tên',
      sort: 'title',
      firstSort: 'asc',
      cell: ({ title, image }) => (
        <span className="flex min-w-44 items-center gap-3">
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
      cell: ({ description }) => <span className="block min-w-56 text-muted">{shorten(description, SHORT)}</span>,
    },
    {
      label: 'Sản phẩm',
      sort: 'products',
      isNumber: true,
      cell: ({ id, product_count: shown, archived_count: archived }) => (
        <>
          <Link to={`/admin/products?${SHELF_WORDS[path].filter}=${id}`} className="underline underline-offset-4">
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

interface OneShelf {
  path: ShelfPath;
  shelf: AdminShelf;
  onClose: () => void;
}

function ShelfForm({ path, shelf, onClose }: Omit<OneShelf, 'shelf'> & { shelf: AdminShelf | null }) {
  const { one } = SHELF_WORDS[path];
  return (
    <FormPanel
      title={shelf ? `Sửa ${one}` : `Thêm ${one}`}
      submit={shelf ? 'Lưu' : 'Thêm'}
      intent={shelf ? 'change' : 'create'}
      encType="multipart/form-data"
      onClose={onClose}
    >
      {(errors) => (
        <>
          {shelf && <input type="hidden" name="id" value={shelf.id} />}
          <TextField
            label="Tên"
            name="title"
            required
            maxLength={255}
            defaultValue={shelf?.title}
            error={errors.title}
          />
          <TextArea
            label="Mô tả"
            name="description"
            rows={5}
            maxLength={20_000}
            defaultValue={shelf?.description}
            error={errors.description}
          />
          <PictureField label="Ảnh" name="image" src={shelf?.image ?? null} error={errors.image} />
        </>
      )}
    </FormPanel>
  );
}

function DeleteShelf({ path, shelf, onClose }: OneShelf) {
  const { one, filter } = SHELF_WORDS[path];
  const products = shelf.product_count + shelf.archived_count;
  if (products > 0) {
    return (
      <InUseDialog
        title={`Chưa xóa được ${one} ${shelf.title}`}
        to={`/admin/products?${filter}=${shelf.id}`}
        link="Xem các sản phẩm đó"
        onClose={onClose}
      >
        Còn {formatNumber(products)} sản phẩm thuộc {one} này
        {shelf.archived_count > 0 && `, trong đó ${formatNumber(shelf.archived_count)} đã lưu trữ`}. Hãy chuyển chúng
        sang {one} khác trước.
      </InUseDialog>
    );
  }
  return (
    <ConfirmDialog
      title={`Xóa ${one} ${shelf.title}?`}
      confirm="Xóa hẳn"
      isDanger
      fields={{ intent: 'delete', id: shelf.id, title: shelf.title }}
      onClose={onClose}
    >
      Không có sản phẩm nào thuộc {one} này. Xóa rồi không lấy lại được.
    </ConfirmDialog>
  );
}
