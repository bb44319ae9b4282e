import { Link } from '@remix-run/react';

export interface Crumb {
  label: string;
  /** The address; the last crumb, the page itself, has none. */
  to?: string;
}

/** The path from the home page to this page. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Đường dẫn" className="text-sm text-muted">
      <ol className="flex items-center gap-x-2">
        {crumbs.map(({ label, to }, index) => (
          <li key={label} className={`flex items-center gap-2 ${to ? 'shrink-0' : 'min-w-0'}`}>
            {index > 0 && <span aria-hidden="true">/</span>}
            {to ? (
              <Link to={to} className="py-1 underline-offset-4 hover:text-ink hover:underline">
                {label}
              </Link>
            ) : (
              <span aria-current="page" className="truncate text-ink">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
