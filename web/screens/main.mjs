// @ts-check
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { startShop } from '../../bench/support/shop.mjs';
import { NO_CHROMIUM, findChromium } from '../test/e2e/support/chromium.mjs';
import { contactSheet } from './contact-sheet.mjs';
import { SCREENS } from './screens.mjs';

/*
 * npm run screens [-- PART]: takes a picture of every screen whose name contains PART, 360 and 1280 pixels wide, into
 * .cache/screens, with index.html to look at them side by side. It starts a demo shop of its own, or uses the one at
 * SHOP_URL. It ends with 1 when a page is wider than the screen, writes an error to the console, or misses a file.
 */

/** @typedef {import('./screens.mjs').Person} Person */
/** @typedef {{ access: string, results: [{ id: number }] }} Reply of a sign-in, or of a list */
/** @typedef {{ name: string, width: number, file: string, troubles: string[] }} Picture */

const FOLDER = path.resolve('.cache/screens');
const WIDTHS = [360, 1280];
const ACCOUNTS = {
  shopper: { username: 'khach', password: 'khach123' },
  admin: {
    username: process.env.SHOP_ADMIN_USERNAME ?? 'admin',
    password: process.env.SHOP_ADMIN_PASSWORD ?? 'admin123',
  },
};
/** A crawler gets other pages: this is a shopper's browser. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const [, , part = ''] = process.argv;
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
  const ids = await findIds();
  for (const width of WIDTHS) {
    for (const person of /** @type {Person[]} */ (Object.keys(SCREENS))) await takeAll(person, width, ids);
  }
} finally {
  await browser.close();
  await own?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
writeFileSync(path.join(FOLDER, 'index.html'), contactSheet(pictures));
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
  const screens = SCREENS[person];
  const last = screens.findLastIndex(({ name }) => name.includes(part));
  if (last < 0) return;
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    locale: 'vi-VN',
    reducedMotion: 'reduce',
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
  if (person !== 'visitor') await signIn(page, ACCOUNTS[person]);
  for (const { name, route, path: address = route, act, status = 200 } of screens.slice(0, last + 1)) {
    troubles.length = 0;
    expected = status;
    // Screens before the wanted ones are visited too: what a person did there (a full cart) shows later.
    await page.goto(`${shop}/${addressOf(address, ids)}`, { waitUntil: 'networkidle' });
    await act?.(page, ids).catch((error) => troubles.push(String(error).split('\n', 1).join('')));
    if (!name.includes(part)) continue;
    const file = `${name}-${width}.png`;
    await scrollThrough(page);
    await page.screenshot({ path: path.join(FOLDER, file), fullPage: true });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (wide > 0) troubles.push(`${wide} px wider than the screen`);
    pictures.push({ name, width, file, troubles: [...troubles] });
  }
  await context.close();
}

/**
 * @param {string} address with `:id`
 * @param {import('./screens.mjs').Ids} ids
 */
function addressOf(address, ids) {
  return address.replace(':id', String(address.includes('orders') ? ids.order : ids.product));
}

/**
 * @param {import('playwright-core').Page} page
 * @param {{ username: string, password: string }} account
 */
async function signIn(page, { username, password }) {
  await page.goto(`${shop}/login`, { waitUntil: 'networkidle' });
  await page.getByLabel(/^Tên đăng nhập/).fill(username);
  await page.getByLabel(/^Mật khẩu/).fill(password);
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
  await page.waitForURL((url) => !url.hash.startsWith('#/login'));
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

/** @returns {Promise<import('./screens.mjs').Ids>} */
async function findIds() {
  const { access } = await call('/auth/jwt/create/', ACCOUNTS.shopper);
  const orders = await call('/api/orders/?page=1&page_size=1', undefined, access);
  const products = await call('/api/products/?page=1&page_size=1&in_stock=true');
  return { order: orders.results[0].id, product: products.results[0].id };
}

/**
 * @param {string} address
 * @param {object} [body] sent as POST
 * @param {string} [access] token
 * @returns {Promise<Reply>}
 */
async function call(address, body, access) {
  const response = await fetch(shop + address, {
    method: body ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json', ...(access && { Authorization: `JWT ${access}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
  /** @type {Reply} */
  const reply = await response.json();
  return reply;
}
