import type { Locator, Page } from 'playwright-core';

/** More than any of the pages has. */
const MAX_STOPS = 400;

/** Longer than a page takes to show something, on a machine that builds the project at the same time. */
const TIMEOUT_MS = 90_000;

/** A stop of the Tab key, and what hinders that its focus is seen; empty when nothing does. */
export interface Stop {
  name: string;
  trouble: string;
}

/**
 * Walks through the page by the Tab key.
 *
 * @returns how many stops there are, and a line for each whose focus is not seen: without an outline, or wholly beneath something else
 */
export async function walk(page: Page) {
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    window.scrollTo(0, 0);
  });
  const visited = new Set<string>();
  const unseen: string[] = [];
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(focusedStop);
    if (!stop) return { stops, unseen };
    if (stop.trouble) unseen.push(`${stop.name}: ${stop.trouble}`);
    visited.add(stop.name);
  }
  throw new Error(`The Tab key never leaves the page: ${[...visited].slice(-5).join(', ')}`);
}

/** Moves the focus by the Tab key until it is on an element. @returns the stops on the way, the element's own at last */
export async function tabTo(page: Page, target: Locator): Promise<Stop[]> {
  await target.waitFor({ timeout: TIMEOUT_MS });
  const isThere = () => target.evaluate((element) => (element.getRootNode() as Document).activeElement === element);
  const stops: Stop[] = [];
  for (let presses = 0; presses < 150; presses++) {
    if (await isThere()) return stops;
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(focusedStop);
    if (stop) stops.push(stop);
  }
  throw new Error(`The Tab key does not lead there, but to ${stops.map(({ name }) => name).join(', ')}`);
}

/** The element that has the focus, in a frame of shadows too; undefined at the end of the page. Runs in the page. */
function focusedStop(): Stop | undefined {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (!element || element === document.body || element === document.documentElement) return;
  const name = `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}” ${element.getAttribute('name') ?? ''}`;
  const hasOutline = (it: Element | null) =>
    it !== null && getComputedStyle(it).outlineStyle !== 'none' && parseFloat(getComputedStyle(it).outlineWidth) >= 2;
  // What is drawn in the place of a hidden radio button or file input shows its focus.
  const drawn = [element, element.parentElement, element.nextElementSibling, element.closest('label')];
  const shown = drawn.find((it) => it && it.getBoundingClientRect().width > 4) ?? element;
  const box = shown.getBoundingClientRect();
  const root = shown.getRootNode() as Document | ShadowRoot;
  const points = [0.1, 0.5, 0.9].flatMap((x) =>
    [0.1, 0.5, 0.9].map((y) => [box.left + box.width * x, box.top + box.height * y]),
  );
  const isOnTop = points.some(([x = 0, y = 0]) => {
    const top = root.elementFromPoint(x, y);
    return top !== null && (shown.contains(top) || top.contains(shown));
  });
  const trouble = !drawn.some(hasOutline) ? 'has no outline' : isOnTop ? '' : 'is covered';
  return { name, trouble };
}
