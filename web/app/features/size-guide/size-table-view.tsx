import type { SizeTable } from 'contract/catalog/catalog';
import { SIZE_COLUMN_NAMES, columnsOfTable, formatRange, rangeOf } from 'contract/catalog/size-rules';

interface SizeTableViewProps {
  table: SizeTable;
  /** The ids of sizes to point out. */
  marked?: readonly number[];
}

/** A size table: a line for each size, in centimetres. */
export function SizeTableView({ table, marked = [] }: SizeTableViewProps) {
  const columns = columnsOfTable(table);
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Bảng kích thước">
      <table className="tabular w-full border-collapse text-sm">
        <caption className="pb-2 text-left text-muted">Số đo tính bằng cm, cân nặng bằng kg.</caption>
        <thead>
          <tr className="border-b border-line-strong text-left">
            <th scope="col" className="sticky left-0 bg-surface py-2 pr-4 font-medium">
              Cỡ
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-3 py-2 font-medium whitespace-nowrap">
                {SIZE_COLUMN_NAMES[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => {
            const isMarked = marked.includes(row.size.id);
            const ground = isMarked ? 'bg-accent-soft' : 'bg-surface';
            return (
              <tr key={row.size.id} className={`border-b border-line ${ground}`}>
                <th scope="row" className={`sticky left-0 py-2 pr-4 text-left font-medium ${ground}`}>
                  {row.size.name}
                  {isMarked && <span className="sr-only"> (gợi ý cho bạn)</span>}
                </th>
                {columns.map((column) => {
                  const range = rangeOf(row, column);
                  return (
                    <td key={column} className="px-3 py-2 whitespace-nowrap">
                      {range ? formatRange(range) : <span className="text-muted">–</span>}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
