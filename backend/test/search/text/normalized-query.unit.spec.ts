import { QueryMap, normalizeQuery, standsFor } from '../../../src/search/text/words/normalized-query.js';

test.each([
  ['  Áo   THUN\n', 'áo thun'],
  ['Áo thun'.normalize('NFD'), 'áo thun'],
  ['a\u0000b\u200dc\ud800d', 'a b c d'],
  [' \u0007 ', ''],
  ['x'.repeat(300), 'x'.repeat(80)],
  [`${'x'.repeat(79)} y`, 'x'.repeat(79)],
  ['😀'.repeat(300), '😀'.repeat(80)],
])('%j is counted as %j', (typed, query) => {
  expect(normalizeQuery(typed)).toBe(query);
});

test('a word without tones stands for one with them, other tones do not', () => {
  expect([standsFor('vay', 'váy'), standsFor('do', 'đỏ'), standsFor('váy', 'váy')]).toEqual([true, true, true]);
  expect([standsFor('vảy', 'váy'), standsFor('váy', 'vay')]).toEqual([false, false]);
});

test('a tone may be written on either vowel', () => {
  expect([standsFor('xòe', 'xoè'), standsFor('thuỷ', 'thủy'), standsFor('xóe', 'xoè')]).toEqual([true, true, false]);
  const map = new QueryMap([
    ['váy xoè', 1],
    ['vay xoe', 2],
  ]);
  expect(['váy xòe', 'vay xòe', 'vay xoe', 'váy xóe'].map((query) => map.get(query))).toEqual([1, 1, 2, undefined]);
});

test('a query is found with its tones first, then as it was typed without some of them', () => {
  const map = new QueryMap([
    ['váy đỏ', 1],
    ['vay do', 2],
    ['quần bò', 3],
  ]);
  const values = ['váy đỏ', 'vay do', 'váy do', 'quan bo', 'quần bơ', 'quần'].map((query) => map.get(query));
  expect(values).toEqual([1, 2, 1, 3, undefined, undefined]);
});
