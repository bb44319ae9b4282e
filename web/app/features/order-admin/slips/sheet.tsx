import type { ReactNode } from 'react';

/** The look of a sheet of paper. */
export const sheetStyle =
  'grid max-w-2xl gap-6 border border-line bg-surface p-6 text-sm sm:p-8 print:max-w-none print:border-0 print:p-0';

interface SheetTableProps {
  caption: string;
  /** The headings, first of the columns of texts, then of those of numbers. */
  texts: readonly string[];
  numbers: readonly string[];
  /** The last row. */
  sum: ReactNode;
  children: ReactNode;
}

/** The goods on a sheet of paper. */
export const SheetTable = ({ caption, texts, numbers, sum, children }: SheetTableProps) => (
  <table className="w-full">
    <caption className="sr-only">{caption}</caption>
    <thead className="border-b border-ink text-left">
      <tr>
        {texts.map((heading) => (
          <th key={heading} scope="col" className="py-1.5 pr-3 font-medium">
            {heading}
          </th>
        ))}
        {numbers.map((heading) => (
          <th key={heading} scope="col" className="py-1.5 pl-3 text-right font-medium">
            {heading}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="divide-y divide-line">{children}</tbody>
    <tfoot className="border-t border-ink font-bold">{sum}</tfoot>
  </table>
);
