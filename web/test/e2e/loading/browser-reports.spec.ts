import type { Page, Response } from 'playwright-core';
import { BrowserReport } from '../../../../backend/src/contract/administration/browser-reports';
import { until } from '../../../../backend/test/support/until';
import { newContext, shop } from '../support/browser';

/** Opens the shop's first page. @param luck what the page draws: under 0.1 it is measured */
async function open(luck: number): Promise<Page> {
  const page = await (await newContext()).newPage();
  await page.addInitScript((drawn) => {
    const random = Math.random.bind(Math);
    // The first number that the page draws; keys of the history need others.
    Math.random = () => ((Math.random = random), drawn);
    // Playwright does not see what a beacon carries.
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (url, body) => {
      Object.assign(window, { sent: (body as Blob).text() });
      return send(url, body);
    };
    Object.defineProperty(Document.prototype, 'visibilityState', {
      get: () => document.documentElement.dataset.seen ?? 'visible',
    });
  }, luck);
  await page.goto(`${shop()}/`);
  await page.waitForURL((url) => url.hash === '#/');
  return page;
}

const isReport = (url: string) => url.endsWith('/api/browser-reports/');

/** Hides the page as a phone does, and waits for the answer to its report. */
async function hide(page: Page): Promise<[report: BrowserReport, answer: Response]> {
  const answered = page.waitForResponse((response) => isReport(response.url()));
  await page.evaluate(() => {
    document.documentElement.dataset.seen = 'hidden';
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  const answer = await answered;
  const sent = await page.evaluate(() => (window as unknown as { sent: Promise<string> }).sent);
  return [BrowserReport.parse(JSON.parse(sent)), answer];
}

/** Waits for the script that measures and reports: it is loaded once the page rests. */
const withReporter = async (page: Page, act: () => Promise<unknown> = () => Promise.resolve()) => {
  const known = await page.evaluate(() => performance.getEntriesByType('resource').length);
  await act();
  await page.waitForFunction(
    (before) =>
      performance
        .getEntriesByType('resource')
        .slice(before)
        .some(({ name }) => name.includes('/assets/')),
    known,
  );
  await page.waitForLoadState('networkidle');
};

test('an error that a page throws is reported without its address, and the shop takes the report', async () => {
  const page = await open(0.5);
  await withReporter(page, () => page.evaluate(() => void setTimeout(() => JSON.parse('Nguyen Van A'))));
  const [report, answer] = await hide(page);
  expect(answer.status()).toBe(204);
  expect(report.errors).toMatchObject([{ page: 'home', name: 'SyntaxError', frames: [] }]);
  expect(JSON.stringify(report)).not.toMatch(/Nguyen|http/);
  expect(report.vitals).toBeUndefined();
  const { version, commit } = (await (await fetch(`${shop()}/healthz`)).json()) as Record<string, string>;
  expect(report.release).toBe(`${version} ${commit}`);
  await page.context().close();
});

/** The number of reports of each Web Vital that the backend has counted for a kind of page, as Prometheus reads it. */
async function countedVitals(page: string): Promise<Record<string, number>> {
  const { SHOP_METRICS_URL = '', SHOP_METRICS_TOKEN } = process.env;
  const reply = await fetch(SHOP_METRICS_URL, { headers: { authorization: `Bearer ${SHOP_METRICS_TOKEN}` } });
  const text = await reply.text();
  const countOf = (series: string) => {
    const line = text.split('\n').find((each) => each.startsWith(`${series} `));
    return Number(line?.slice(series.length) ?? 0);
  };
  const counted = ['lcp', 'inp', 'ttfb'].map((vital) => [
    vital,
    countOf(`may_web_vitals_seconds_count{vital="${vital}",page="${page}"}`),
  ]);
  return { ...Object.fromEntries(counted), cls: countOf(`may_web_vitals_shift_count{page="${page}"}`) };
}

const MEASURED = process.env.SHOP_METRICS_URL ? test : test.skip; // another shop keeps its metrics to itself

/** Opens a page of texts, waits until it is measured, clicks on it and leaves for another. */
async function visitOnce(): Promise<void> {
  const context = await newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    const random = Math.random.bind(Math);
    Math.random = () => random() / 10; // every page is drawn
    // Browsers report only interactions that take a while, from 40 ms on.
    window.addEventListener('pointerdown', () => {
      const end = performance.now() + 60;
      while (performance.now() < end);
    });
    const { observe } = PerformanceObserver.prototype;
    // The last thing that is measured, some seconds after the page has come to rest.
    PerformanceObserver.prototype.observe = function (options = {}) {
      if (options.type === 'layout-shift') document.documentElement.dataset.measured = 'yes';
      observe.call(this, options);
    };
  });
  await page.goto(`${shop()}/terms`);
  await page.waitForURL((url) => url.hash === '#/terms');
  await page.locator('[data-measured]').waitFor({ state: 'attached' });
  await page.getByRole('heading', { level: 1 }).click();
  await page.evaluate(
    () =>
      new Promise((resolve) =>
        new PerformanceObserver(() => resolve(true)).observe({ type: 'first-input', buffered: true }),
      ),
  );
  await page.goto(`${shop()}/privacy`);
  await page.waitForURL((url) => url.hash === '#/privacy');
  await context.close();
}

MEASURED('the Web Vitals of a page that somebody opens, clicks on and leaves are in the metrics', async () => {
  const before = await countedVitals('text');
  let counted = before;
  const description = () => `the vitals are counted, ${JSON.stringify({ before, counted })}`;
  // Browsers promise no delivery of what a page sends while it is left, so somebody may have to come again.
  const after = await until(
    description,
    async () => {
      await visitOnce();
      counted = await countedVitals('text');
      return Object.keys(before).every((vital) => counted[vital]! > before[vital]!) && counted;
    },
    120_000,
  );
  expect(Object.keys(after).sort()).toEqual(['cls', 'inp', 'lcp', 'ttfb']);
});
