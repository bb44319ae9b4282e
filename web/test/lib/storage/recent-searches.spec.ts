import { forgetSearch, recentSearches, rememberSearch } from '~/lib/storage/recent-searches';

beforeEach(() => recentSearches.set([]));

test('a keyword is kept once, as it was typed last, and first', () => {
  rememberSearch('áo thun');
  rememberSearch('váy');
  rememberSearch('  Áo   Thun ');
  expect(recentSearches.get()).toEqual(['Áo Thun', 'váy']);
});

test('the list of recent searches keeps the last eight', () => {
  for (let nth = 1; nth <= 10; nth++) rememberSearch(`áo ${nth}`);
  expect(recentSearches.get()).toHaveLength(8);
  expect(recentSearches.get()[0]).toBe('áo 10');
});

test('an empty or too long search is not kept', () => {
  rememberSearch('   ');
  rememberSearch('a'.repeat(201));
  expect(recentSearches.get()).toEqual([]);
});

test('a recent search can be removed from the list', () => {
  rememberSearch('áo');
  rememberSearch('váy');
  forgetSearch('áo');
  expect(recentSearches.get()).toEqual(['váy']);
});

test.each([
  ['{', []],
  ['"áo"', []],
  ['[1,null,"áo",""]', ['áo']],
  [`["${'a'.repeat(300)}"]`, []],
])('invalid stored searches are ignored: %s', (left, valid) => {
  localStorage.setItem('recentSearches', left);
  expect(recentSearches.get()).toEqual(valid);
});

test('a browser that refuses to store keeps them in this tab only', () => {
  const refuses = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  rememberSearch('áo');
  refuses.mockRestore();
  expect(recentSearches.get()).toEqual(['áo']);
  expect(localStorage.getItem('recentSearches')).not.toContain('áo');
});
