import type { CDPSession, Page } from 'playwright-core';
import { until } from '../../../../backend/test/support/until';
import { shop } from '../support/browser';
import { at, device, fill, fillCart, press, read, register, visit } from '../support/shopper';

/** Cuts the network of a page and of its service worker, or gives it back. */
const network = (page: Page, isOn: boolean) => page.context().setOffline(!isOn);

/** A picture for the eye, where SHOTS names a folder. */
const picture = async (page: Page, name: string) =>
  process.env.SHOTS && page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });

const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor();
const retry = (page: Page) => page.getByRole('button', { name: 'Thử lại' }).last().click();
const firstProduct = (page: Page) => page.locator('main a[href^="/products/"]').first();

/** A page without the worker, whose requests a test could not catch. */
async function withoutWorker(width = 1280): Promise<Page> {
  const page = await device(width, 'allow');
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  return page;
}

/** Waits until the worker runs and answers for the page. */
const isGuarded = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  });

/** The paths of everything that the browser keeps, by cache. */
const cachedBy = (page: Page) =>
  page.evaluate(async () => {
    const cached: Record<string, string[]> = {};
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      cached[name.replace(/-[0-9a-f]{12}$/, '')] = requests.map(({ url }) => new URL(url).pathname);
    }
    return cached;
  });

const hasCached = (page: Page, path: string) =>
  until(`${path} is cached`, async () => (await cachedBy(page))['may-pages']?.includes(path));

test('a failed navigation leaves the page, and pressing “Thử lại” repeats it', async () => {
  const page = await withoutWorker(360);
  await visit(page, '/search');
  await page.route('**/*.data*', (route) => route.fulfill({ status: 503, body: 'busy' }));
  const address = (await firstProduct(page).getAttribute('href'))!;
  await firstProduct(page).click();
  await read(page, 'Không tải được');
  expect(new URL(page.url()).hash).toBe('#/search');
  expect(await page.locator('article').count()).toBeGreaterThan(3);
  await page.unroute('**/*.data*');
  await retry(page);
  await at(page, address);
  await page.locator('h1:focus').waitFor();
});

test('a step back that fails stays where it was, and can be repeated', async () => {
  const page = await withoutWorker();
  await visit(page, '/search');
  await firstProduct(page).click();
  await page.locator('h1:focus').waitFor();
  const { hash } = new URL(page.url());
  await page.route('**/*.data*', (route) => route.abort());
  await page.evaluate(() => history.back());
  await read(page, 'Không tải được');
  await until('the address is the page’s again', () => new URL(page.url()).hash === hash);
  await page.unroute('**/*.data*');
  await retry(page);
  await at(page, '/search');
});

test('a chunk that a newer release has removed loads its page as a document', async () => {
  const page = await withoutWorker();
  await visit(page, '/');
  const loaded = await page.evaluate(() => Object.keys(window.__remixRouteModules));
  const chunk = await page.evaluate(() => window.__remixManifest.routes['routes/pages/terms/route']!.module);
  expect(loaded).not.toContain('routes/pages/terms/route');
  let isRemoved = true;
  await page.route(`**${chunk}*`, (route) =>
    isRemoved ? route.fulfill({ status: 404, body: 'gone' }) : route.continue(),
  );
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isRemoved = false;
  });
  await page.locator('a[href="/terms"]').first().click();
  await at(page, '/terms');
  await page.locator('h1').waitFor();
  expect(isRemoved).toBe(false);
});

test('a chunk that cannot be reached shows a notice, and the page stays', async () => {
  const page = await withoutWorker();
  await visit(page, '/');
  await page.evaluate(() => Object.assign(window, { stays: true }));
  const chunk = await page.evaluate(() => window.__remixManifest.routes['routes/pages/terms/route']!.module);
  await page.route(`**${chunk}*`, (route) => route.abort());
  await page.locator('a[href="/terms"]').first().click();
  await read(page, 'Không tải được');
  expect(await page.evaluate(() => 'stays' in window)).toBe(true);
  await page.unroute(`**${chunk}*`);
  await retry(page);
  await at(page, '/terms');
});

