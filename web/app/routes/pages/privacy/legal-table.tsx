/** A table that a phone shows as a list, each cell with its column's title. */
export function LegalTable({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <table className="w-full text-left text-sm max-sm:block">
      <thead className="text-muted max-sm:sr-only">
        <tr className="border-b border-line-strong">
          {head.map((title) => (
            <th key={title} scope="col" className="py-2 pr-4 font-medium">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map((cells) => (
          <tr key={cells[0]} className="border-b border-line align-top max-sm:block max-sm:py-2.5">
            {cells.map((cell, index) => (
              <td key={cell} className={`pr-4 break-words sm:py-2.5 max-sm:block ${index === 0 ? 'font-medium' : ''}`}>
                {index > 0 && (
                  <span aria-hidden="true" className="text-muted sm:hidden">
                    {head[index]}:{' '}
                  </span>
                )}
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
