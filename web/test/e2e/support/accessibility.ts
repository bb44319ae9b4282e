import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 AA, and what the makers of axe advise. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** How many elements of a broken rule are named. */
const MAX_NAMED = 4;

/**
 * Holds the page, as it is shown now, to the rules of axe.
 *
 * @param rules to check, instead of all
 * @returns a line for each rule that is broken, with the elements that break it; empty if all is well
 */
export async function axeViolations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const runOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: TAGS };
  return page.evaluate(
    async ([runOnly, limit]) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      const options = {
        runOnly,
        rules: { 'target-size': { enabled: true } },
        resultTypes: ['violations'],
        preload: false,
      };
      const { violations } = await axe.run(document, options as Axe.RunOptions);
      return violations.map(({ id, help, nodes }) => {
        const named = nodes.slice(0, limit).map(({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`);
        return `${id} (${help}), ${nodes.length} times: ${named.join(' | ')}`;
      });
    },
    [runOnly, MAX_NAMED] as const,
  );
}

/** @returns by how many pixels the page is wider than the window, as a line; empty if it is not */
export async function sidewaysScroll(page: Page): Promise<string[]> {
  const pixels = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return pixels > 0 ? [`scrolls sideways by ${pixels} px`] : [];
}

/** @returns a line for each element, up to a few, that moves for more than 0.01 s although the visitor asked for none */
export function longMotion(page: Page): Promise<string[]> {
  return page.evaluate((limit) => {
    const isLong = (durations: string) => durations.split(',').some((each) => parseFloat(each) > 0.01);
    return [...document.querySelectorAll('*')]
      .filter((element) =>
        ['', '::before', '::after', '::backdrop'].some((part) => {
          const { transitionDuration, animationDuration } = getComputedStyle(element, part);
          return isLong(transitionDuration) || isLong(animationDuration);
        }),
      )
      .slice(0, limit)
      .map(
        (element) =>
          `moves for longer than 0.01 s: ${element.cloneNode(false) instanceof Element ? element.outerHTML.slice(0, 120) : ''}`,
      );
  }, MAX_NAMED);
}

/** Waits until the page has been laid out and drawn for a new width or colour scheme. */
export const settle = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
