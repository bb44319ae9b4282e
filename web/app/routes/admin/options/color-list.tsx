import type { Page } from 'contract/common';
import { formatNumber } from 'contract/rules';
import type { AdminColor } from 'contract/catalog/options';
import { useState } from 'react';
import { Empty } from '~/components/feedback/empty';
import { TextField, boxStyle } from '~/components/form/field';
import type { Loaded } from '~/components/admin/run-action';
import { AddButton, EditAndDelete } from '~/components/admin/buttons';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import { DataTable, type Column } from '~/components/admin/list/data-table';
import { FormPanel } from '~/components/admin/form-panel';
import { InUseDialog } from '~/components/admin/in-use-dialog';
import { ListBody } from '~/components/admin/list/list-page';
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
          className="size-5 shrink-0 rounded-full border border-line-strong"
          style={{ background: hex }}
        />
        <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
      </span>
    ),
  },
  { label: 'Mã màu', cell: ({ hex_code: hex }) => <code className="text-muted">{hex}</code> },
  { label: 'Sản phẩm', sort: 'products', isNumber: true, cell: ({ product_count: count }) => formatNumber(count) },
];

/** The form of a colour, picked or typed. Picker and text box show the same value. */
function ColorForm({ color, onClose }: { color: AdminColor | null; onClose: () => void }) {
  const [hex, setHex] = useState(color?.hex_code ?? '#808080');
  const isWhole = /^#[0-9a-f]{6}$/i.test(hex);
  return (
    <FormPanel
      title={color ? 'Sửa màu' : 'Thêm màu'}
      of={color}
      intent={color ? 'change-color' : 'add-color'}
      onClose={onClose}
    >
      {({ errors, field }) => (
        <>
          <TextField label="Tên" {...field('name')} required maxLength={255} />
          <div className="grid grid-cols-[5rem_minmax(0,1fr)] gap-3">
            <label className="grid content-start gap-1.5 text-sm font-medium">
              Chọn màu
              <input
                type="color"
                value={isWhole ? hex.toLowerCase() : '#808080'}
                onChange={({ target }) => setHex(target.value)}
                className={`${boxStyle} cursor-pointer p-1!`}
              />
            </label>
            <TextField
              label="Mã màu"
              name="hex_code"
              required
              maxLength={7}
              spellCheck={false}
              value={hex}
              onChange={({ target }) => setHex(target.value)}
              error={errors.hex_code}
              hint="Ví dụ #1a2b3c"
            />
          </div>
        </>
      )}
    </FormPanel>
  );
}

function DeleteColor({ color, onClose }: { color: AdminColor; onClose: () => void }) {
  if (color.product_count > 0) {
    return (
      <InUseDialog
        title={`Chưa xóa được màu ${color.name}`}
        to="/admin/products"
        link="Đến danh sách sản phẩm"
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
