import type { Page } from 'contract/common';
import { formatNumber } from 'contract/rules';
import type { QueryPinsRow } from 'contract/search/search';
import { Pencil, Plus } from 'lucide-react';
import { DataTable, type Column } from '~/components/admin/list/data-table';
import { FilterBar, SearchFilter } from '~/components/admin/list/filter-bar';
import { ListBody } from '~/components/admin/list/list-page';
import type { Loaded } from '~/components/admin/run-action';
import { Empty } from '~/components/feedback/empty';
import { Button } from '~/components/form/button';

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
            rows={rows?.map((row, place) => ({ ...row, place }))}
            idOf={({ place }) => place}
            actions={({ query }) => (
              <Button variant="quiet" size="sm" aria-label={`Sửa kết quả của ${query}`} onClick={() => onEdit(query)}>
                <Pencil aria-hidden="true" className="size-4" />
              </Button>
            )}
          />
        )}
      </ListBody>
    </>
  );
}

export const AddPins = ({ onClick }: { onClick: () => void }) => (
  <Button size="sm" onClick={onClick}>
    <Plus aria-hidden="true" className="size-4" />
    Ghim sản phẩm
  </Button>
);

const COLUMNS: readonly Column<QueryPinsRow>[] = [
  { label: 'Từ khóa', cell: ({ query }) => <span className="font-medium [overflow-wrap:anywhere]">{query}</span> },
  { label: 'Ghim lên đầu', isNumber: true, cell: ({ pinned }) => formatNumber(pinned) },
  { label: 'Đẩy xuống cuối', isNumber: true, cell: ({ buried }) => formatNumber(buried) },
];
