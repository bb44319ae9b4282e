// @ts-check
import { SCREENS } from './screens.mjs';

/*
 * How the screens of screens.mjs are visited in a running shop: by the program that takes their pictures, and by the tests
 * that hold them to the rules of accessibility.
 */

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./screens.mjs').Ids} Ids */
/** @typedef {import('./screens.mjs').Person} Person */
/** @typedef {import('./screens.mjs').Screen} Screen */
/** @typedef {{ access: string, results: [{ id: number }] }} Reply of a sign-in, or of a list */

const ACCOUNTS = {
  shopper: { username: 'khach', password: 'khach123' },
  admin: {
    username: process.env.SHOP_ADMIN_USERNAME ?? 'admin',
    password: process.env.SHOP_ADMIN_PASSWORD ?? 'admin123',
  },
};

/**
 * The screens whose name contains `part`, in the order in which a person visits them.
 *
 * @param {Person} person
 * @param {string} part
 * @returns {{ screen: Screen, isWanted: boolean }[]} with the screens before them: what a person did there (a full cart)
 * shows later
 */
export function screensToVisit(person, part) {
  const screens = SCREENS[person];
  const last = screens.findLastIndex(({ name }) => name.includes(part));
  return screens.slice(0, last + 1).map((screen) => ({ screen, isWanted: screen.name.includes(part) }));
}

/**
 * Loads a screen, and does what its `act` says.
 *
 * @param {Page} page of somebody who has signed in
 * @param {string} shop its origin
 * @param {Screen} screen
 * @param {Ids} ids
 */
export async function openScreen(page, shop, { route, path: address = route, act, fails }, ids) {
  if (fails) await page.route(fails, (request) => request.fulfill({ status: 503, body: '' }));
  try {
    await page.goto(`${shop}/${addressOf(address, ids)}`, { waitUntil: 'networkidle' });
    // Scripts that load the page's data may still run when the network is at rest.
    await page.locator('h1').first().waitFor();
    await act?.(page, ids);
  } finally {
    if (fails) await page.unroute(fails);
  }
}

/**
 * @param {string} address with `:id`
 * @param {Ids} ids
 */
function addressOf(address, ids) {
  return address.replace(':id', String(/orders|confirmation/.test(address) ? ids.order : ids.product));
}

/**
 * Signs in by the form.
 *
 * @param {Page} page
 * @param {string} shop its origin
 * @param {Person} person who has nothing to do if it is a visitor
 */
export async function signInAs(page, shop, person) {
  if (person === 'visitor') return;
  const { username, password } = ACCOUNTS[person];
  await page.goto(`${shop}/login`, { waitUntil: 'networkidle' });
  await page.getByLabel(/^Tên đăng nhập/).fill(username);
  await page.getByLabel(/^Mật khẩu/).fill(password);
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
  await page.waitForURL((url) => !url.hash.startsWith('#/login'));
}

/**
 * Asks a shop with the demo data for what the addresses of its screens need.
 *
 * @param {string} shop its origin
 * @returns {Promise<Ids>}
 */
export async function findIds(shop) {
  const { access } = await call(`${shop}/auth/jwt/create/`, ACCOUNTS.shopper);
  const orders = await call(`${shop}/api/orders/?page=1&page_size=1`, undefined, access);
  const products = await call(`${shop}/api/products/?page=1&page_size=1&in_stock=true`);
  return { order: orders.results[0].id, product: products.results[0].id };
}

/**
 * @param {string} url
 * @param {object} [body] sent as POST
 * @param {string} [access] token
 * @returns {Promise<Reply>}
 */
async function call(url, body, access) {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json', ...(access && { Authorization: `JWT ${access}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  /** @type {Reply} */
  const reply = await response.json();
  return reply;
}
