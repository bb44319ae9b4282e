// @ts-check
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { LaunchError } from '../../backend/launch/launch-error.mjs';
import { launch } from '../../backend/launch/launcher.mjs';
import { buildIfChanged, install } from '../../backend/launch/build/prepare.mjs';
import { findChromium, NO_CHROMIUM } from '../../web/test/e2e/support/chromium.mjs';
import { median } from '../support/statistics.mjs';
import { machine, table, write } from '../support/report.mjs';
import { startShop } from '../support/shop.mjs';
import { temporaryDataDir } from '../support/temporary-data-dir.mjs';

/** Lighthouse's slow 4G: 1.6 Mbit/s down, 750 Kbit/s up, 150 ms there and back. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const CPU_SLOWDOWN = 4;
const PHONE = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 3,
  hasTouch: true,
  isMobile: true,
  locale: 'vi-VN',
};
const USER_AGENT =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ name: string, target: (page: Page) => import('playwright-core').Locator }} Touch */
/** What a visitor touches on each page, one after the other. @type {{ name: string, path: string, touches: Touch[] }[]} */
const PAGES = [
  { name: 'home', path: '/', touches: [{ name: 'menu opened', target: (page) => page.getByLabel('Mở menu') }] },
  {
    name: 'search',
    path: '/search',
    touches: [
      { name: 'filters opened', target: (page) => page.getByRole('button', { name: /^Bộ lọc/ }) },
      {
        name: 'filter ticked',
        target: (page) => page.locator('dialog label:has([name="category"]:enabled)').nth(1),
      },
      { name: 'results shown', target: (page) => page.getByRole('button', { name: /^Xem .* sản phẩm$/ }) },
    ],
  },
  {
    name: 'product',
    path: '/products/5',
    touches: [
      {
        name: 'colour chosen',
        target: (page) => page.getByRole('group', { name: 'Màu sắc' }).getByRole('button').first(),
      },
    ],
  },
];
/** A visitor looks before the next touch: in milliseconds, long enough for a scrolled page to be still. */
const LOOK_MS = 700;
/** The shortest interaction that a browser reports, in milliseconds. */
const SHORTEST = 16;

/** Runs in the page: https://web.dev/articles/vitals */
const OBSERVE = `
  const vitals = (window.vitals = { fcp: 0, lcp: 0, cls: 0, inp: 0 });
  const on = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, durationThreshold: ${SHORTEST} });
  on('paint', ({ name, startTime }) => name === 'first-contentful-paint' && (vitals.fcp = startTime));
  on('largest-contentful-paint', ({ startTime }) => (vitals.lcp = startTime));
  on('layout-shift', ({ hadRecentInput, value }) => hadRecentInput || (vitals.cls += value));
  on('event', ({ interactionId, duration }) => interactionId && (vitals.inp = Math.max(vitals.inp, duration)));
`;

// `npm run bench:vitals`: see docs/benchmarks.md.
await launch(async ({ onStop }) => {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '5' }, write: { type: 'boolean', default: false } },
  });
  const rounds = Number(values.rounds);
  if (!(rounds >= 1 && rounds <= 50)) throw new LaunchError('--rounds is from 1 to 50.');
  const executablePath = findChromium();
  if (!executablePath) throw new LaunchError(NO_CHROMIUM);
  const shop = process.env.SHOP_URL ?? (await ownShop(onStop));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', `--user-agent=${USER_AGENT}`] });
  onStop(() => browser.close());

  /** @type {string[][]} */
  const rows = [];
  /** @type {string[][]} */
  const touches = [];
  for (const page of PAGES) {
    await visit(browser, shop, page); // the page cache of the shop is full then, and its pictures are made
    /** @type {Vitals[]} */
    const all = [];
    for (let round = 0; round < rounds; round += 1) all.push(await visit(browser, shop, page));
    const of = (/** @type {Exclude<keyof Vitals, 'touched'>} */ name) => median(all.map((vitals) => vitals[name]));
    const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(2)} s`;
    rows.push([
      ...[page.name, seconds(of('fcp')), seconds(of('lcp')), of('cls').toFixed(3)],
      ...[`${Math.round(of('bytes') / 1000)} KB`, String(of('requests'))],
    ]);
    for (const [nth, { name }] of page.touches.entries()) {
      const by = (/** @type {keyof Touched} */ what) => median(all.map(({ touched }) => touched[nth]?.[what] ?? NaN));
      touches.push([page.name, name, `${by('inp')} ms`, by('cls').toFixed(3)]);
    }
  }
  const text = [
    `Measured on ${machine()}, Chromium ${browser.version()}. Medians of ${rounds} first visits.`,
    '',
    table(['page', 'FCP', 'LCP', 'CLS', 'received', 'requests'], rows),
    '',
    table(['page', 'touch', 'INP', 'CLS'], touches),
  ].join('\n');
  console.log(text);
  if (values.write) await write(text, 'bench:vitals');
});

/**
 * @param {(stop: () => Promise<void>) => void} onStop
 * @returns {Promise<string>} the address of a demo shop of its own
 */
async function ownShop(onStop) {
  await install();
  await buildIfChanged();
  const shop = await startShop(temporaryDataDir(onStop));
  onStop(shop.stop);
  return shop.url;
}

/** @typedef {{ fcp: number, lcp: number, cls: number, bytes: number, requests: number, touched: Touched[] }} Vitals
 * milliseconds, bytes, before the touches */
/** @typedef {{ inp: number, cls: number }} Touched what a touch brought: milliseconds, and what it moved */

/**
 * One first visit: an empty cache, a slow phone on a slow network. The page is touched once it is still, and again when it is still again.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} shop
 * @param {typeof PAGES[number]} page
 * @returns {Promise<Vitals>}
 */
async function visit(browser, shop, { path, touches }) {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await devTools.send('Network.enable');
    await devTools.send('Network.emulateNetworkConditions', SLOW_4G);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    let bytes = 0;
    let requests = 0;
    devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
      requests += 1;
    });
    await page.addInitScript(OBSERVE);
    await page.goto(shop + path);
    await page.waitForURL((url) => url.hash.startsWith('#/')); // hydrated
    await page.waitForLoadState('networkidle');
    /** @type {Omit<Vitals, 'bytes' | 'requests' | 'touched'>} */
    const vitals = await page.evaluate('({ ...window.vitals })');
    const first = { ...vitals, bytes, requests };
    /** @type {Touched[]} */
    const touched = [];
    for (const { target } of touches) {
      await target(page).scrollIntoViewIfNeeded();
      await page.waitForTimeout(LOOK_MS);
      await page.evaluate('Object.assign(window.vitals, { inp: 0, cls: 0 })');
      await target(page).tap();
      // An observer is called after the frame that it tells of; a quicker touch is not told of.
      await page.waitForFunction('window.vitals.inp > 0', undefined, { timeout: 3_000 }).catch(() => undefined);
      /** @type {Touched} */
      const { inp, cls } = await page.evaluate('window.vitals');
      touched.push({ inp: Math.max(SHORTEST, inp), cls });
    }
    return { ...first, touched };
  } finally {
    await context.close();
  }
}