test('removed files of the build answer 404 without a page', async () => {
  const answer = await fetch(`${shop()}/assets/0000000.js`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
});

test('paging moves the focus to the results, a filter keeps it', async () => {
  const page = await device(1280, 'allow');
  await visit(page, '/search');
  await page.locator('a[href*="page=2"]').first().click();
  await page.locator('h2[data-results]:focus').waitFor();
});

test('seen products open without a network and say since when; other pages show the offline page', async () => {
  const page = await device(360, 'allow');
  await visit(page, '/search');
  await isGuarded(page);
  const address = (await firstProduct(page).getAttribute('href'))!;
  await firstProduct(page).click();
  await page.locator('h1:focus').waitFor();
  const name = (await page.locator('h1').textContent())!;
  await hasCached(page, address);
  await network(page, false);
  await page.goto(shop() + address);
  await heading(page, name);
  await read(page, /^Bạn đang xem bản đã lưu lúc \d\d\/\d\d\/\d{4} \d\d:\d\d/);
  await picture(page, 'kept-360');
  await page.goto(`${shop()}/cart`);
  await heading(page, 'Bạn đang ngoại tuyến');
  await page.getByRole('link', { name }).waitFor();
  await picture(page, 'offline-360');
  await page.goto(`${shop()}/#${address}`);
  await heading(page, name);
  await network(page, true);
  await page.getByText(/^Bạn đang xem bản đã lưu/).waitFor({ state: 'detached' });
});

test('signing out deletes what was cached; pages of money and accounts are never cached', async () => {
  const page = await device(1280, 'allow');
  await visit(page, '/products/5');
  await isGuarded(page);
  await hasCached(page, '/products/5');
  await register(page, '/paybox');
  for (const path of ['/cart', '/paybox', '/profile', '/shipping', '/products/5']) await visit(page, path);
  await hasCached(page, '/products/5');
  const cached = await cachedBy(page);
  const paths = Object.values(cached).flat();
  expect(
    paths.filter(
      (path) => !/^\/(assets|icons|media)\/|^\/(products\/\d+|offline\.\w+|manifest\.webmanifest)?$/.test(path),
    ),
  ).toEqual([]);
  await page.goto(`${shop()}/logout`);
  await at(page, '/login');
  await until('nothing is kept of what was seen', async () => {
    const left = await cachedBy(page);
    return !left['may-pages']?.length && !left['may-pictures']?.length;
  });
});

test('Chromium finds the shop installable', async () => {
  const page = await device(1280, 'allow');
  await visit(page, '/');
  await isGuarded(page);
  const devTools: CDPSession = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors');
  const ids = installabilityErrors.map(({ errorId }) => errorId);
  expect(ids.filter((id) => id !== 'in-incognito')).toEqual([]);
  const { errors, data } = await devTools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data!)).toMatchObject({ lang: 'vi', start_url: '/', display: 'standalone' });
});

test('a browser that saves data gets no service worker', async () => {
  const page = await withoutWorker();
  await visit(page, '/');
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test('a network lost at any step of the checkout loses nothing that was typed', async () => {
  const page = await device(360, 'allow');
  await register(page, '/');
  await fillCart(page);
  await page.goto(`${shop()}/shipping`);
  await at(page, '/shipping');
  await fill(page, /^Địa chỉ/, '12 Ngõ Huế');
  await fill(page, /^Thành phố|^Tỉnh/, 'Hà Nội');
  await fill(page, /^Mã bưu/, '100000');
  await network(page, false);
  await press(page, 'Tiếp tục');
  await read(page, 'Không tải được');
  expect(await page.getByLabel(/^Địa chỉ/).inputValue()).toBe('12 Ngõ Huế');
  await picture(page, 'notice-360');
  await network(page, true);
  await retry(page);
  await at(page, '/payment');
  await network(page, false);
  await press(page, 'Tiếp tục');
  await read(page, 'Không tải được');
  await network(page, true);
  await retry(page);
  await at(page, '/placeorder');
  await network(page, false);
  await page.getByRole('button', { name: /^Đặt hàng · / }).click();
  await read(page, 'đơn hàng không bị đặt hai lần');
  await picture(page, 'unsure-360');
  await network(page, true);
  await page.getByRole('button', { name: /^Gửi lại đơn hàng · / }).click();
  await page.waitForURL((url) => /^#\/orders\/\d+/.test(url.hash));
});
