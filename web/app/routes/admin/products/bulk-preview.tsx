import type { BulkLine, BulkOutcome } from 'contract/catalog/bulk-edit';
import { formatNumber } from 'contract/rules';
import type { ReactNode } from 'react';

export function BulkPreview({ outcome: { changed, unchanged, refused, lines } }: { outcome: BulkOutcome }) {
  return (
    <div className="grid gap-2">
      <p role="status">
        {formatNumber(changed)} mục thay đổi, {formatNumber(unchanged)} giữ nguyên, {formatNumber(refused)} bị từ chối.
      </p>
      {lines.length > 0 && (
        <div
          role="group"
          aria-label="Trước và sau"
          tabIndex={0}
          className="overflow-x-auto rounded-lg border border-line"
        >
          <table className="w-full text-sm">
            <caption className="sr-only">Trước và sau</caption>
            <thead className="border-b border-line text-left text-muted">
              <tr>
                <Head>Sản phẩm</Head>
                <Head>Giá</Head>
                <Head>Tồn kho</Head>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {lines.map((line) => (
                <PreviewRow key={`${line.product}-${line.variant}`} line={line} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {lines.length < changed + refused && (
        <p className="text-sm text-muted">Hiện {formatNumber(lines.length)} mục đầu tiên.</p>
      )}
    </div>
  );
}

const Head = ({ children }: { children: ReactNode }) => (
  <th scope="col" className="px-3 py-2 font-medium">
    {children}
  </th>
);

function PreviewRow({ line }: { line: BulkLine }) {
  const { name, choice, price_before, price_after, stock_before, stock_after, refused } = line;
  return (
    <tr className="align-top">
      <td className="px-3 py-2">
        {name}
        {choice && <span className="block text-muted">{choice}</span>}
        {refused && <span className="block text-signal">{refused}</span>}
      </td>
      <BeforeAfter before={price_before} after={price_after} />
      <BeforeAfter before={stock_before} after={stock_after} />
    </tr>
  );
}

const BeforeAfter = ({ before, after }: { before: number; after: number }) => (
  <td className="px-3 py-2 whitespace-nowrap tabular">
    {formatNumber(before)}
    {after !== before && <strong> → {formatNumber(after)}</strong>}
  </td>
);
