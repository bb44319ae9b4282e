import type { BrowserContextOptions, Page } from 'playwright-core';
import { newContext, shop } from '../support/browser';

const BROKEN = /hydrat|did not match|Minified React error|Content Security Policy|Refused to/i;

let page: Page;
/** What the page complained of: hydration, the Content-Security-Policy, uncaught errors. */
let complaints: string[];
/** Documents that were asked of the server, by their paths. */
let documents: string[];

async function open(options: BrowserContextOptions = {}) {
  const context = await newContext({ viewport: { width: 1280, height: 800 }, ...options });
  page = await context.newPage();
  complaints = [];
  documents = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => BROKEN.test(message.text()) && complaints.push(message.text()));
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
}

beforeEach(() => open());
afterEach(async () => {
  await page.context().close();
  expect(complaints).toEqual([]);
});

const at = (path: string) => `${shop()}/#${path}`;
const title = () => page.getByRole('heading', { level: 1 }).first();
const titleOf = async (path: string) => {
  const html = await (await fetch(shop() + path)).text();
  return /<h1[^>]*>([^<]+)/.exec(html)![1]!;
};

/** Resolves when the page's heading says this; the address changes a moment before the page does. */
const shows = (heading: string) =>
  page.waitForFunction((text) => document.querySelector('h1')?.textContent === text, heading);

/** Opens a page by its path and waits until it lives. */
async function arrive(path: string) {
  await page.goto(shop() + path);
  await page.waitForURL(at(path));
  await isAlive();
}

const isAlive = () =>
  page.waitForFunction(() => Object.keys(document.body ?? {}).some((key) => key.startsWith('__reactFiber')));

test('the server’s page is complete, and its URL has a hash after hydration', async () => {
  const answer = await page.goto(`${shop()}/products/5`);
  expect(await answer!.text()).toContain(`<h1`);
  await page.waitForURL(at('/products/5'));
  expect(await title().textContent()).toBe(await titleOf('/products/5'));
  expect(documents).toEqual(['/products/5']);
});

test.each(['/', '/search', '/search?keyword=ao&page=1', '/products/5', '/login', '/nowhere'])(
  '%s is hydrated without a complaint',
  async (path) => {
    await arrive(path);
    await page.waitForLoadState('networkidle');
    expect(await title().isVisible()).toBe(true);
  },
);

test('links navigate by hash and load only data; their hrefs are real paths', async () => {
  await arrive('/');
  const link = page.locator('main a[href^="/products/"]').first();
  const path = (await link.getAttribute('href'))!;
  await link.click();
  await page.waitForURL(at(path));
  await shows(await titleOf(path));
  expect(documents).toEqual(['/']);
});

test('/#/products/5 opened from outside shows product 5, and so does reloading it', async () => {
  const name = await titleOf('/products/5');
  await page.goto(at('/products/5'));
  await page.waitForURL(at('/products/5'));
  await shows(name);
  await page.reload();
  await page.waitForURL(at('/products/5'));
  await shows(name);
  expect(await page.title()).toContain(name);
});

test('a query in the hash is preserved', async () => {
  await page.goto(at('/search?keyword=%C3%A1o&sort=price-asc'));
  await page.waitForURL(at('/search?keyword=%C3%A1o&sort=price-asc'));
  expect(await page.locator('input[name=keyword]:visible').inputValue()).toBe('áo');
});

test('typing another hash navigates without a new document', async () => {
  await arrive('/search');
  await page.evaluate(() => (window.location.hash = '#/products/5'));
  await shows(await titleOf('/products/5'));
  expect(documents).toEqual(['/search']);
});

test('back and forward restore the scroll position, after a reload too', async () => {
  await arrive('/');
  const link = page.locator('main a[href^="/products/"]').last();
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(300);
  const path = (await link.getAttribute('href'))!;
  await link.click();
  await page.waitForURL(at(path));
  // What loads above moves the page a little, and the browser holds on to what is in sight.
  const isAt = (y: number) => page.waitForFunction((top) => Math.abs(window.scrollY - top) < 60, y);
  await isAt(0);
  await page.goBack();
  await page.waitForURL(at('/'));
  await isAt(before);
  await page.goForward();
  await page.waitForURL(at(path));
  await page.reload();
  await isAlive();
  await page.goBack();
  await page.waitForURL(at('/'));
  await isAt(before);
});

