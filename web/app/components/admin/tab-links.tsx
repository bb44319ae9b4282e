import { Link } from '@remix-run/react';

interface TabLinksProps {
  label: string;
  /** Label by address. */
  tabs: readonly (readonly [to: string, label: string])[];
  /** The address of the open tab. */
  current: string;
}

/** Tabs of lists that share a page, each with its own address. On a phone they wrap, so that all are in sight. */
export function TabLinks({ label, tabs, current }: TabLinksProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-x-6 border-b border-line">
      {tabs.map(([to, text]) => (
        <Link
          key={to}
          to={to}
          aria-current={to === current ? 'page' : undefined}
          className="-mb-px flex min-h-11 items-center border-b-2 border-transparent font-medium whitespace-nowrap text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
