import type { Page } from 'playwright-core';
import { findIds, openScreen, screensToVisit, signInAs } from '../../../screens/visits.mjs';
import { settle, sidewaysScroll } from '../support/accessibility';
import { shop } from '../support/browser';
import { device } from '../support/shopper';

jest.setTimeout(300_000);

/** The texts of which something is cut off. A name that is shortened to two lines on purpose counts as whole: it leads to its page. */
const cutTexts = (page: Page) =>
  page.evaluate(() => {
    const texts = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent?.trim();
      const parent = walker.currentNode.parentElement;
      if (!text || !parent || parent.closest('script, style, noscript, option, [aria-hidden="true"], .sr-only'))
        continue;
      range.selectNodeContents(walker.currentNode);
      const { left, right, top, bottom, width } = range.getBoundingClientRect();
      if (width === 0) continue;
      for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(box);
        if (webkitLineClamp !== 'none') break;
        const clip = box.getBoundingClientRect();
        const isCutAcross = /hidden|clip/.test(overflowX) && (left < clip.left - 2 || right > clip.right + 2);
        const isCutBelow = /hidden|clip/.test(overflowY) && (top < clip.top - 4 || bottom > clip.bottom + 4);
        if (isCutAcross || isCutBelow) texts.add(text.slice(0, 60));
        if (/auto|scroll/.test(overflowX + overflowY)) break;
      }
    }
    return [...texts];
  });

const SCREENS_OF = { visitor: ['home', 'product'], shopper: ['shipping', 'payment', 'placeorder', 'paybox'] } as const;

test.each([360, 1280])('text of twice its size stays whole in a window of %i px', async (width) => {
  const page = await device(width);
  const ids = await findIds(shop());
  const cut: Record<string, string[]> = {};
  for (const person of ['visitor', 'shopper'] as const) {
    const names: readonly string[] = SCREENS_OF[person];
    await signInAs(page, shop(), person);
    for (const { screen } of screensToVisit(person, '')) {
      // The product that is put into the cart by the way.
      const isByTheWay = screen.name === 'product-signed-in';
      if (!names.includes(screen.name) && !isByTheWay) continue;
      await openScreen(page, shop(), screen, ids);
      if (isByTheWay) continue;
      const before = new Set(await cutTexts(page));
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      await settle(page);
      const cutOff = (await cutTexts(page)).filter((text) => !before.has(text));
      // On a phone half of the letters fit in a line: there the page may be wider than the window.
      if (width > 360) cutOff.push(...(await sidewaysScroll(page)));
      if (cutOff.length > 0) cut[screen.name] = cutOff;
    }
  }
  expect(cut).toEqual({});
});
