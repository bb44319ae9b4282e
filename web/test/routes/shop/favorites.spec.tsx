import { BroadcastChannel as NodeChannel } from 'node:worker_threads';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as favorites from '~/routes/shop/favorites/route';
import { Header } from '~/routes/shop/layout/header';
import { ProductCard } from '~/features/product-list/product-card';
import { signOut } from '~/api/account/session';
import { fakeApi, type Reply } from '../../support/api';
import { product, signedIn } from '../../support/given';
import { openShop } from '../../support/shop-pages';

const swatches = [
  { id: 3, name: 'Đỏ', hex_code: '#c01020', image: '/media/do/640.webp' },
  { id: 4, name: 'Lam', hex_code: '#1030c0', image: '/media/lam/640.webp' },
];
const SHIRT = product();
const SKIRT = product({ id: 6, name: 'Váy', swatches });
/** A favourite in no colour. */
const inNone = (added: typeof SHIRT) => ({ ...added, favorite_color: null });

let api: ReturnType<typeof fakeApi>;
/** What the server has, newest first. */
let kept: (typeof SHIRT & { favorite_color: number | null })[];
/** Lets the calls that change something through; answered at once unless a test holds them. */
let gate: Promise<void>;
let log: jest.SpyInstance;

beforeEach(() => {
  kept = [];
  gate = Promise.resolve();
  log = jest.spyOn(console, 'warn').mockImplementation();
  const idOf = (body: unknown) => (body as { product_id: number }).product_id;
  api = fakeApi({
    'POST /auth/jwt/logout/': { status: 204 },
    'GET /api/favorites/': () => ({ body: [...kept] }),
    'POST /api/favorites/': async ({ body }): Promise<Reply> => {
      await gate;
      const { color = null } = body as { color?: number };
      const added = { ...[SHIRT, SKIRT].find(({ id }) => id === idOf(body))!, favorite_color: color };
      kept = [added, ...kept.filter(({ id }) => id !== added.id)];
      return { status: 201, body: added };
    },
    'DELETE /api/favorites/': async ({ body }) => {
      await gate;
      kept = kept.filter(({ id }) => id !== idOf(body));
      return { status: 204 };
    },
  });
});
afterEach(async () => {
  // The list outlives the page: an answer to this test may still come in the next one.
  await api.answered();
});

/** Every page under the shop's header, which loads the favourites. */
const withHeader = (Page: () => React.ReactNode) => () => (
  <>
    <Header shop="MAY" categories={[]} />
    <Page />
  </>
);
const Cards = () => (
  <>
    <ProductCard product={SHIRT} />
    <ProductCard product={SKIRT} />
  </>
);
const open = (at: string) =>
  openShop(
    { favorites: { ...favorites, default: withHeader(favorites.default) }, cards: { default: withHeader(Cards) } },
    at,
  );

const heart = (name: string) => screen.findByRole('button', { name: `Yêu thích ${name}` });
const badge = (count: number) => screen.findByRole('link', { name: `Yêu thích, ${count} sản phẩm` });
const hold = () => {
  let release = () => {};
  gate = new Promise((resolve) => (release = resolve));
  return () => act(async () => release());
};

