import type { Page } from 'contract/common';
import { formatNumber } from 'contract/rules';
import type { AdminColor } from 'contract/catalog/options';
import { useState } from 'react';
import { Empty } from '~/components/feedback/empty';
import type { Loaded } from '~/components/admin/run-action';
import { AddButton, EditAndDelete } from '~/components/admin/buttons';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import { DataTable, type Column } from '~/components/admin/list/data-table';
import { InUseDialog } from '~/components/admin/in-use-dialog';
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
      {open?.what === 'delete' && <DeleteColor color={open.color} onClose={close} />}
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

function DeleteColor({ color, onClose }: { color: AdminColor; onClose: () => void }) {
  if (color.product_count > 0) {
    return (
      <InUseDialog
        title={`Chưa xóa được màu ${color.name}`}
        to={`/admin/products?color=${color.id}&archived=all`}
        link="Xem các sản phẩm đó"
        onClose={onClose}
      >
        Còn {formatNumber(color.product_count)} sản phẩm có màu này, kể cả sản phẩm đã lưu trữ. Hãy bỏ các phân loại màu
        đó trước.
      </InUseDialog>
    );
  }
  return (
    <ConfirmDialog
      title={`Xóa màu ${color.name}?`}
      confirm="Xóa hẳn"
      isDanger
      fields={{ intent: 'remove-color', id: color.id, name: color.name }}
      onClose={onClose}
    >
      Không có sản phẩm nào có màu này. Xóa rồi không lấy lại được.
    </ConfirmDialog>
  );
}
