import type { BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { pageScripts } from '../../../../bench/web/page-scripts.mjs';
import { device, visit } from '../support/shopper';
import { until } from '../../../../backend/test/support/until';
import { launch, newContext, runInWholeChromium, shop } from '../support/browser';

runInWholeChromium();

/** A phone of 360 × 740 points with three pixels each, which does not hover. */
const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 3,
  hasTouch: true,
  isMobile: true,
  locale: 'vi-VN',
};

/** What the first visit of a page may cost, on that phone. Bytes are those of the answers' bodies, as they were sent. */
// The document has some 0.8 KB for the colour scheme, which must be set before anything is painted.
const BUDGETS = {
  '/': { html: 16_500, scripts: 97_000, scriptFiles: 10, styles: 12_300, fonts: 30_000, requests: 32, nodes: 700 },
  '/search': {
    html: 17_000,
    scripts: 100_000,
    scriptFiles: 15,
    styles: 12_300,
    fonts: 30_000,
    requests: 34,
    nodes: 900,
  },
  '/products/5': {
    html: 17_000,
    scripts: 100_000,
    scriptFiles: 15,
    styles: 12_300,
    fonts: 30_000,
    requests: 30,
    nodes: 600,
  },
} as const;

interface Loaded {
  url: string;
  type: string;
  encoding: string | undefined;
  bytes: number;
}

/** Notes what a page loads from now on: each answer with the length of its body. */
async function watch(page: Page): Promise<{ loaded: Loaded[]; devTools: CDPSession }> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  const loaded: Loaded[] = [];
  page.on('requestfinished', (request) => {
    const entry = { url: request.url(), type: request.resourceType(), encoding: undefined, bytes: 0 } as Loaded;
    loaded.push(entry);
    void request.sizes().then(
      ({ responseBodySize }) => (entry.bytes = responseBodySize),
      () => {},
    );
    void request.response().then(
      async (response) => (entry.encoding = (await response?.allHeaders())?.['content-encoding']),
      () => {},
    );
  });
  return { loaded, devTools };
}

async function onPhone(act: (page: Page) => Promise<void>) {
  const context = await newContext(PHONE);
  try {
    await act(await context.newPage());
  } finally {
    await context.close();
  }
}

test.each(Object.entries(BUDGETS))('the first load of %s stays within its budget', async (path, budget) => {
  await onPhone(async (page) => {
    const { loaded } = await watch(page);
    await visit(page, path);
    await page.waitForLoadState('networkidle');
    const of = (type: string) => loaded.filter((each) => each.type === type);
    const bytes = (type: string) => of(type).reduce((sum, each) => sum + each.bytes, 0);
    const spent = {
      html: bytes('document'),
      scripts: bytes('script'),
      scriptFiles: of('script').length,
      styles: bytes('stylesheet'),
      fonts: bytes('font'),
      requests: loaded.length,
      nodes: await page.evaluate(() => document.querySelectorAll('*').length),
    };
    expect(spent.html).toBeGreaterThan(5_000); // the sizes were read
    expect(over(spent, budget)).toEqual({});
    expect(of('document')[0]?.encoding).toBe('br');
    expect(of('font')).toHaveLength(2);
  });
});

/** What exceeds the budget. */
const over = (spent: Record<string, number>, budget: Record<string, number>) =>
  Object.fromEntries(Object.entries(spent).filter(([name, value]) => value > budget[name]!));

test('the scripts of every page of the shop are few and small', () => {
  const pages = pageScripts().filter(({ page }) => !page.startsWith('/admin'));
  expect(pages.length).toBeGreaterThan(15);
  expect(pages.filter(({ files }) => files > 20)).toEqual([]);
  // Hashes in the names move a page's sum by some 150 bytes from build to build.
  expect(pages.filter(({ brotli }) => brotli > 100_000)).toEqual([]);
});

/** The pictures of the page that are loaded: how wide each is shown, in pixels of the screen, and how wide its file is. */
const shownPictures = (page: Page) =>
  page.evaluate(() =>
    [...document.images]
      .filter((image) => image.complete && image.currentSrc && image.srcset)
      .map((image) => {
        const { width, height } = image.getBoundingClientRect();
        // A picture that covers its box may be wider than what is seen of it.
        const ratio = Number(image.getAttribute('width')) / Number(image.getAttribute('height'));
        const widths = [...image.srcset.matchAll(/ (\d+)w/g)].map(([, text]) => Number(text));
        return {
          file: image.currentSrc,
          shown: Math.round(Math.max(width, height * ratio) * window.devicePixelRatio),
          chosen: Number(/(\d+)\.(avif|webp)$/.exec(image.currentSrc)?.[1]),
          widths,
        };
      }),
  );

test.each([
  [360, 3],
  [412, 2.625],
  [768, 2],
  [1280, 2],
])(
  'pictures are fetched at the width that is shown, %i px wide with %f pixels each',
  async (width, deviceScaleFactor) => {
    for (const path of ['/', '/search', '/products/5']) {
      // A context each: a wider file that the cache holds already is shown instead.
      const context = await newContext({ viewport: { width, height: 800 }, deviceScaleFactor });
      const page = await context.newPage();
      await visit(page, path);
      await page.waitForLoadState('networkidle');
      const pictures = (await shownPictures(page)).filter(({ shown }) => shown > 0);
      await context.close();
      expect(pictures.length).toBeGreaterThan(1);
      // A thumbnail may show the wider file that the gallery has loaded before it.
      const isWideElsewhere = (file: string) =>
        pictures.some((other) => other.file === file && other.chosen <= 1.35 * other.shown);
      const tooWide = pictures.filter(
        ({ file, shown, chosen, widths }) =>
          chosen > 1.35 * shown &&
          widths.some((each) => each < chosen && each >= 0.95 * shown) &&
          !isWideElsewhere(file),
      );
      const tooNarrow = pictures.filter(
        ({ shown, chosen, widths }) => chosen < 0.8 * shown && chosen < Math.max(...widths),
      );
      expect({ path, tooWide, tooNarrow }).toEqual({ path, tooWide: [], tooNarrow: [] });
    }
  },
);