describe('the heart on a card', () => {
  test('is filled in after loading, and the badge counts above zero', async () => {
    kept = [inNone(SHIRT)];
    signedIn();
    open('/cards');
    await waitFor(async () => expect(await heart('Áo thun')).toHaveAttribute('aria-pressed', 'true'));
    expect(await heart('Váy')).toHaveAttribute('aria-pressed', 'false');
    expect(await badge(1)).toHaveTextContent('1');
  });

  test('without favourites there is a link and no number', async () => {
    signedIn();
    open('/cards');
    expect((await badge(0)).textContent).toBe('');
  });

  test('changes at once when pressed, by keyboard too, and reloads the list', async () => {
    signedIn();
    open('/cards');
    await waitFor(() => expect(api.to('GET /api/favorites/')).toHaveLength(1));
    const release = hold();
    const button = await heart('Áo thun');
    act(() => button.focus());
    await userEvent.keyboard('{Enter}');
    expect(await heart('Áo thun')).toHaveAttribute('aria-pressed', 'true');
    expect(await badge(1)).toBeVisible();
    await release();
    await waitFor(() => expect(api.to('GET /api/favorites/')).toHaveLength(2));
    expect(api.to('POST /api/favorites/')[0]?.body).toEqual({ product_id: 5 });
    await userEvent.click(await heart('Áo thun'));
    await waitFor(() => expect(api.to('GET /api/favorites/')).toHaveLength(3));
    expect(api.to('DELETE /api/favorites/')[0]?.body).toEqual({ product_id: 5 });
    expect(await badge(0)).toBeVisible();
  });

  test('adds the product in the colour that the card shows', async () => {
    signedIn();
    open('/cards');
    await userEvent.click(await screen.findByRole('radio', { name: 'Lam' }));
    await userEvent.click(await heart('Váy'));
    await waitFor(() => expect(api.to('GET /api/favorites/')).toHaveLength(2));
    expect(api.to('POST /api/favorites/')[0]?.body).toEqual({ product_id: 6, color: 4 });
  });

  test('pressed again while sending ends in the last pressed state', async () => {
    signedIn();
    open('/cards');
    await waitFor(() => expect(api.to('GET /api/favorites/')).toHaveLength(1));
    const release = hold();
    await userEvent.click(await heart('Áo thun'));
    await userEvent.click(await heart('Áo thun'));
    await userEvent.click(await heart('Áo thun'));
    await userEvent.click(await heart('Áo thun'));
    await release();
    await waitFor(() => expect(api.to('DELETE /api/favorites/')).toHaveLength(1));
    await waitFor(() => expect(api.to('GET /api/favorites/')).toHaveLength(3));
    expect(api.to('POST /api/favorites/')).toHaveLength(1);
    expect(await heart('Áo thun')).toHaveAttribute('aria-pressed', 'false');
    expect(kept).toEqual([]);
  });

  test('several in a row are sent before the list is loaded again', async () => {
    signedIn();
    open('/cards');
    await waitFor(() => expect(api.to('GET /api/favorites/')).toHaveLength(1));
    const release = hold();
    await userEvent.click(await heart('Áo thun'));
    await userEvent.click(await heart('Váy'));
    await release();
    await waitFor(() => expect(api.to('GET /api/favorites/')).toHaveLength(2));
    const sent = api.calls.filter(({ path }) => path === '/api/favorites/').map(({ method }) => method);
    expect(sent).toEqual(['GET', 'POST', 'POST', 'GET']);
    await badge(2);
  });

  test.each([
    ['an error', { status: 503 }],
    ['no answer', 'unreachable' as const],
    ['a product that is gone', { status: 404 }],
  ])("logs %s and returns to the server's state", async (_, reply) => {
    kept = [inNone(SKIRT)];
    signedIn();
    open('/cards');
    await badge(1);
    api.answer({ 'POST /api/favorites/': reply, 'DELETE /api/favorites/': reply });
    await userEvent.click(await heart('Áo thun'));
    await userEvent.click(await heart('Váy'));
    await waitFor(async () => expect(await heart('Áo thun')).toHaveAttribute('aria-pressed', 'false'));
    await waitFor(async () => expect(await heart('Váy')).toHaveAttribute('aria-pressed', 'true'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(log).toHaveBeenCalledWith('The favourite was not changed', expect.anything());
  });

  test('stays filled when only the reload of the list fails', async () => {
    signedIn();
    open('/cards');
    await waitFor(() => expect(api.to('GET /api/favorites/')).toHaveLength(1));
    api.answer({ 'GET /api/favorites/': 'unreachable' });
    await userEvent.click(await heart('Áo thun'));
    await waitFor(() => expect(api.to('GET /api/favorites/')).toHaveLength(2));
    await waitFor(() => expect(log).toHaveBeenCalledWith('The favourites were not loaded', expect.anything()));
    expect(await heart('Áo thun')).toHaveAttribute('aria-pressed', 'true');
  });

  test('sends a guest to the sign-in page and back, and is filled in afterwards', async () => {
    open('/cards?page=2');
    await userEvent.click(await heart('Áo thun'));
    const address = '/login?redirect=/cards%3Fpage%3D2';
    expect(await screen.findByText(address, { selector: 'output' })).toBeInTheDocument();
    expect(api.calls).toEqual([]);
    signedIn();
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
    cleanup();
    open('/cards?page=2');
    await badge(1);
    expect(await screen.findByText('Đã thêm Áo thun vào yêu thích')).toBeVisible();
    expect(await heart('Áo thun')).toHaveAttribute('aria-pressed', 'true');
  });

  test('is filled in after a sign-in that leaves the document, as with Google', async () => {
    open('/cards');
    await userEvent.click(await heart('Áo thun'));
    const left = sessionStorage.getItem('wantedFavorite')!;
    expect(JSON.parse(left)).toMatchObject({ id: 5, favorite_color: null });
    cleanup();
    // Of the document that pressed it, the next one has this alone: it may be another product's.
    sessionStorage.setItem('wantedFavorite', JSON.stringify(inNone(SKIRT)));
    signedIn();
    open('/cards');
    await badge(1);
    expect(await heart('Váy')).toHaveAttribute('aria-pressed', 'true');
    expect(sessionStorage).toHaveLength(0);
  });

  test('is emptied by signing out', async () => {
    kept = [inNone(SHIRT)];
    signedIn();
    open('/cards');
    await badge(1);
    await act(async () => signOut());
    expect(await heart('Áo thun')).toHaveAttribute('aria-pressed', 'false');
    expect(screen.queryByRole('link', { name: /^Yêu thích/ })).toBeNull();
  });
});

test('a change in another tab is loaded in this tab', async () => {
  Object.assign(globalThis, { BroadcastChannel: NodeChannel });
  try {
    signedIn();
    open('/cards');
    await badge(0);
    kept = [inNone(SKIRT)];
    const otherTab = new NodeChannel('favorites');
    await act(async () => otherTab.postMessage(null));
    await badge(1);
    const message = new Promise((resolve) => (otherTab.onmessage = resolve));
    await userEvent.click(await heart('Áo thun'));
    await message;
    otherTab.close();
    await badge(2);
  } finally {
    cleanup();
    Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  }
});

describe('the page', () => {
  test('sends a guest to sign in, an administrator to the back office', async () => {
    const { unmount } = open('/favorites');
    expect(await screen.findByText('/login?redirect=/favorites', { selector: 'output' })).toBeInTheDocument();
    unmount();
    signedIn({ isAdmin: true });
    open('/favorites');
    expect(await screen.findByText('/admin', { selector: 'output' })).toBeInTheDocument();
  });

  test('shows breadcrumb, count and cards', async () => {
    kept = [inNone(SKIRT), inNone(SHIRT)];
    signedIn();
    open('/favorites');
    expect(await screen.findByText('2 sản phẩm')).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Váy',
      'Áo thun',
    ]);
    expect(screen.getByRole('navigation', { name: 'Đường dẫn' })).toHaveTextContent('Trang chủ/Yêu thích');
  });

  test('a favourite keeps the colour of the card, and its card leads to it', async () => {
    kept = [{ ...SKIRT, favorite_color: 4 }, inNone(SHIRT)];
    signedIn();
    open('/favorites');
    expect(await screen.findByRole('link', { name: 'Váy' })).toHaveAttribute('href', '/products/6?color=4');
    expect(screen.getByRole('img', { name: 'Váy' })).toHaveAttribute('src', '/media/lam/640.webp');
    expect(screen.getByRole('link', { name: 'Áo thun' })).toHaveAttribute('href', '/products/5');
  });

  test('shows placeholders while the cards load', async () => {
    let answer = (_reply: Reply) => {};
    const reply = new Promise<Reply>((resolve) => (answer = resolve));
    api.answer({ 'GET /api/favorites/': () => reply });
    signedIn();
    open('/favorites');
    expect(await screen.findByRole('status', { name: 'Đang tải danh sách yêu thích' })).toBeVisible();
    await waitFor(() => expect(api.to('GET /api/favorites/')).toHaveLength(1));
    await act(async () => answer({ body: [] }));
    expect(await screen.findByText('0 sản phẩm')).toBeVisible();
  });

  test('without favourites links to the shop', async () => {
    signedIn();
    open('/favorites');
    expect(await screen.findByText('Bạn chưa có sản phẩm yêu thích nào')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Tiếp tục mua sắm' })).toHaveAttribute('href', '/search');
  });

  test('shows a failure with a retry', async () => {
    api.answer({ 'GET /api/favorites/': { status: 500 } });
    signedIn();
    open('/favorites');
    expect(await screen.findByRole('alert')).toHaveTextContent('Không thể tải danh sách yêu thích.');
    kept = [inNone(SHIRT)];
    api.answer({ 'GET /api/favorites/': () => ({ body: kept }) });
    await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
    expect(await screen.findByText('1 sản phẩm')).toBeVisible();
  });

  test('removing a card keeps the others and the focus', async () => {
    kept = [inNone(SKIRT), inNone(SHIRT)];
    signedIn();
    open('/favorites');
    await userEvent.click(await heart('Váy'));
    expect(await screen.findByText('1 sản phẩm')).toBeVisible();
    await waitFor(async () => expect(await heart('Áo thun')).toHaveFocus());
    await userEvent.click(await heart('Áo thun'));
    expect(await screen.findByText('Bạn chưa có sản phẩm yêu thích nào')).toBeVisible();
    expect(document.activeElement).not.toBe(document.body);
    await waitFor(() => expect(kept).toEqual([]));
  });
});
