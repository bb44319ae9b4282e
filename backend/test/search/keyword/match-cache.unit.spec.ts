import { MatchCache } from '../../../src/search/keyword/match-cache.js';

/** A match of so many rows, in memory that its owner overwrites. */
const match = (rows: number) => ({
  rows: Uint32Array.from({ length: rows }, (_, row) => row),
  relevance: new Uint32Array(rows + 3).fill(7),
});

test('a large match is found once for each keyword and version', () => {
  const cache = new MatchCache(10);
  const find = jest.fn(() => match(10));
  const read = (keyword: string, version: string) => cache.read(keyword, version, find);
  read('áo', '1');
  read('áo', '1');
  expect(find).toHaveBeenCalledTimes(1);
  read('áo nữ', '1');
  expect(find).toHaveBeenCalledTimes(2);
  read('áo', '2');
  expect(find).toHaveBeenCalledTimes(3);
  read('áo', '1');
  expect(find).toHaveBeenCalledTimes(4);
});

test('a small match is found each time', () => {
  const cache = new MatchCache(10);
  const find = jest.fn(() => match(9));
  cache.read('áo', '1', find);
  cache.read('áo', '1', find);
  expect(find).toHaveBeenCalledTimes(2);
});

test('a cached match stays as it was when its memory is used for another', () => {
  const cache = new MatchCache(10);
  const scratch = match(12);
  cache.read('áo', '1', () => scratch);
  scratch.rows.fill(0);
  scratch.relevance.fill(0);
  expect(cache.read('áo', '1', () => scratch)).toEqual({
    rows: match(12).rows,
    relevance: new Uint32Array(12).fill(7),
  });
});
