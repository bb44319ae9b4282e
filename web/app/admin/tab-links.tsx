import { Link } from '@remix-run/react';

interface TabLinksProps {
  label: string;
  /** Label by address. */
  tabs: readonly (readonly [to: string, label: string])[];
  /** The address of the open one. */
  current: string;
}

/** Lists that share a page, each at an address of its own. */
export function TabLinks({ label, tabs, current }: TabLinksProps) {
  return (
    <nav aria-label={label} className="flex gap-6 overflow-x-auto border-b border-line">
      {tabs.map(([to, words]) => (
        <Link
          key={to}
          to={to}
          aria-current={to === current ? 'page' : undefined}
          className="-mb-px flex min-h-11 items-center border-b-2 border-transparent font-medium whitespace-nowrap text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}
