import type { Locator, Page } from 'playwright-core';
import { accessOf, addProduct, call, removeProduct } from '../support/shop-api';
import { device, press, register, visit } from '../support/shopper';

/** A word that nothing else in the shop has, to find what a test has added. */
const unique = () => `vải${Date.now().toString(36)}`;

const hasFocus = (element: Locator) => element.evaluate((it) => it === document.activeElement);

const added: number[] = [];
afterEach(async () => {
  for (const id of added.splice(0)) await removeProduct(id);
});

async function createProduct(product: object): Promise<number> {
  const id = await addProduct(product);
  added.push(id);
  return id;
}

/** Waits until a list shows as many products as were added. */
async function listed(page: Page, word: string, count: number): Promise<Locator> {
  const cards = page.locator('article').filter({ hasText: word });
  for (let attempt = 1; ; attempt++) {
    await visit(page, `/search?keyword=${word}`);
    if ((await cards.count()) === count || attempt === 10) break;
  }
  expect(await cards.count()).toBe(count);
  return cards;
}

test.each([360, 1280])(
  'the cards of a row are equally high, with name, price and facts on one line (%i px)',
  async (width) => {
    const word = unique();
    const long = `Áo khoác dáng dài hai lớp chống nước có mũ tháo rời cho mùa đông miền núi phía Bắc ${word}`;
    const reviewed = await createProduct({ name: `Áo ${word}` });
    await createProduct({ name: long, oldPrice: 400_000 });
    await createProduct({ name: `Áo sơ mi tay ngắn ${word}`, countInStock: 0 });
    await createProduct({ name: `Nghiêng${'nghiêng'.repeat(8)} ${word}`, price: 123_456_000 });
    const author = await device();
    const username = await register(author, '/');
    await call(
      `/api/products/${reviewed}/reviews/`,
      { rating: 4, comment: 'Vải mềm' },
      await accessOf(username, 'mat-khau-1'),
    );

    const page = await device(width);
    const cards = await listed(page, word, 4);
    expect(await page.getByText('1 reviews').count()).toBe(1);
    const boxes = await cards.evaluateAll((articles) =>
      articles.map((article) => {
        const part = (selector: string) => article.querySelector(selector)!.getBoundingClientRect();
        const { top, height } = article.getBoundingClientRect();
        return { top, height, name: part('h3').top, price: part('h3 + *').top, facts: part('h3 + * + *').top };
      }),
    );
    const rows = new Map<number, typeof boxes>();
    for (const box of boxes) rows.set(Math.round(box.top), [...(rows.get(Math.round(box.top)) ?? []), box]);
    // Two columns on phones, three beside the filters.
    expect(rows.size).toBe(2);
    for (const row of rows.values()) {
      for (const part of ['height', 'name', 'price', 'facts'] as const) {
        const places = row.map((box) => box[part]);
        expect([part, Math.max(...places) - Math.min(...places)]).toEqual([part, expect.closeTo(0, 0)]);
      }
    }
  },
);

test('the quick view takes the focus, keeps it, and returns it to its button', async () => {
  const page = await device();
  await visit(page, '/search');
  const opener = page.getByRole('button', { name: /^Xem nhanh/ }).first();
  const dialog = page.getByRole('dialog');
  await opener.focus();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Thêm vào giỏ' }).waitFor();
  expect(await dialog.evaluate((it) => it.contains(document.activeElement))).toBe(true);

  const visited = new Set<string>();
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    const [isInside, label] = await page.evaluate(() => {
      const { activeElement } = document;
      // Between the last and the first the focus may be the browser's own.
      const inside = activeElement === document.body || activeElement?.closest('dialog') !== null;
      return [inside, activeElement?.textContent ?? ''] as const;
    });
    expect(isInside).toBe(true);
    visited.add(label);
  }
  expect([...visited]).toEqual(expect.arrayContaining(['Thêm vào giỏ', 'Xem đầy đủ']));

  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await hasFocus(opener)).toBe(true);

  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Thêm vào giỏ' }).waitFor();
  await press(page, 'Đóng');
  await dialog.waitFor({ state: 'detached' });
  expect(await hasFocus(opener)).toBe(true);
});
