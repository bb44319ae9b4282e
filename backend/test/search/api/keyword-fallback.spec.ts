import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SearchClient } from '../../../src/search/api/search-client.js';
import { TEXTS } from '../../../src/contract/rules.js';
import { asOwner, openShop, shop } from '../../support/client.js';
import { byBoth, byText, names } from '../../support/search/search-shop.js';
import { givenProduct, plain } from '../../support/search/search-worker.js';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'may-stand-in-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
openShop({ DATA_DIR: dataDir, RATE_LIMIT: 'off' });

beforeEach(() => asOwner('TRUNCATE products, brands, categories CASCADE'));
beforeEach(
  () => void jest.spyOn(shop().app.get(SearchClient), 'search').mockRejectedValue(new Error('The worker is gone')),
);
afterEach(() => jest.restoreAllMocks());

const percentOf = ({ products }: { products: { compatibility_percent: number }[] }) =>
  products.map((product) => product.compatibility_percent);

test('a white skirt is no match for a red dress, and says why', async () => {
  await givenProduct('Chân váy xếp ly trắng', { category: 'Chân váy' });
  for (const text of ['váy đỏ', 'tìm váy đỏ dự tiệc']) {
    const found = await byText(text);
    expect(found).toMatchObject({ fallback: true, message: TEXTS.basicSearch });
    expect(names(found)).toEqual(['Chân váy xếp ly trắng']);
    expect(percentOf(found)[0]).toBeLessThan(10);
    expect(found.products[0]?.reasons).toContain('khác màu');
  }
});

test('what is of the kind and the colour comes before what only is of the kind', async () => {
  await givenProduct('Đầm suông trắng', { category: 'Đầm' });
  await givenProduct('Đầm suông đỏ', { category: 'Đầm' });
  const found = await byText('cho mình xem đầm màu đỏ');
  expect(names(found)).toEqual(['Đầm suông đỏ', 'Đầm suông trắng']);
  const [red = 0, white = 0] = percentOf(found);
  expect(red).toBeGreaterThanOrEqual(85);
  expect(white).toBeLessThan(10);
});

test('nothing fits well where a picture was shown that nobody looked at, or a word is known of no product', async () => {
  await givenProduct('Đầm suông đỏ', { category: 'Đầm' });
  expect(percentOf(await byBoth(await plain('#c02626'), { text: 'đầm đỏ' }))).toEqual([60]);
  expect(percentOf(await byText('đầm đỏ xyzqwe'))[0]).toBeLessThanOrEqual(60);
});

test('percents fall from one to the next, and stay within 1 and 100', async () => {
  for (const name of ['Áo thun trơn', 'Áo thun nam đen', 'Áo thun nữ đỏ cổ tròn', 'Áo khoác đỏ'])
    await givenProduct(name, { category: name.split(' ').slice(0, 2).join(' ') });
  for (const text of ['áo thun nam', 'áo thun đỏ cổ tròn', 'áo', 'áo thun dưới 300k', 'cổ tròn']) {
    const percents = percentOf(await byText(text));
    expect(percents.length).toBeGreaterThan(0);
    expect(percents).toEqual(percents.toSorted((a, b) => b - a));
    for (const percent of percents) expect(percent >= 1 && percent <= 100).toBe(true);
  }
});
