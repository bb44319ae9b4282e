import { data } from '@remix-run/node';
import {
  type ShouldRevalidateFunction,
  Outlet,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
import type { Category } from 'contract/catalog/catalog';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { listCategories } from '~/api/catalog/catalog';
import { getSettings } from '~/api/settings';
import { ErrorPage } from '~/routing/error-page';
import { INCOMPLETE, publicLayout } from '~/routing/document/public-page';
import { Footer } from './footer';
import { Header } from './header';
import { CachedPageNotice } from '~/components/shop/cached-page-notice';
import { OfflineNotice } from '~/components/shop/offline-notice';
import { DEFAULT_SHOP_NAME } from '~/components/shop/page-title';
import { useCartSync } from '~/features/cart-reminder/use-cart-sync';
import { sessionReady } from '~/api/account/session';

/** Loads the data of header and footer. A failure leaves parts out and does not break the page. */
export async function loader() {
  const [categories, settings] = await Promise.all([
    listCategories().catch(() => null),
    getSettings().catch(() => null),
  ]);
  return data({ categories: byCount(categories ?? []), settings }, categories && settings ? undefined : INCOMPLETE);
}

/** Categories with the most products first: header and footer show only some. */
const byCount = (categories: readonly Category[]) => [...categories].sort((a, b) => b.product_count - a.product_count);

export const headers = publicLayout;

/** The steps of the checkout before the order: they have neither search nor menu nor footer (`data-checkout` in app.css). */
const CHECKOUT = /^\/(shipping|payment|placeorder)\b/;

/** Navigation does not reload the layout; the retry of a failed page does. */
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
  const loaded = useRouteLoaderData<typeof loader>('routes/shop/layout/route');
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
  useCartSync(settings?.cart_reminders);
  return (
    // On phones the buy bar of a product covers the bottom edge; the padding lets the footer scroll clear of it.
    <div
      data-checkout={CHECKOUT.test(useLocation().pathname) || undefined}
      className="flex min-h-dvh flex-col max-lg:has-data-buy-bar:pb-28"
    >
      <Header categories={categories} shop={settings?.shop_name || DEFAULT_SHOP_NAME} />
      <OfflineNotice />
      <CachedPageNotice />
      <div className="flex-1">{children}</div>
      <Footer categories={categories} settings={settings} />
    </div>
  );
}
