import { productsWith } from '../../../src/search/suggest/products.js';
import { readTyped } from '../../../src/search/suggest/typed-words.js';
import { WordList } from '../../../src/search/suggest/word-list.js';
import { facts, indexOf } from '../text/shop.js';

const NAMES = [
  'Áo polo nam thể thao',
  'Áo thun trơn',
  'Quần thể thao phối áo',
  'Áo thun cổ tròn tay lỡ cho nam',
  'Áo thun nam',
  'Nam áo khoác thun',
];

/** Earlier ones sell better. */
const products = NAMES.map((name, nth) => facts(name, { total_sold: 100 - nth }));

function suggested(typed: string): (string | undefined)[] {
  const list = new WordList();
  for (const product of products) list.learn(product);
  const ids = productsWith(readTyped(typed, list), indexOf(...products), list, 10);
  return ids.map((id) => NAMES[id - 1]);
}

test('names in which the typed words stand together come first, then those in their order, then others', () => {
  expect(suggested('áo th')).toEqual([
    'Áo thun trơn',
    'Áo thun cổ tròn tay lỡ cho nam',
    'Áo thun nam',
    'Áo polo nam thể thao',
    'Nam áo khoác thun',
    'Quần thể thao phối áo',
  ]);
});

test('the more of the typed words stand together, the earlier', () =>
  expect(suggested('ao thun na')).toEqual(['Áo thun nam', 'Áo thun cổ tròn tay lỡ cho nam', 'Nam áo khoác thun']));

test('the order of a name stays known when products are replaced and cleared away', () => {
  const list = new WordList();
  const index = indexOf(...products);
  for (let round = 0; round < 200; round++) {
    products.forEach((product, nth) => index.set(nth + 1, product));
  }
  for (const product of products) list.learn(product);
  expect(index.columns.length).toBeLessThan(700);
  expect(NAMES[(productsWith(readTyped('áo th', list), index, list, 1)[0] ?? 0) - 1]).toBe('Áo thun trơn');
});
