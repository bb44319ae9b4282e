import { createRemixStub } from '@remix-run/testing';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import type { Settings } from 'contract/administration/settings';
import { toast, Toaster } from '~/components/feedback/toast';
import { useLocation, Outlet } from '@remix-run/react';
import type { fakeApi } from './api';
import { shopSettings, signedIn } from './given';

/** What a route module exports, as far as the browser runs it. */
interface RouteModule {
  default: ComponentType;
  clientLoader?: unknown;
  clientAction?: unknown;
  ErrorBoundary?: ComponentType;
  shouldRevalidate?: unknown;
}

type Api = ReturnType<typeof fakeApi>;

const PAYMENT = { publishable_key: 'pk_test_sandbox', script_url: '/sandbox/stripe/v3/' };

const Frame = () => (
  <>
    <Outlet />
    <output>{addressOf(useLocation())}</output>
    <Toaster />
  </>
);

const addressOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search;

// The router announces its next major version on every first render.
const warn = console.warn.bind(console);
console.warn = (...words: unknown[]) => {
  if (!String(words[0]).includes('React Router Future Flag')) warn(...words);
};

// A toast outlives its test, and the next one may wait for the same words. At most three are shown: three others push it out.
beforeEach(() => {
  for (const remove of ['1', '2', '3'].map((text) => toast(text, { stayMs: 0 }))) remove();
});

/**
 * Opens a page of the shop as a browser would that has its scripts already: the client loader runs, then the page shows.
 * Any other address is an empty page; where one is now stands in an `output`.
 * @param pages route modules by path pattern
 * @param at the address to open
 * @param settings that differ from those of `shopSettings`; a function answers each load, with null for a failed one
 */
export function openShop(
  pages: Record<string, RouteModule>,
  at: string,
  settings: Partial<Settings> | (() => Partial<Settings> | null) = {},
) {
  const children = Object.entries(pages).map(([path, page]) => ({
    path,
    Component: page.default,
    loader: page.clientLoader,
    action: page.clientAction,
    ErrorBoundary: page.ErrorBoundary,
    shouldRevalidate: page.shouldRevalidate,
  }));
  const Shop = createRemixStub([
    {
      id: 'routes/shop/layout/route',
      Component: Frame,
      loader: () => {
        const changed = typeof settings === 'function' ? settings() : settings;
        return { settings: changed && shopSettings({ payment: PAYMENT, ...changed }) };
      },
      children: [...children, { path: '*', Component: () => null }],
    },
  ] as Parameters<typeof createRemixStub>[0]);
  return render(<Shop initialEntries={[at]} />);
}

/** The page is at an address, in the `output` of `openShop`. */
export const isAt = (address: string) => screen.findByText(address, { selector: 'output' });

export const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

/** The second press comes before the page shows the first. */
export const doublePress = (button: HTMLElement) => act(() => [1, 2].forEach(() => fireEvent.click(button)));

/** What the open dialog holds. */
export const dialog = () => within(screen.getByRole('dialog'));

/**
 * Tests that a page of the back office sends a shopper to the home page, and does not load what it shows.
 * @param open opens the page
 * @param asked the calls for what the page shows
 */
export function redirectsShoppers(open: () => unknown, asked: () => readonly unknown[]) {
  test('a shopper is redirected to the home page', async () => {
    signedIn();
    open();
    expect(await isAt('/')).toBeInTheDocument();
    expect(asked()).toEqual([]);
  });
}

/**
 * Opens a page while the shop is busy, sees that it says so, and loads it again with its button.
 * @param open opens the page
 * @param answers to the calls that fail the first time
 */
export async function retryFailedLoad(open: () => unknown, api: Api, answers: Parameters<Api['answer']>[0]) {
  const busy = { status: 503, body: { detail: 'Bận', error: 'Bận' } };
  api.answer(Object.fromEntries(Object.keys(answers).map((call) => [call, busy])));
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Bận');
  api.answer(answers);
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
}
