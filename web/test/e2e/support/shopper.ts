import type { BrowserContext, Locator, Page } from 'playwright-core';
import { newContext, shop } from './browser';

/** What a page may never write to the console: mismatches of hydration, exceptions, refused scripts. */
const TROUBLE = /hydrat|did not match|uncaught|content security policy|minified react error/i;

let contexts: BrowserContext[];
let troubles: string[];

beforeEach(() => {
  contexts = [];
  troubles = [];
});
afterEach(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  expect(troubles).toEqual([]);
});

/**
 * A browser of one's own, until the test ends: nothing of the others is in its storage.
 * @param serviceWorkers `allow` for tests of the service worker and of first visits: it loads its files again in each new browser, a fifth of
 *   a visit's processor time
 */
export async function device(width = 1280, serviceWorkers: 'allow' | 'block' = 'block'): Promise<Page> {
  const context = await newContext({ viewport: { width, height: 800 }, serviceWorkers });
  contexts.push(context);
  context.on('weberror', (trouble) => troubles.push(String(trouble.error())));
  context.on('console', (message) => TROUBLE.test(message.text()) && troubles.push(message.text()));
  return context.newPage();
}

/** Waits until the address after the hash is this path; the query does not count. */
export const at = (page: Page, path: string) => page.waitForURL((url) => url.hash.slice(1).split(/[?#]/)[0] === path);
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const read = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
export const fill = (page: Page, label: RegExp, text: string) =>
  page.getByLabel(label).and(page.locator(':visible')).fill(text);

/** Loads a page, and waits until its scripts have taken it over. */
export async function visit(page: Page, path: string) {
  await page.goto(shop() + path);
  await at(page, path.replace(/\?.*/, ''));
}

/** Makes an account whose password is `mat-khau-1`, and goes on to `path`. @returns its user name */
export async function register(page: Page, path = '/profile'): Promise<string> {
  const username = `lan.${Date.now()}.${Math.round(Math.random() * 1e6)}`;
  await page.goto(`${shop()}/register?redirect=${encodeURIComponent(path)}`);
  await fill(page, /^Tên đăng nhập/, username);
  await fill(page, /^Email/, emailOf(username));
  await fill(page, /^Mật khẩu/, 'mat-khau-1');
  await press(page, 'Tạo tài khoản');
  await at(page, path);
  return username;
}

/** Chooses the first colour of a product, and the first of its sizes that is in stock. @param choose presses a button */
export async function chooseVariant(page: Page, choose = (button: Locator) => button.click()) {
  for (const group of ['Màu sắc', 'Kích cỡ'])
    await choose(page.getByRole('group', { name: group }).locator('button:not([aria-label*="hết hàng"])').first());
}

/** From a list of products to a cart with the first of them that is in stock. */
export async function fillCart(page: Page) {
  await visit(page, '/search');
  await page.locator('article').filter({ hasNotText: 'Hết hàng' }).first().getByRole('link').first().click();
  await page.locator('h1:focus').waitFor();
  await chooseVariant(page);
  await press(page, 'Thêm vào giỏ');
  await read(page, 'Đã thêm vào giỏ hàng!');
}

/** @returns the address that `register` gives */
export const emailOf = (username: string) => `${username}@example.com`;

/** Fills the open page of signing in, and sends it. */
export async function signIn(page: Page, username: string, password: string) {
  await fill(page, /^Tên đăng nhập/, username);
  await fill(page, /^Mật khẩu/, password);
  await press(page, 'Đăng nhập');
}
