import type { Page } from 'contract/common';
import { formatNumber } from 'contract/rules';
import type { AdminColor } from 'contract/catalog/options';
import { useState } from 'react';
import { Empty } from '~/components/feedback/empty';
import type { Loaded } from '~/components/admin/run-action';
import { AddButton, EditAndDelete } from '~/components/admin/buttons';
import { DeleteDialog } from '~/components/admin/delete-dialog';
import { DataTable, type Column } from '~/components/admin/list/data-table';
import { ListBody } from '~/components/admin/list/list-page';
import { ColorForm } from '~/features/options/color-form';
import { OptionsPage } from './options-page';

type Open = { what: 'form'; color: AdminColor | null } | { what: 'delete'; color: AdminColor };

/** The list of colours. */
export function ColorList({ list }: { list: Loaded<Page<AdminColor>> | undefined }) {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const add = <AddButton onClick={() => setOpen({ what: 'form', color: null })}>Thêm màu</AddButton>;
  return (
    <OptionsPage tab="colors" actions={add}>
      <ListBody
        list={list}
        empty={
          <Empty title="Chưa có màu nào" action={add}>
            Thêm màu trước, rồi tạo phân loại màu và kích cỡ ở từng sản phẩm.
          </Empty>
        }
      >
        {(rows) => (
          <DataTable
            caption="Màu"
            columns={COLUMNS}
            rows={rows}
            actions={(color) => (
              <EditAndDelete
                name={`màu ${color.name}`}
                onEdit={() => setOpen({ what: 'form', color })}
                onDelete={() => setOpen({ what: 'delete', color })}
              />
            )}
          />
        )}
      </ListBody>
      {open?.what === 'form' && <ColorForm color={open.color} onClose={close} />}
      {open?.what === 'delete' && (
        <DeleteDialog
          name={`màu ${open.color.name}`}
          products={open.color.product_count}
          having="có màu này"
          filter={`color=${open.color.id}&archived=all`}
          fields={{ intent: 'delete-color', id: open.color.id, name: open.color.name }}
          onClose={close}
        >
          , kể cả sản phẩm đã lưu trữ. Hãy bỏ các phân loại màu đó trước.
        </DeleteDialog>
      )}
    </OptionsPage>
  );
}

const COLUMNS: readonly Column<AdminColor>[] = [
  {
    label: 'Tên',
    sort: 'name',
    firstSort: 'asc',
    cell: ({ name, hex_code: hex }) => (
      <span className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className="size-5 shrink-0 rounded-full border border-line-strong forced-color-adjust-none"
          style={{ background: hex }}
        />
        <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
      </span>
    ),
  },
  { label: 'Mã màu', cell: ({ hex_code: hex }) => <code className="text-muted">{hex}</code> },
  { label: 'Sản phẩm', sort: 'products', isNumber: true, cell: ({ product_count: count }) => formatNumber(count) },
];
