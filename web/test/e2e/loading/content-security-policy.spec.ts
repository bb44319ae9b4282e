import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page, Response } from 'playwright-core';
import { until } from '../../../../backend/test/support/until';
import { chooseVariant, register, signIn } from '../support/shopper';
import { newContext, shop } from '../support/browser';

let context: BrowserContext;
/** What the browser refused: the directive and what it was. */
let violations: string[];

beforeEach(async () => {
  violations = [];
  context = await newContext({ serviceWorkers: 'block' });
  await context.exposeFunction('reportViolation', (violation: string) => violations.push(violation));
  await context.addInitScript(() => {
    const { reportViolation } = window as unknown as { reportViolation: (violation: string) => void };
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      reportViolation(`${location.href}: ${effectiveDirective} ${blockedURI} ${sample}`),
    );
  });
});
afterEach(() => context.close());

/** Loads a page of the shop, and waits until its scripts run and ask for nothing more. */
async function load(page: Page, path: string): Promise<Response> {
  const response = await page.goto(shop() + path);
  await page.waitForURL((url) => url.hash.startsWith('#/'));
  await page.waitForLoadState('networkidle');
  return response!;
}

const scriptsOf = async (response: Response) =>
  /script-src ([^;]*)/.exec((await response.allHeaders())['content-security-policy']!)![1]!;

test('public pages, rendered or cached, run with script hashes and without violations', async () => {
  for (const path of ['/', '/search?category=1', '/search?keyword=ao', '/products/5', '/terms']) {
    for (const visitor of [await context.newPage(), await context.newPage()]) {
      const scripts = await scriptsOf(await load(visitor, path));
      expect(scripts).toContain("'sha256-");
      expect(scripts).not.toContain('nonce');
      await visitor.close();
    }
  }
  expect(violations).toEqual([]);
});

test("a page from the browser's cache runs after a 304", async () => {
  const page = await context.newPage();
  const documents = new Set<string>();
  const statuses: number[] = []; // as they came; the page itself sees a 304 as a 200
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  devTools.on('Network.requestWillBeSent', ({ requestId, type }) => type === 'Document' && documents.add(requestId));
  devTools.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    if (documents.has(requestId)) statuses.push(statusCode);
  });
  await load(page, '/products/5');
  // An order or a review in between changes the page, and then it is loaded whole.
  await until('two visits see the same page', async () => {
    await page.goto('about:blank');
    await load(page, '/products/5');
    return statuses.at(-1) === 304;
  });
  expect(violations).toEqual([]);
});

test('a shopper’s pages run with a nonce and without violations', async () => {
  const page = await context.newPage();
  await load(page, '/products/5');
  await chooseVariant(page);
  await page.getByRole('button', { name: 'Thêm vào giỏ' }).first().click();
  await register(page);
  for (const path of ['/cart', '/shipping', '/payment', '/placeorder', '/profile', '/paybox', '/user/chat']) {
    const scripts = await scriptsOf(await load(page, path));
    expect(scripts).toContain("'nonce-");
    expect(scripts).not.toContain('sha256');
  }
  expect(violations).toEqual([]);
});

test('the back office’s pages run without violations', async () => {
  const page = await context.newPage();
  await load(page, '/login');
  await signIn(page, 'admin', 'admin123');
  await page.waitForURL((url) => url.hash === '#/admin');
  for (const path of ['/admin', '/admin/products', '/admin/orders', '/admin/audit', '/admin/import', '/admin/settings'])
    expect(await scriptsOf(await load(page, path))).toContain("'nonce-");
  expect(violations).toEqual([]);
});

test.each(['/', '/cart'])('a script injected into %s does not run', async (path) => {
  await context.route(shop() + path, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('<head>', '<head><script>window.smuggled = true</script>');
    await route.fulfill({ response, body });
  });
  const page = await context.newPage();
  await load(page, path);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.smuggled = true';
    document.body.append(script);
    document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="window.smuggled = true">');
  });
  for (let looks = 0; violations.length < 3 && looks < 200; looks++) await pause(50);
  expect(violations).toHaveLength(3);
  expect(await page.evaluate(() => 'smuggled' in window)).toBe(false);
  expect(violations.every((violation) => /script-src(-elem|-attr) inline/.test(violation))).toBe(true);
});

test.each([
  ['/manifest.webmanifest', "'self'"],
  ['/api/docs/', "'self'"],
  ['/api/products/', "'none'"],
])('%s, opened directly, runs only scripts of %s', async (path, source) => {
  const policy = (await fetch(shop() + path)).headers.get('content-security-policy');
  expect(policy).toMatch(new RegExp(`^default-src ${source};`));
  expect(policy).not.toContain('script-src');
});
