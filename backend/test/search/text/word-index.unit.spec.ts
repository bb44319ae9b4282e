import { parseQuery } from '../../../src/search/text/query/parse-query.js';
import type { WordIndex } from '../../../src/search/text/word-index.js';
import { facts, indexOf, shop } from './shop.js';

const search = (index: WordIndex, text: string, count = 12) => index.search(parseQuery(text, index), count);
const ids = (index: WordIndex, text: string) => search(index, text).map(({ id }) => id);

test('the wanted kind, colour and buyer come first', () => {
  expect(ids(shop(), 'áo thun trắng nữ')[0]).toBe(2);
  expect(ids(shop(), 'ao thun den nam')[0]).toBe(1);
  expect(ids(shop(), 'sơ mi nam dài tay')[0]).toBe(5);
});

test('the national dress is not found by long sleeves first, nor long sleeves by it', () => {
  expect(ids(shop(), 'áo dài')).toEqual([4]);
  expect(ids(shop(), 'áo dài tay')[0]).toBe(5);
});

test('a search for a broader type finds the narrower ones, not the other way round', () => {
  const index = indexOf('Áo gió nam', 'Áo khoác nam', 'Áo thun nam');
  expect(ids(index, 'áo khoác')).toEqual(expect.arrayContaining([1, 2]));
  expect(ids(index, 'áo khoác')).not.toContain(3);
  expect(ids(index, 'áo gió')[0]).toBe(1);
});

test('when the shop has no product of the type, products that fit the other criteria are shown, marked as another type', () => {
  const matches = search(shop(), 'túi xách màu đen');
  expect(matches.map(({ id }) => id).sort()).toEqual([1, 7]);
  for (const match of matches) expect(match).toMatchObject({ percent: 1, disagrees: ['type'] });
  expect(search(shop(), 'túi xách')).toEqual([]);
});

test('a present is searched for by the person who gets it', () => {
  const index = indexOf('Áo dài nữ', 'Áo thun nữ', 'Áo thun nam');
  expect(ids(index, 'quà sinh nhật cho bạn gái').sort()).toEqual([1, 2]);
});

test('products over a limit rank below all others', () => {
  const index = indexOf(
    facts('Áo khoác A', { min_price: 900_000, total_sold: 99 }),
    facts('Áo khoác B', { min_price: 390_000 }),
    facts('Áo khoác C', { min_price: 410_000, total_sold: 50 }),
  );
  const matches = search(index, 'áo khoác dưới 400k');
  expect(matches[0]).toMatchObject({ id: 2, disagrees: [] });
  expect(matches.slice(1).every(({ disagrees }) => disagrees.includes('price'))).toBe(true);
});

test('products over a limit are left out when enough others match', () => {
  const cheap = Array.from({ length: 7 }, (_, at) => facts(`Áo khoác ${at}`, { min_price: 300_000 }));
  const index = indexOf(...cheap, facts('Áo khoác đắt', { min_price: 900_000 }));
  expect(ids(index, 'áo khoác dưới 400k')).toHaveLength(7);
});

test('equal matches are ordered by sales, then by age', () => {
  const index = indexOf(facts('Mũ A'), facts('Mũ B', { total_sold: 5 }), facts('Mũ C'));
  expect(ids(index, 'mũ')).toEqual([2, 1, 3]);
});

test.each([
  ['áo sơ mi tay dài', ['Áo sơ mi tay lỡ', 'Áo sơ mi', 'Áo sơ mi tay dài']],
  ['giày nữ không gót', ['Giày cao gót nữ', 'Giày nữ', 'Giày búp bê nữ đế bệt']],
])('products with the opposite of %s come last', (text, names) => {
  expect(ids(indexOf(...names), text)).toEqual([3, 2, 1]);
});

