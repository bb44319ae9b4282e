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
      <ol className="flex flex-wrap items-center gap-x-2">
        {crumbs.map(({ label, to }, index) => (
          <li key={label} className="flex items-baseline gap-2">
            {index > 0 && <span aria-hidden="true">/</span>}
            {to ? (
              <Link to={to} className="py-1 underline-offset-4 hover:text-ink hover:underline">
                {label}
              </Link>
            ) : (
              <span aria-current="page" className="[overflow-wrap:anywhere] text-ink">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