test('going back from another site returns to the left page', async () => {
  await arrive('/search');
  await page.goto('about:blank');
  await page.goBack();
  await page.waitForURL(at('/search'));
  expect(await title().isVisible()).toBe(true);
});

test('Back closes an open dialog before it leaves the page; links in the dialog and reloading leave it', async () => {
  const back = () => page.evaluate(() => history.back());
  const dialog = page.getByRole('dialog');
  const opener = page.getByRole('button', { name: /^Xem nhanh/ }).first();
  const link = dialog.getByRole('link', { name: 'Xem đầy đủ' });
  const openDialog = async () => {
    await opener.click();
    await link.waitFor();
  };
  await arrive('/');
  await page.locator('header a[href="/search"]:visible').click();
  await shows('Tất cả sản phẩm');
  await openDialog();
  const length = await page.evaluate(() => history.length);
  await back();
  await dialog.waitFor({ state: 'detached' });
  expect(page.url()).toBe(at('/search'));
  expect(await page.evaluate(() => history.length)).toBe(length);
  expect(await opener.evaluate((it) => it === document.activeElement)).toBe(true);

  await openDialog();
  const name = await titleOf((await link.getAttribute('href'))!);
  await link.click();
  await shows(name);
  await back();
  await shows('Tất cả sản phẩm');

  await openDialog();
  await page.reload();
  await isAlive();
  expect(await dialog.count()).toBe(0);
  await back();
  await page.waitForURL(at('/'));
});

test('the search form navigates by hash with its input', async () => {
  await arrive('/');
  await page.locator('input[name=keyword]:visible').fill('áo & quần');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.hash.startsWith('#/search?keyword='));
  const query = new URLSearchParams(new URL(page.url()).hash.split('?')[1]);
  expect(query.get('keyword')).toBe('áo & quần');
  expect(documents).toEqual(['/']);
});

test('a page that requires a sign-in redirects to it by path, hash and link, and back leaves it', async () => {
  await arrive('/');
  for (const go of [() => page.goto(`${shop()}/paybox`), () => page.goto(at('/paybox'))]) {
    await go();
    await page.waitForURL(at('/login?redirect=/paybox'));
    await page.getByRole('button', { name: 'Đăng nhập' }).first().waitFor();
  }
  await page.goBack();
  await page.waitForURL((url) => !url.hash.startsWith('#/paybox'));
});

test('an unknown page answers 404, by path and by hash', async () => {
  for (const path of ['/nowhere', '/products/999999999', '/products/abc', '/products/0']) {
    const answer = await page.goto(shop() + path);
    expect([path, answer!.status()]).toEqual([path, 404]);
    await page.waitForURL(at(path));
    expect(await title().isVisible()).toBe(true);
  }
  await arrive('/');
  await page.evaluate(() => (window.location.hash = '#/nowhere'));
  await page.getByText('404').waitFor();
  await page.getByRole('link', { name: 'Về trang chủ' }).click();
  await page.waitForURL(at('/'));
});

test('a hash that names another host is ignored', async () => {
  const hosts: string[] = [];
  page.on('request', (request) => hosts.push(new URL(request.url()).host));
  await arrive('/search');
  await page.evaluate(() => (window.location.hash = '#//evil.example/x'));
  await page.goto(`${shop()}/#//evil.example/x`);
  await page.reload();
  expect(await title().isVisible()).toBe(true);
  expect(new Set(hosts)).toEqual(new Set([new URL(shop()).host]));
});

describe('without JavaScript', () => {
  beforeEach(async () => {
    await page.context().close();
    await open({ javaScriptEnabled: false });
  });

  test('public pages are complete, and links and the search form work by path', async () => {
    await page.goto(`${shop()}/`);
    const link = page.locator('main a[href^="/products/"]').first();
    const path = (await link.getAttribute('href'))!;
    await link.click();
    expect(page.url()).toBe(shop() + path);
    expect(await title().isVisible()).toBe(true);
    await page.locator('input[name=keyword]:visible').fill('áo');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/search' && url.searchParams.get('keyword') === 'áo');
    expect(await page.locator('main a[href^="/products/"]').count()).toBeGreaterThan(0);
  });

  test('a page that needs JavaScript says so', async () => {
    await page.goto(`${shop()}/paybox`);
    expect(await page.locator('main').textContent()).toContain('Trang này cần JavaScript');
  });
});