test('a product of no known kind is found by its words', () => {
  const index = indexOf('Zorbex Plumbus', 'Áo thun nam', 'Quần jean');
  expect(ids(index, 'zorbex plumbus')).toEqual([1]);
  expect(ids(index, 'plumbus')).toEqual([1]);
});

test.each(['hình', 'xyzqwe', 'cho mình xem', 'điện thoại iphone', 'xe máy', '', '   ', "'; DROP TABLE products; --"])(
  '“%s” finds nothing',
  (text) => {
    expect(ids(shop(), text)).toEqual([]);
  },
);

test('a product is found as it is now, and not when it is gone', () => {
  const index = shop();
  index.set(1, facts('Quần tây nam', { category: 'Quần tây' }));
  expect(ids(index, 'quần tây')).toEqual([1]);
  expect(ids(index, 'áo thun nam')).not.toContain(1);
  index.delete(1);
  expect(ids(index, 'quần tây')).toEqual([]);
  expect(index.size).toBe(9);
});

test('after thousands of changes the index finds the same and has grown no more than it must', () => {
  const index = indexOf('Áo thun nam', 'Đầm đỏ');
  const before = search(index, 'đầm đỏ');
  const bytes = index.bytes;
  for (let round = 0; round < 3_000; round++) index.set(3, facts(`Quần tây ${round % 7}`));
  expect(search(index, 'đầm đỏ')).toEqual(before);
  expect(ids(index, 'quần tây')).toEqual([3]);
  expect(index.bytes).toBeLessThan(bytes + 200_000);
});

test('matching one product gives the same result as the search', () => {
  const index = shop();
  for (const text of ['áo thun trắng nữ', 'đầm dự tiệc từ 300k đến 700k', 'giày cao gót 7 phân', 'màu đen']) {
    const query = parseQuery(text, index);
    const found = index.search(query, 20);
    expect(found).not.toEqual([]);
    for (const match of found) expect(index.match(query, match.id)).toEqual(match);
  }
  expect(index.match(parseQuery('áo', index), 404)).toBeNull();
  expect(index.match(parseQuery('cho mình xem', index), 1)).toBeNull();
  expect(index.match(parseQuery('quần jean đỏ', index), 1)).toMatchObject({
    score: 0,
    percent: 1,
    disagrees: ['type', 'color'],
  });
});

test('a description tells where nothing else does, and what it says it is not does not count', () => {
  const index = indexOf(
    facts('Áo thun A', { colors: ['Trắng'], description: 'Phối được với quần đen.' }),
    facts('Áo thun B', { description: 'Màu đen, vải cotton.' }),
    facts('Áo thun C', { description: 'Không có mũ.' }),
  );
  expect(search(index, 'áo thun đen')[0]).toMatchObject({ id: 2, disagrees: [] });
  expect(index.match(parseQuery('áo thun đen', index), 1)?.disagrees).toEqual(['color']);
  expect(search(index, 'áo thun cotton')[0]?.id).toBe(2);
  expect(index.match(parseQuery('áo thun có mũ', index), 3)?.reasons).not.toContain('đúng kiểu');
});

test('“cheap” puts the lowest price first, within the limit', () => {
  const index = indexOf(
    facts('Đầm A', { min_price: 290_000 }),
    facts('Đầm B', { min_price: 90_000 }),
    facts('Đầm C', { min_price: 190_000 }),
  );
  expect(ids(index, 'đầm giá rẻ')).toEqual([2, 3, 1]);
  expect(ids(index, 'đầm giá rẻ trên 100k')[0]).toBe(3);
});

test('reasons name what fits, the weightiest first', () => {
  const [first] = search(shop(), 'đầm lụa màu đỏ dự tiệc dưới 700k');
  expect(first?.reasons).toEqual(['đúng loại', 'đúng màu', 'đúng chất liệu', 'hợp dịp', 'đúng khoảng giá']);
  expect(search(shop(), 'áo thun nam')[0]?.reasons).toEqual(['đúng loại', 'cho nam']);
});
