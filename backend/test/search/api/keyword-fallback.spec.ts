import { Logger } from '@nestjs/common';
import { SearchClient } from '../../../src/search/api/search-client.js';
import { TEXTS } from '../../../src/contract/rules.js';
import { asOwner, openShop, shop } from '../../support/client.js';
import { byBoth, byText, names } from '../../support/search/search-shop.js';
import { givenProduct, plain } from '../../support/search/search-worker.js';

openShop({ RATE_LIMIT: 'off' });

beforeEach(() => asOwner('TRUNCATE products, brands, categories CASCADE'));
beforeEach(
  () => void jest.spyOn(shop().app.get(SearchClient), 'search').mockRejectedValue(new Error('The worker is gone')),
);

const percentOf = ({ products }: { products: { compatibility_percent: number }[] }) =>
  products.map((product) => product.compatibility_percent);

test('a white skirt matches a search for a red dress below 10 percent, with its colour as the reason', async () => {
  await givenProduct('Chân váy xếp ly trắng', { category: 'Chân váy' });
  for (const text of ['váy đỏ', 'tìm váy đỏ dự tiệc']) {
    const results = await byText(text);
    expect(results).toMatchObject({ fallback: true, message: TEXTS.basicSearch });
    expect(names(results)).toEqual(['Chân váy xếp ly trắng']);
    expect(percentOf(results)[0]).toBeLessThan(10);
    expect(results.products[0]?.reasons).toContain('khác màu');
  }
});

test('products of the right kind and colour come before those of the right kind only', async () => {
  await givenProduct('Đầm suông trắng', { category: 'Đầm' });
  await givenProduct('Đầm suông đỏ', { category: 'Đầm' });
  const results = await byText('cho mình xem đầm màu đỏ');
  expect(names(results)).toEqual(['Đầm suông đỏ', 'Đầm suông trắng']);
  const [red = 0, white = 0] = percentOf(results);
  expect(red).toBeGreaterThanOrEqual(85);
  expect(white).toBeLessThan(10);
});

test('a match is at most 60 percent when the picture was not analysed or a word occurs in no product', async () => {
  await givenProduct('Đầm suông đỏ', { category: 'Đầm' });
  expect(percentOf(await byBoth(await plain('#c02626'), { text: 'đầm đỏ' }))).toEqual([60]);
  expect(percentOf(await byText('đầm đỏ xyzqwe'))[0]).toBeLessThanOrEqual(60);
});

test('results are sorted by their percentage, which lies between 1 and 100', async () => {
  for (const name of ['Áo thun trơn', 'Áo thun nam đen', 'Áo thun nữ đỏ cổ tròn', 'Áo khoác đỏ'])
    await givenProduct(name, { category: name.split(' ').slice(0, 2).join(' ') });
  for (const text of ['áo thun nam', 'áo thun đỏ cổ tròn', 'áo', 'áo thun dưới 300k', 'cổ tròn']) {
    const percents = percentOf(await byText(text));
    expect(percents.length).toBeGreaterThan(0);
    expect(percents).toEqual(percents.toSorted((a, b) => b - a));
    for (const percent of percents) expect(percent >= 1 && percent <= 100).toBe(true);
  }
});

test('searches that fall back for one reason log one line in ten seconds', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const search = jest.mocked(shop().app.get(SearchClient).search);
  for (const reason of ['The queue is lost', 'The queue is lost', 'No answer', 'The queue is lost']) {
    search.mockRejectedValueOnce(new Error(reason));
    await byText('áo');
  }
  expect(warn.mock.calls).toEqual([['Answered by keywords: The queue is lost'], ['Answered by keywords: No answer']]);
});