/** The second picture of the first card. */
const hoverPicture = (page: Page) => page.locator('article').first().locator('img').nth(1);

test('the second picture of a card loads when a mouse points at it, and not before', async () => {
  const page = await device(1280, 'allow');
  await visit(page, '/search');
  expect(await page.locator('article img').count()).toBe(await page.locator('article').count());
  await page.locator('article').first().hover();
  await hoverPicture(page).waitFor();
});

test('touching a product card loads no second picture', async () => {
  await onPhone(async (page) => {
    await visit(page, '/search');
    await page.locator('article').first().dispatchEvent('pointerenter', { pointerType: 'touch' });
    await page.locator('article h3 a').first().focus();
    expect(await hoverPicture(page).count()).toBe(0);
  });
});

/** The fonts that a text is drawn with, and how many glyphs each gave. */
async function fontsOf(page: Page, text: string, weight: number) {
  const devTools = await page.context().newCDPSession(page);
  await page.evaluate(
    ([text, weight]) => {
      document.getElementById('sample')?.remove();
      const sample = Object.assign(document.createElement('p'), { id: 'sample', textContent: text });
      sample.style.fontWeight = String(weight);
      document.body.append(sample);
      return document.fonts.ready.then(() => undefined);
    },
    [text, weight] as const,
  );
  await devTools.send('DOM.enable');
  await devTools.send('CSS.enable');
  const { root } = await devTools.send('DOM.getDocument');
  const { nodeId } = await devTools.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#sample' });
  const { fonts } = await devTools.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.map(({ familyName, isCustomFont }) => ({ familyName, isCustomFont }));
}

const isOwn = ({ familyName, isCustomFont }: { familyName: string; isCustomFont: boolean }) =>
  isCustomFont && familyName.startsWith('Be Vietnam Pro');

test('every Vietnamese letter is drawn with the shop’s font, composed or not', async () => {
  const page = await device(1280, 'allow');
  await visit(page, '/terms');
  await page.waitForLoadState('networkidle');
  const vowels = 'aăâeêioôơuưy';
  const tones = ['', '\u0300', '\u0301', '\u0303', '\u0309', '\u0323'];
  const letters = [...vowels].flatMap((vowel) => tones.map((tone) => vowel + tone)).join('') + 'đbcdghklmnpqrstvx';
  const signs = '0123456789 ₫ . , ; : ! ? ( ) / + - – — … “ ” ‘ ’ · × % & @ # ® ™ © − ≤ ≥';
  for (const form of ['NFC', 'NFD']) {
    const text = `${letters} ${letters.toUpperCase()} ${signs}`.normalize(form);
    for (const weight of [400, 500, 700]) {
      const fonts = await fontsOf(page, text, weight);
      expect(fonts.length).toBeGreaterThan(0);
      expect({ form, weight, others: fonts.filter((font) => !isOwn(font)) }).toEqual({ form, weight, others: [] });
    }
  }
  expect((await fontsOf(page, 'нет', 400)).some(isOwn)).toBe(false);
});

test('a card’s picture becomes the gallery’s by a view transition', async () => {
  const page = await device(1280, 'allow');
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const names = () =>
        [...document.querySelectorAll<HTMLElement>('[style*="view-transition-name"]')].map(
          (each) => each.style.viewTransitionName,
        );
      const before = names();
      const transition = start(update);
      void transition.ready.then(() => Object.assign(window, { transition: { before, after: names() } }));
      return transition;
    };
  });
  await visit(page, '/search');
  const address = await page.locator('article h3 a').first().getAttribute('href');
  await page.locator('article h3 a').first().click();
  await page.waitForURL((url) => url.hash === `#${address}`);
  await page.waitForFunction(() => 'transition' in window);
  const name = `product-${address?.split('/').at(-1)}`;
  const { before, after } = await page.evaluate(
    () => (window as unknown as { transition: { before: string[]; after: string[] } }).transition,
  );
  expect({ before, after }).toEqual({ before: [name], after: [name] });
});

test('the footer leads to the licences of everything that the browser gets', async () => {
  const page = await device(1280, 'allow');
  await visit(page, '/');
  await page.getByRole('link', { name: 'Giấy phép phần mềm' }).click();
  await page.waitForURL('**/licenses.txt');
  const text = await page.locator('body').innerText();
  for (const name of ['react', 'react-router', '@remix-run/react', 'lucide-react', 'tailwindcss', 'Be Vietnam Pro'])
    expect(text).toContain(`\n${name} `);
  expect(text).toContain('Copyright');
});

test('public pages are kept whole for going back', async () => {
  // Playwright switches that cache off by default.
  const keeping = await launch({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  try {
    for (const path of ['/', '/search', '/products/5', '/terms']) {
      const page = await keeping.newPage();
      let isKept = false;
      await page.exposeFunction('tellKept', () => (isKept = true));
      await page.addInitScript(() =>
        window.addEventListener('pageshow', ({ persisted }) => {
          if (persisted) (window as unknown as { tellKept: () => void }).tellKept();
        }),
      );
      await visit(page, path);
      await page.waitForLoadState('networkidle');
      await page.goto(`${shop()}/robots.txt`);
      await page.evaluate(() => history.back());
      await until(`${path} is kept`, () => isKept);
      await page.close();
    }
  } finally {
    await keeping.close();
  }
});
