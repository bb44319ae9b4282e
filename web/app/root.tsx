import type { LinksFunction, MetaFunction } from '@remix-run/node';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from '@remix-run/react';
import { useContext, type ReactNode } from 'react';
import textFont from './styles/fonts/be-vietnam-pro-400.woff2?url';
import headingFont from './styles/fonts/be-vietnam-pro-600.woff2?url';
import deepLink from './routing/hash/deep-link.js?raw';
import earlyPress from './routing/early-press/early-press.js?raw';
import lostScripts from './routing/loading/lost-scripts.js?raw';
import theme from './routing/theme/theme.js?raw';
import { ErrorPage } from './routing/error-page';
import { NavigationProgress } from './routing/navigation-progress';
import { PageFocus } from './routing/page-focus';
import { useNonce } from './routing/document/nonce';
import { shopNameOf } from '~/components/shop/page-title';
import { TEST_PAYMENTS, TestPaymentsBanner, TestPaymentsContext } from '~/components/shop/test-payments';
import { Toaster } from '~/components/feedback/toast';
import stylesheet from './styles/app.css?url';

const preloaded = (href: string) =>
  ({ rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }) as const;

export const links: LinksFunction = () => [
  preloaded(textFont),
  preloaded(headingFont),
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/icons/icon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

/** For pages without a title of their own: those that broke. */
export const meta: MetaFunction = ({ error, matches }) => [
  { title: error ? `Có lỗi xảy ra · ${shopNameOf(matches)}` : shopNameOf(matches) },
];

/** The document around every page, its errors too. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const testPayments = useContext(TestPaymentsContext);
  return (
    <html lang="vi" suppressHydrationWarning data-payments={testPayments ? TEST_PAYMENTS : undefined}>
      <head>
        <meta charSet="utf-8" />
        <InlineScript text={import.meta.env.SSR ? deepLink : ''} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf7f2" suppressHydrationWarning />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#171512" suppressHydrationWarning />
        <InlineScript text={import.meta.env.SSR ? theme : ''} />
        <InlineScript text={import.meta.env.SSR ? earlyPress : ''} />
        <InlineScript text={import.meta.env.SSR ? lostScripts : ''} />
        <Meta />
        <Links />
      </head>
      <body>
        <a
          href="#main"
          className="fixed top-2 left-2 z-50 -translate-y-20 bg-ink px-4 py-2 text-paper focus:translate-y-0"
        >
          Bỏ qua tới nội dung
        </a>
        <NavigationProgress />
        <PageFocus />
        <TestPaymentsBanner />
        {children}
        <Toaster />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

/** A script in the server's HTML. It has run when React takes the page over, so the browser's bundle leaves its text out. */
const InlineScript = ({ text }: { text: string }) => (
  <script nonce={useNonce()} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
);

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
