import { Link, Outlet, useMatches, useRouteError, type ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { ExternalLink, LogOut, Menu as MenuIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Sidebar } from './sidebar';
import { Version } from './version';
import { useCounts } from './use-counts';
import { ErrorPage } from '~/routing/error-page';
import { getSettings } from '~/api/settings';
import { useOtherUser } from '~/routing/use-other-user';
import { Waiting } from '~/routing/waiting';
import { SignInAgain } from '~/components/admin/sign-in-again';
import { OfflineNotice } from '~/components/shop/offline-notice';
import { shopNameOf } from '~/components/shop/page-title';
import { Menu } from '~/components/overlay/menu';
import { adminLoader } from '~/components/admin/run-action';

/** The layout of every page of the back office. */
export const clientLoader = adminLoader(async ({ request }) => {
  return { settings: await getSettings(request.signal).catch(() => null) };
});

/** Only the settings page changes what the layout shows: the shop's name. */
export const shouldRevalidate = ({ formAction }: Pick<ShouldRevalidateFunctionArgs, 'formAction'>) =>
  formAction?.split('?')[0] === '/admin/settings';

export const HydrateFallback = Waiting;

export default function AdminLayout() {
  if (useOtherUser()) return <Waiting />;
  return (
    <Frame>
      <Outlet />
      <SignInAgain />
    </Frame>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  return (
    <Frame>
      <ErrorPage error={error} />
    </Frame>
  );
}

const BAR_LINK = 'flex min-h-11 items-center gap-2 rounded-md px-3 text-sm hover:bg-sand';

/** A sidebar on wide screens, a menu on small ones, neither in print. */
function Frame({ children }: { children: ReactNode }) {
  const counts = useCounts();
  const shop = shopNameOf(useMatches());
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <aside className="sticky top-0 hidden h-dvh overflow-y-auto border-r border-line bg-surface lg:block print:hidden">
        <Brand shop={shop} className="px-6 pt-5 pb-3" />
        <Sidebar counts={counts} />
      </aside>
      <div className="min-w-0">
        <header className="sticky top-0 z-30 border-b border-line bg-paper print:hidden">
          <div className="flex h-14 items-center gap-1 px-3 lg:justify-end lg:px-6">
            <Menu
              label="Mở menu quản trị"
              isDrawer
              className="lg:hidden"
              panel="absolute top-full left-0 z-40 h-[calc(100dvh-3.5rem)] w-72 max-w-full overflow-y-auto border-r border-line bg-surface shadow-sheet"
              summary={<MenuIcon aria-hidden="true" className="size-5" />}
            >
              <Sidebar counts={counts} />
            </Menu>
            <Brand shop={shop} className="mr-auto lg:hidden" />
            <Link to="/" className={BAR_LINK}>
              <ExternalLink aria-hidden="true" className="size-4" />
              <span className="max-sm:sr-only">Xem cửa hàng</span>
            </Link>
            <Link to="/logout" className={BAR_LINK}>
              <LogOut aria-hidden="true" className="size-4" />
              <span className="max-sm:sr-only">Đăng xuất</span>
            </Link>
          </div>
        </header>
        <OfflineNotice />
        {children}
        <Version />
      </div>
    </div>
  );
}

const Brand = ({ shop, className }: { shop: string; className: string }) => (
  <p className={`min-w-0 ${className}`}>
    <Link
      to="/admin"
      className={`block truncate font-bold ${shop.length <= 6 ? 'text-xl tracking-[0.18em]' : 'text-base'}`}
      aria-label={`${shop}, trang quản trị`}
    >
      {shop}
    </Link>
  </p>
);
