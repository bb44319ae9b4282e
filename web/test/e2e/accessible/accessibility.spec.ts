import type { Page } from 'playwright-core';
import type { Ids, Person, Screen } from '../../../screens/screens.mjs';
import { findIds, openScreen, screensToVisit, signInAs } from '../../../screens/visits.mjs';
import { axeViolations, longMotion, settle, sidewaysScroll } from '../support/accessibility';
import { newContext, shop } from '../support/browser';

// Every screen of `npm run screens`, each loaded once, and looked at in windows of several widths and in both schemes.
jest.setTimeout(1_800_000);

/** `SCREEN=cart`: only the screens with this in their name. */
const PART = process.env.SCREEN ?? '';

test.concurrent.each<Person>(['visitor', 'shopper', 'admin'])(
  'every screen of a %s holds WCAG 2.2 AA on phones and desks, in light and dark',
  async (person) => {
    const context = await newContext({ reducedMotion: 'reduce', serviceWorkers: 'block' });
    const page = await context.newPage();
    const ids = await findIds(shop());
    const broken: Record<string, string[]> = {};
    await signInAs(page, shop(), person);
    for (const { screen, isWanted } of screensToVisit(person, PART)) {
      const lines = await inspect(page, screen, ids, isWanted);
      if (lines.length > 0) broken[screen.name] = lines;
    }
    await context.close();
    expect(broken).toEqual({});
  },
);

/** Loads a screen and acts there, in the narrowest window in which it exists. @returns what is wrong in any window and scheme */
async function inspect(page: Page, screen: Screen, ids: Ids, isWanted: boolean): Promise<string[]> {
  const { widths = [360, 1280] } = screen;
  await show(page, widths[0]!, 'light');
  try {
    await openScreen(page, shop(), screen, ids);
  } catch (error) {
    return [String(error).slice(0, 600)];
  }
  if (!isWanted) return [];
  const lines: string[] = await longMotion(page);
  for (const width of widths) {
    const at = (scheme: string, violations: string[]) =>
      lines.push(...violations.map((line) => `${width} ${scheme}: ${line}`));
    await show(page, width, 'light');
    at('light', [...(await lasting(() => axeViolations(page))), ...(await sidewaysScroll(page))]);
    // Only the colours are others.
    await show(page, width, 'dark');
    at('dark', await lasting(() => axeViolations(page, ['color-contrast'])));
  }
  if (widths.includes(360)) {
    await show(page, 320, 'light');
    lines.push(...(await sidewaysScroll(page)).map((line) => `320: ${line}`));
  }
  return lines;
}

/** How long a broken rule must last: the frame of the card's fields follows the page's colours by a message. */
const TIMEOUT_MS = 10_000;

/** Looks again until nothing is wrong, or patience ends. @returns what is wrong then */
async function lasting(look: () => Promise<string[]>): Promise<string[]> {
  const end = Date.now() + TIMEOUT_MS;
  let lines = await look();
  while (lines.length > 0 && Date.now() < end) lines = await look();
  return lines;
}

async function show(page: Page, width: number, colorScheme: 'light' | 'dark') {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme });
  await settle(page);
}
