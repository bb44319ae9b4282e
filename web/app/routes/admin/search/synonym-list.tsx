import type { Page } from 'contract/common';
import type { Synonym } from 'contract/search/search';
import { ArrowLeftRight, ArrowRight } from 'lucide-react';
import { AddButton, EditAndDelete } from '~/components/admin/buttons';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import { DataTable, type Column } from '~/components/admin/list/data-table';
import { FilterBar, SearchFilter } from '~/components/admin/list/filter-bar';
import { ListBody } from '~/components/admin/list/list-page';
import type { Loaded } from '~/components/admin/run-action';
import { Empty } from '~/components/feedback/empty';

interface SynonymListProps {
  list: Loaded<Page<Synonym>> | undefined;
  onEdit: (synonym: Synonym | null) => void;
  onRemove: (synonym: Synonym) => void;
}

/** The words that the owner explains to the search. */
export function SynonymList({ list, onEdit, onRemove }: SynonymListProps) {
  return (
    <>
      <FilterBar>
        <SearchFilter label="Tìm từ hoặc nghĩa" />
      </FilterBar>
      <ListBody
        list={list}
        empty={
          <Empty title="Chưa có từ đồng nghĩa nào" action={<AddSynonym onClick={() => onEdit(null)} />}>
            Khách gọi một món bằng tên mà trang tìm kiếm chưa biết? Hãy cho biết tên đó nghĩa là gì.
          </Empty>
        }
      >
        {(rows) => (
          <DataTable
            caption="Từ đồng nghĩa"
            columns={COLUMNS}
            rows={rows}
            actions={(synonym) => (
              <EditAndDelete
                name={`từ ${synonym.word}`}
                onEdit={() => onEdit(synonym)}
                onDelete={() => onRemove(synonym)}
              />
            )}
          />
        )}
      </ListBody>
    </>
  );
}

export const AddSynonym = ({ onClick }: { onClick: () => void }) => (
  <AddButton onClick={onClick}>Thêm từ đồng nghĩa</AddButton>
);

const COLUMNS: readonly Column<Synonym>[] = [
  { label: 'Khách gõ', cell: ({ word }) => <span className="font-medium [overflow-wrap:anywhere]">{word}</span> },
  {
    label: 'Hiểu là',
    cell: ({ meanings, is_two_way: isTwoWay }) => {
      const Arrow = isTwoWay ? ArrowLeftRight : ArrowRight;
      return (
        <span className="flex items-start gap-2">
          <Arrow aria-label={isTwoWay ? 'hai chiều' : 'một chiều'} className="mt-0.5 size-4 shrink-0 text-muted" />
          <span className="[overflow-wrap:anywhere]">{meanings.join(', ')}</span>
        </span>
      );
    },
  },
];

export function RemoveSynonym({ synonym: { id, word }, onClose }: { synonym: Synonym; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={`Xóa từ “${word}”?`}
      confirm="Xóa"
      isDanger
      fields={{ intent: 'remove', id, word }}
      onClose={onClose}
    >
      <p>Ai gõ “{word}” sẽ lại thấy kết quả như trước khi có từ này.</p>
    </ConfirmDialog>
  );
}
