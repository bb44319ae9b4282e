import { Link, useLocation } from '@remix-run/react';
import { formatNumber } from 'contract/rules';
import { ThemeSwitch } from '~/components/shop/theme-switch';
import { ADMIN_NAV, type BadgeName } from './admin-nav';

export type BadgeCounts = Partial<Record<BadgeName, number>>;

/** The grouped pages of the back office with their pending counts. */
export function Sidebar({ counts }: { counts: BadgeCounts }) {
  const { pathname } = useLocation();
  // Remix's own `NavLink` would be in the script of every page of the shop.
  const isOpen = (to: string) => pathname === to || (to !== '/admin' && pathname.startsWith(`${to}/`));
  return (
    <nav aria-label="Quản trị" className="grid gap-4 p-3">
      {ADMIN_NAV.map(({ title, entries }) => (
        <section key={title} aria-label={title}>
          <h2 className="px-3 pb-1 text-xs font-medium tracking-wide text-muted uppercase">{title}</h2>
          <ul>
            {entries.map(({ to, label, icon: Icon, badge }) => (
              <li key={to}>
                <Link
                  to={to}
                  aria-current={isOpen(to) ? 'page' : undefined}
                  prefetch="intent"
                  className="flex min-h-9 items-center gap-3 rounded-md px-3 text-sm hover:bg-sand aria-[current=page]:bg-ink aria-[current=page]:text-paper"
                >
                  <Icon aria-hidden="true" className="size-4 shrink-0" />
                  <span className="min-w-0 flex-1 truncate">{label}</span>
                  <Count count={(badge && counts[badge]) ?? 0} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className="px-3 text-sm">
        <ThemeSwitch />
      </p>
    </nav>
  );
}

function Count({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="min-w-5 rounded-full bg-signal px-1.5 text-center text-xs leading-5 font-medium text-on-accent tabular">
      {count > 99 ? '99+' : formatNumber(count)}
      <span className="sr-only"> đang chờ</span>
    </span>
  );
}
