import type { Page } from 'contract/common';
import { formatNumber } from 'contract/rules';
import type { QueryPinsRow } from 'contract/search/search';
import { Pencil } from 'lucide-react';
import { AddButton, IconButton } from '~/components/admin/buttons';
import { DataTable, type Column } from '~/components/admin/list/data-table';
import { FilterBar, SearchFilter } from '~/components/admin/list/filter-bar';
import { ListBody } from '~/components/admin/list/list-page';
import type { Loaded } from '~/components/admin/run-action';
import { Empty } from '~/components/feedback/empty';

interface PinsListProps {
  list: Loaded<Page<QueryPinsRow>> | undefined;
  /** @param query null for a new one */
  onEdit: (query: string | null) => void;
}

/** The queries for which the owner put products first or last. */
export function PinsList({ list, onEdit }: PinsListProps) {
  return (
    <>
      <FilterBar>
        <SearchFilter label="Tìm từ khóa" />
      </FilterBar>
      <ListBody
        list={list}
        empty={
          <Empty title="Chưa ghim sản phẩm nào" action={<AddPins onClick={() => onEdit(null)} />}>
            Với một từ khóa, hãy chọn món đứng đầu kết quả và món lùi xuống cuối.
          </Empty>
        }
      >
        {(rows) => (
          <DataTable
            caption="Từ khóa có sản phẩm ghim"
            columns={COLUMNS}
            rows={rows?.map((row, place) => ({ ...row, id: place }))}
            actions={({ query }) => (
              <IconButton icon={Pencil} label={`Sửa kết quả của ${query}`} onClick={() => onEdit(query)} />
            )}
          />
        )}
      </ListBody>
    </>
  );
}

export const AddPins = ({ onClick }: { onClick: () => void }) => <AddButton onClick={onClick}>Ghim sản phẩm</AddButton>;

const COLUMNS: readonly Column<QueryPinsRow>[] = [
  { label: 'Từ khóa', cell: ({ query }) => <span className="font-medium [overflow-wrap:anywhere]">{query}</span> },
  { label: 'Ghim lên đầu', isNumber: true, cell: ({ pinned }) => formatNumber(pinned) },
  { label: 'Đẩy xuống cuối', isNumber: true, cell: ({ buried }) => formatNumber(buried) },
];
