import { Link } from '@remix-run/react';
import type { Page } from 'contract/common';
import { formatNumber } from 'contract/rules';
import type { SearchQueryRow } from 'contract/search/search';
import { ExternalLink, Pin, SpellCheck } from 'lucide-react';
import { IconButton } from '~/components/admin/buttons';
import { DataTable, type Column } from '~/components/admin/list/data-table';
import { FilterBar, SearchFilter, SelectFilter } from '~/components/admin/list/filter-bar';
import { ListBody } from '~/components/admin/list/list-page';
import type { Loaded } from '~/components/admin/run-action';
import { Empty } from '~/components/feedback/empty';
import { buttonStyle } from '~/components/form/button';

interface QueryListProps {
  list: Loaded<Page<SearchQueryRow>> | undefined;
  /** Only searches that found nothing. */
  isEmptyOnly: boolean;
  onSynonym: (query: string) => void;
  onPins: (query: string) => void;
}

/** What shoppers search for, with what an owner can do about it. */
export function QueryList({ list, isEmptyOnly, onSynonym, onPins }: QueryListProps) {
  return (
    <>
      <FilterBar>
        <SearchFilter label="Tìm từ khóa" />
        <SelectFilter
          label="Thời gian"
          name="days"
          all="30 ngày qua"
          options={[
            ['7', '7 ngày qua'],
            ['90', '90 ngày qua'],
          ]}
        />
      </FilterBar>
      <ListBody
        list={list}
        empty={
          isEmptyOnly ? (
            <Empty title="Lượt tìm nào cũng có kết quả">Bạn không cần làm gì thêm.</Empty>
          ) : (
            <Empty title="Chưa có lượt tìm nào">Từ khóa hiện ra ở đây vài giây sau khi có khách tìm.</Empty>
          )
        }
      >
        {(rows) => (
          <DataTable
            caption={isEmptyOnly ? 'Từ khóa không có kết quả' : 'Từ khóa khách hay tìm'}
            columns={isEmptyOnly ? EMPTY_COLUMNS : COLUMNS}
            rows={rows?.map((row, place) => ({ ...row, id: place }))}
            actions={({ query }) => (
              <>
                <Link
                  to={`/search?keyword=${encodeURIComponent(query)}`}
                  aria-label={`Xem kết quả của “${query}”`}
                  title="Xem kết quả"
                  className={buttonStyle({ variant: 'quiet', size: 'sm' })}
                >
                  <ExternalLink aria-hidden="true" className="size-4" />
                </Link>
                <IconButton
                  icon={SpellCheck}
                  label={`Thêm từ đồng nghĩa cho “${query}”`}
                  title="Thêm từ đồng nghĩa"
                  onClick={() => onSynonym(query)}
                />
                <IconButton
                  icon={Pin}
                  label={`Ghim sản phẩm cho “${query}”`}
                  title="Ghim sản phẩm"
                  onClick={() => onPins(query)}
                />
              </>
            )}
          />
        )}
      </ListBody>
    </>
  );
}

const QUERY: Column<SearchQueryRow> = {
  label: 'Từ khóa',
  cell: ({ query }) => <span className="font-medium [overflow-wrap:anywhere]">{query}</span>,
};
const number = (label: string, of: (row: SearchQueryRow) => number): Column<SearchQueryRow> => ({
  label,
  isNumber: true,
  cell: (row) => formatNumber(of(row)),
});
const SEARCHES = number('Lượt tìm', ({ searches }) => searches);
const EMPTY = number('Không có kết quả', ({ empty }) => empty);

const COLUMNS: readonly Column<SearchQueryRow>[] = [
  QUERY,
  SEARCHES,
  number('Lượt bấm', ({ clicks }) => clicks),
  {
    label: 'Tỷ lệ bấm',
    isNumber: true,
    cell: ({ searches, clicks }) => (searches > 0 ? `${Math.round((100 * clicks) / searches)}%` : '–'),
  },
  number('Lượt mua', ({ purchases }) => purchases),
  EMPTY,
];

const EMPTY_COLUMNS: readonly Column<SearchQueryRow>[] = [QUERY, EMPTY, SEARCHES];
