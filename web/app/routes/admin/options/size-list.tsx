import { useFetcher } from '@remix-run/react';
import type { Page } from 'contract/common';
import type { AdminSize } from 'contract/catalog/options';
import { formatNumber } from 'contract/rules';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Empty } from '~/components/feedback/empty';
import type { Loaded, ActionOutcome } from '~/components/admin/run-action';
import { AddButton, EditAndDelete, IconButton } from '~/components/admin/buttons';
import { DeleteDialog } from '~/components/admin/delete-dialog';
import { DataTable, type Column } from '~/components/admin/list/data-table';
import { useListAddress } from '~/components/admin/list/list-url';
import { ListBody } from '~/components/admin/list/list-page';
import { SizeForm } from '~/features/options/size-form';
import { OptionsPage } from './options-page';

type Open = { what: 'form'; size: AdminSize | null } | { what: 'delete'; size: AdminSize };

/** The list of sizes in the shop's order. */
export function SizeList({ list }: { list: Loaded<Page<AdminSize>> | undefined }) {
  const { params } = useListAddress();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  // In a filtered or sorted list the neighbouring rows are not the size's neighbours.
  const isInOrder = !params.get('search') && [null, 'position-asc'].includes(params.get('sort'));
  const count = list?.data?.count ?? 0;
  const add = <AddButton onClick={() => setOpen({ what: 'form', size: null })}>Thêm kích cỡ</AddButton>;
  return (
    <OptionsPage tab="sizes" actions={add}>
      <ListBody
        list={list}
        empty={
          <Empty title="Chưa có kích cỡ nào" action={add}>
            Thêm kích cỡ trước, rồi tạo phân loại màu và kích cỡ ở từng sản phẩm.
          </Empty>
        }
      >
        {(rows) => (
          <DataTable
            caption="Kích cỡ, theo thứ tự hiện trong cửa hàng"
            columns={COLUMNS}
            rows={rows}
            actions={(size) => (
              <>
                {isInOrder && <MoveButtons size={size} last={count} />}
                <EditAndDelete
                  name={`kích cỡ ${size.name}`}
                  onEdit={() => setOpen({ what: 'form', size })}
                  onDelete={() => setOpen({ what: 'delete', size })}
                />
              </>
            )}
          />
        )}
      </ListBody>
      {open?.what === 'form' && <SizeForm size={open.size} onClose={close} />}
      {open?.what === 'delete' && (
        <DeleteDialog
          name={`kích cỡ ${open.size.name}`}
          products={open.size.product_count}
          having="có kích cỡ này"
          filter={`size=${open.size.id}&archived=all`}
          fields={{ intent: 'delete-size', id: open.size.id, name: open.size.name }}
          onClose={close}
        >
          , kể cả sản phẩm đã lưu trữ. Hãy bỏ các phân loại cỡ đó trước.
        </DeleteDialog>
      )}
    </OptionsPage>
  );
}

const COLUMNS: readonly Column<AdminSize>[] = [
  {
    label: 'Vị trí',
    sort: 'position',
    firstSort: 'asc',
    cell: ({ position }) => <span className="text-muted tabular">{position}</span>,
  },
  { label: 'Tên', cell: ({ name }) => <span className="font-medium [overflow-wrap:anywhere]">{name}</span> },
  { label: 'Sản phẩm', sort: 'products', isNumber: true, cell: ({ product_count: count }) => formatNumber(count) },
];

/** Buttons that move a size up or down. The pressed button keeps the focus. */
function MoveButtons({ size: { id, name, position }, last }: { size: AdminSize; last: number }) {
  const fetcher = useFetcher<ActionOutcome>();
  const buttons = useRef<HTMLDivElement>(null);
  const pressed = useRef<'up' | 'down'>();
  const isIdle = fetcher.state === 'idle';
  useEffect(() => {
    if (!isIdle || !pressed.current) return;
    const [up, down] = buttons.current?.querySelectorAll('button') ?? [];
    const [wanted, other] = pressed.current === 'up' ? [up, down] : [down, up];
    pressed.current = undefined;
    (wanted?.disabled ? other : wanted)?.focus();
  }, [isIdle, position]);

  function move(way: 'up' | 'down') {
    pressed.current = way;
    const to = position + (way === 'up' ? -1 : 1);
    fetcher.submit({ intent: 'move-size', id, name, position: to }, { method: 'post' });
  }
  return (
    <div ref={buttons} className="flex">
      <IconButton
        icon={ArrowUp}
        label={`Đưa ${name} lên`}
        disabled={position === 1 || !isIdle}
        onClick={() => move('up')}
      />
      <IconButton
        icon={ArrowDown}
        label={`Đưa ${name} xuống`}
        disabled={position === last || !isIdle}
        onClick={() => move('down')}
      />
    </div>
  );
}
