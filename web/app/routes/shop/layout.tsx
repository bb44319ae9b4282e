import { data } from '@remix-run/node';
import {
  type ShouldRevalidateFunction,
  Outlet,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
import type { Category } from 'contract/catalog';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { getCategories, getSettings } from '~/api/catalog';
import { ErrorPage } from '~/routing/error-page';
import { INCOMPLETE, publicLayout } from '~/routing/public-page';
import { Footer } from '~/shop/footer';
import { Header } from '~/shop/header';
import { OfflineNotice } from '~/shop/offline-notice';
import { DEFAULT_SHOP_NAME } from '~/shop/page-title';
import { sessionReady } from '~/state/session';
import { Toaster } from '~/ui/toast';

/** What header and footer need. They do without rather than take a page down with them. */
export async function loader() {
  const [categories, settings] = await Promise.all([
    getCategories().catch(() => null),
    getSettings().catch(() => null),
  ]);
  return data({ categories: byCount(categories ?? []), settings }, categories && settings ? undefined : INCOMPLETE);
}

/** The fullest first: header and footer name only some. */
const byCount = (categories: readonly Category[]) => [...categories].sort((a, b) => b.product_count - a.product_count);

export const headers = publicLayout;

/** The frame stays as it is while a visitor goes from page to page; a retry of a failed page retries it too. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, formMethod }) =>
  currentUrl.href === nextUrl.href && formMethod === undefined;

export default function ShopLayout() {
  return (
    <Frame {...useLoaderData<typeof loader>()}>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary() {
  const loaded = useRouteLoaderData<typeof loader>('routes/shop/layout');
  return (
    <Frame {...(loaded ?? { categories: [], settings: null })}>
      <ErrorPage error={useRouteError()} />
    </Frame>
  );
}

type Loaded = Awaited<ReturnType<typeof loader>>['data'];

function Frame({ categories, settings, children }: Loaded & { children: ReactNode }) {
  useEffect(() => {
    void sessionReady();
  }, []);
  return (
    // On phones a product's buy bar lies over the bottom edge; the footer must be able to scroll clear of it.
    <div className="flex min-h-dvh flex-col max-lg:has-data-buy-bar:pb-28">
      <Header categories={categories} shop={settings?.shop_name || DEFAULT_SHOP_NAME} />
      <OfflineNotice />
      <div className="flex-1">{children}</div>
      <Footer categories={categories} settings={settings} />
      <Toaster />
    </div>
  );
}
