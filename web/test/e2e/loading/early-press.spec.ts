import type { Page } from 'playwright-core';
import { device, press, read } from '../support/shopper';
import { shop } from '../support/browser';

/** Opens a page whose scripts wait. @returns a function that lets them come */
async function withoutScripts(page: Page, path: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(shop() + path, { waitUntil: 'commit' });
  return release;
}

/** A variant in stock of product 5. */
async function variantInStock() {
  const { variants } = (await (await fetch(`${shop()}/api/products/5/`)).json()) as {
    variants: { color: { id: number }; size: { id: number; name: string }; stock_quantity: number }[];
  };
  return variants.find(({ stock_quantity: stock }) => stock > 0)!;
}

test('a size that is pressed before the scripts arrive is chosen once they do', async () => {
  const page = await device(360);
  const { size } = await variantInStock();
  const release = await withoutScripts(page, '/products/5');
  const button = page.getByRole('group', { name: 'Kích cỡ' }).getByRole('button', { name: size.name, exact: true });
  await button.click();
  expect(await button.getAttribute('aria-busy')).toBe('true');
  release();
  await page.locator('button[aria-pressed=true]', { hasText: size.name }).waitFor();
  expect(await button.getAttribute('aria-busy')).toBeNull();
});

test('“Thêm vào giỏ” that is pressed before the scripts arrive puts the goods into the cart once they do', async () => {
  const page = await device(360);
  const { color, size } = await variantInStock();
  const release = await withoutScripts(page, `/products/5?color=${color.id}&size=${size.id}`);
  await press(page, 'Thêm vào giỏ');
  await page.locator('[data-early][aria-busy=true]', { hasText: 'Thêm vào giỏ' }).waitFor();
  release();
  await read(page, 'Đã thêm vào giỏ hàng!');
  const items = await page.evaluate(() => JSON.parse(localStorage.getItem('cartItems') ?? '[]') as { qty: number }[]);
  expect(items.map(({ qty }) => qty)).toEqual([1]);
});
