import type { Page } from 'playwright-core';
import { until } from '../../../../backend/test/support/until';
import { newContext, shop } from '../support/browser';
import { at } from '../support/shopper';

/** Counts the documents that a page loads. */
function countDocuments(page: Page): () => number {
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  return () => documents;
}

/** A page that may write to the console that a script is missing. */
async function troubledPage(): Promise<Page> {
  const context = await newContext({ serviceWorkers: 'block' });
  return context.newPage();
}

/** The addresses of three scripts that a page cannot do without. */
async function scriptsOf(path: string): Promise<Record<'entry' | 'route' | 'manifest', string>> {
  const html = await (await fetch(shop() + path)).text();
  const find = (pattern: RegExp) => pattern.exec(html)?.[1] ?? '';
  return {
    manifest: find(/"(\/assets\/manifest-[^"]+)"/),
    entry: find(/import\("(\/assets\/[^"]+)"\)/),
    route: find(/import \* as route2 from "(\/assets\/[^"]+)"/),
  };
}

test.each(['entry', 'route', 'manifest'] as const)(
  'a first load whose %s script a newer release has removed is loaded again, and works',
  async (which) => {
    const page = await troubledPage();
    const documents = countDocuments(page);
    const script = (await scriptsOf('/terms'))[which];
    await page.route(`**${script}`, (route) =>
      documents() < 2 ? route.fulfill({ status: 404, body: 'gone' }) : route.continue(),
    );
    await page.goto(`${shop()}/terms`);
    await at(page, '/terms');
    expect(documents()).toBe(2);
  },
);

test('a page whose script stays lost is loaded again once', async () => {
  const page = await troubledPage();
  const documents = countDocuments(page);
  const { entry } = await scriptsOf('/terms');
  let requests = 0;
  await page.route(`**${entry}`, (route) => {
    if (route.request().method() === 'HEAD') requests += 1;
    return route.fulfill({ status: 404, body: 'gone' });
  });
  await page.goto(`${shop()}/terms`);
  await until('the second load has asked too', () => requests >= 2);
  await page.waitForLoadState('networkidle');
  expect(documents()).toBe(2);
});

test('a page whose script the network does not bring stays', async () => {
  const page = await troubledPage();
  const documents = countDocuments(page);
  const { entry } = await scriptsOf('/terms');
  await page.route(`**${entry}`, (route) => route.abort());
  await page.goto(`${shop()}/terms`);
  await page.waitForLoadState('networkidle');
  expect(documents()).toBe(1);
  expect(await page.locator('h1').isVisible()).toBe(true);
});
