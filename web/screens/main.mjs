// @ts-check
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { startShop } from '../../bench/support/shop.mjs';
import { NO_CHROMIUM, findChromium } from '../test/e2e/support/chromium.mjs';
import { BEST, writeBest } from './best.mjs';
import { contactSheet } from './contact-sheet.mjs';
import { SCREENS } from './screens.mjs';
import { findIds, openScreen, screensToVisit, signInAs } from './visits.mjs';

/*
 * npm run screens [-- PART]: takes a picture of every screen whose name contains PART, 360 and 1280 pixels wide, into
 * .cache/screens, with index.html to look at them side by side. It starts a demo shop of its own, or uses the one at
 * SHOP_URL. It ends with 1 when a page is wider than the screen, writes an error to the console, or misses a file.
 *
 * npm run screens -- --best: writes the pictures of docs/screens instead, and nothing else.
 */

/** @typedef {import('./screens.mjs').Person} Person */
/** @typedef {{ name: string, width: number, file: string, troubles: string[] }} Picture */

const WIDTHS = [360, 1280];
/** A crawler gets other pages: this is a shopper's browser. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const [, , part = ''] = process.argv;
const isBest = part === '--best';
const FOLDER = path.resolve(isBest ? 'docs/screens' : '.cache/screens');
const executablePath = findChromium();
if (!executablePath) {
  console.error(NO_CHROMIUM);
  process.exit(1);
}
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'may-screens-'));
const own = process.env.SHOP_URL ? undefined : await startShop(dataDir);
const shop = own?.url ?? String(process.env.SHOP_URL).replace(/\/+$/, '');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', `--user-agent=${USER_AGENT}`] });
/** @type {Picture[]} */
const pictures = [];
try {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const ids = await findIds(shop);
  for (const width of WIDTHS) {
    for (const person of /** @type {Person[]} */ (Object.keys(SCREENS))) await takeAll(person, width, ids);
  }
} finally {
  await browser.close();
  await own?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
if (!isBest) writeFileSync(path.join(FOLDER, 'index.html'), contactSheet(pictures));
const troubled = pictures.filter(({ troubles }) => troubles.length > 0);
for (const { name, width, troubles } of troubled) console.log(`${name} at ${width}: ${troubles.join('; ')}`);
console.log(`${pictures.length} pictures in ${FOLDER}, ${troubled.length} with something wrong.`);
process.exitCode = troubled.length > 0 || pictures.length === 0 ? 1 : 0;

/**
 * Takes a person's screens at one width.
 *
 * @param {Person} person
 * @param {number} width
 * @param {import('./screens.mjs').Ids} ids
 */
async function takeAll(person, width, ids) {
  const visits = isBest ? bestOf(person, width) : screensToVisit(person, part);
  if (visits.length === 0) return;
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    locale: 'vi-VN',
    reducedMotion: 'reduce',
    serviceWorkers: 'block', // Calls that a screen lets fail must not be answered by one.
  });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  /** @type {string[]} */
  const troubles = [];
  let expected = 200;
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('response', (response) => {
    // Refused calls of the API are part of some screens; a missing page, file or picture is not.
    const isCall = /\/(api|auth)\//.test(response.url());
    if (response.status() >= 400 && response.status() !== expected && !isCall)
      troubles.push(`${response.status()} ${response.url()}`);
  });
  await signInAs(page, shop, person);
  for (const { screen, isWanted } of visits) {
    const { name, status = 200, widths = WIDTHS } = screen;
    if (!widths.includes(width)) continue;
    troubles.length = 0;
    expected = screen.fails ? 503 : status;
    await openScreen(page, shop, screen, ids).catch((error) => troubles.push(String(error).split('\n', 1).join('')));
    if (!isWanted) continue;
    const file = `${name}-${width}.png`;
    await scrollThrough(page);
    if (isBest) await writeBest(page, name, width);
    else await page.screenshot({ path: path.join(FOLDER, file), fullPage: true });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (wide > 0) troubles.push(`${wide} px wider than the screen`);
    pictures.push({ name, width, file, troubles: [...troubles] });
  }
  await context.close();
}

/**
 * @param {Person} person
 * @param {number} width
 */
function bestOf(person, width) {
  const names = BEST.filter((picture) => picture.width === width).map(({ name }) => name);
  return SCREENS[person].filter(({ name }) => names.includes(name)).map((screen) => ({ screen, isWanted: true }));
}

/** Pictures below the fold load when they come near: the whole page is scrolled through once. */
async function scrollThrough(/** @type {import('playwright-core').Page} */ page) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 600) {
      window.scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    window.scrollTo(0, 0);
  });
  await page.waitForLoadState('networkidle');
}
