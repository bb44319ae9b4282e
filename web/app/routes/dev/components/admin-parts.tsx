import { useState } from 'react';
import { useSearchParams } from '@remix-run/react';
import { Pin } from 'lucide-react';
import { AddButton, EditAndDelete, IconButton } from '~/components/admin/buttons';
import { CheckList } from '~/components/admin/check-list';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import { DataTable, type Column } from '~/components/admin/list/data-table';
import { DownloadButton } from '~/components/admin/list/download-button';
import { DaysFilter, FilterBar, SearchFilter, SelectFilter } from '~/components/admin/list/filter-bar';
import { FormPanel } from '~/components/admin/form-panel';
import { DeleteDialog } from '~/components/admin/delete-dialog';
import { AdminPage } from '~/components/admin/list/list-page';
import { RemovableFilter } from '~/components/admin/list/removable-filter';
import { ShownOnce } from '~/components/admin/shown-once';
import { TabLinks } from '~/components/admin/tab-links';
import { PostButton } from '~/components/admin/post-button';
import { Price } from '~/components/display/price';
import { Button } from '~/components/form/button';
import { TextField } from '~/components/form/field';
import { Group, LONG_NAME, Specimen } from './specimen';

const HERE = '/dev/components';

interface Row {
  id: number;
  name: string;
  price: number;
}
const ROWS: Row[] = [
  { id: 1, name: 'Áo thun', price: 199_000 },
  { id: 2, name: LONG_NAME, price: 1_999_999_999 },
];
/** As long as the longest page of a list. */
const MANY: Row[] = Array.from({ length: 100 }, (_, nth) => ({ id: nth, name: `Áo số ${nth}`, price: 1_000 * nth }));
const COLUMNS: Column<Row>[] = [
  { label: 'Tên', cell: ({ name }) => name, sort: 'name' },
  { label: 'Giá', cell: ({ price }) => <Price amount={price} />, isNumber: true },
];

export function AdminParts() {
  return (
    <Group title="admin">
      <Specimen file="admin/list/list-page.tsx" hint="the frame of an admin page">
        <AdminPage title="Sản phẩm" actions={<Button>Thêm</Button>}>
          <p>Nội dung</p>
        </AdminPage>
      </Specimen>
      <Specimen file="admin/buttons.tsx" hint="of a list and its rows">
        <AddButton onClick={() => undefined}>Thêm áo</AddButton>
        <EditAndDelete name="Áo thun" onEdit={() => undefined} onDelete={() => undefined} />
        <IconButton icon={Pin} label="Ghim Áo thun" />
      </Specimen>
      <Specimen file="admin/post-button.tsx" hint="acts at once, without a dialog">
        <PostButton fields={{ intent: 'send', id: 5 }}>Gửi lại</PostButton>
      </Specimen>
      <Specimen file="admin/tab-links.tsx" hint="lists that share a page">
        <TabLinks
          label="Danh sách"
          current={HERE}
          tabs={[
            [HERE, 'Đang mở'],
            ['/admin', 'Bảng điều khiển'],
          ]}
        />
      </Specimen>
      <Specimen file="admin/list/filter-bar.tsx" hint="filters live in the address">
        <FilterBar>
          <SearchFilter label="Tìm" />
          <SelectFilter label="Trạng thái" name="status" options={[['open', 'Đang mở']]} />
          <DaysFilter />
        </FilterBar>
      </Specimen>
      <Specimen file="admin/list/removable-filter.tsx" hint="what no box of the bar shows">
        <RemovableFilter names={['wallet']} then="xem mọi ví">
          Giao dịch của {LONG_NAME}
        </RemovableFilter>
      </Specimen>
      <Specimen file="admin/check-list.tsx" hint="several choices, each explained">
        <CheckList
          legend="Sự kiện"
          name="events"
          chosen={['paid']}
          error={['Vui lòng chọn ít nhất một sự kiện']}
          options={[
            ['placed', 'Đơn hàng mới', 'Khách vừa đặt hàng.'],
            ['paid', 'Đơn đã thanh toán', LONG_NAME],
          ]}
        />
      </Specimen>
      <Specimen file="admin/shown-once.tsx" hint="a secret that no other response shows">
        <ShownOnce secret="may_sk_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij">Hãy chép ngay:</ShownOnce>
      </Specimen>
      <Tables />
      <Specimen file="admin/list/download-button.tsx" hint="a file of the list beside it">
        <DownloadButton path="/api/orders/export/" name="don-hang.csv">
          Tải CSV
        </DownloadButton>
      </Specimen>
      <Dialogs />
    </Group>
  );
}

function Tables() {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set([1]));
  const nameOf = (id: number) => ROWS.find((row) => row.id === id)?.name ?? '';
  return (
    <Specimen
      file="admin/list/data-table.tsx"
      hint="sortable, selectable; loading, and long; a list without rows shows Empty"
    >
      <DataTable
        caption="Sản phẩm"
        columns={COLUMNS}
        rows={ROWS}
        actions={() => <Button size="sm">Sửa</Button>}
        selection={{ selected, onChange: setSelected, nameOf }}
      />
      <DataTable caption="Đang tải" columns={COLUMNS} rows={undefined} />
      <div className="max-h-96 w-full overflow-y-auto">
        <DataTable caption="Danh sách dài" columns={COLUMNS} rows={MANY} />
      </div>
    </Specimen>
  );
}

function Dialogs() {
  const [params] = useSearchParams();
  const [open, setOpen] = useState(params.get('open') ?? undefined);
  const close = () => setOpen(undefined);
  return (
    <>
      <Specimen file="admin/confirm-dialog.tsx" hint="before what cannot be undone">
        <Button onClick={() => setOpen('confirm')}>Mở</Button>
        {open === 'confirm' && (
          <ConfirmDialog
            title={`Xóa ${LONG_NAME}?`}
            confirm="Xóa"
            fields={{ intent: 'delete' }}
            isDanger
            onClose={close}
          >
            Không thể hoàn tác.
          </ConfirmDialog>
        )}
      </Specimen>
      <Specimen file="admin/delete-dialog.tsx" hint="or why it cannot be deleted">
        <Button onClick={() => setOpen('in-use')}>Mở</Button>
        {open === 'in-use' && (
          <DeleteDialog
            name="thương hiệu"
            products={12}
            having="thuộc thương hiệu này"
            filter="brand=1"
            fields={{ intent: 'delete' }}
            onClose={close}
          >
            . Hãy chuyển chúng sang thương hiệu khác trước.
          </DeleteDialog>
        )}
      </Specimen>
      <Specimen file="admin/form-panel.tsx" hint="adds or edits one object">
        <Button onClick={() => setOpen('form')}>Mở</Button>
        {open === 'form' && (
          <FormPanel title="Thêm màu" submit="Lưu" intent="create" onClose={close}>
            {({ errors }) => <TextField label="Tên" name="name" error={errors.name} />}
          </FormPanel>
        )}
      </Specimen>
    </>
  );
}
