import { MatchCache } from '../../../src/search/keyword/match-cache.js';
import { Scratch } from '../../../src/search/text/rows/scratch.js';

/** A match of the given number of rows, some of them far apart, in memory that its owner overwrites. */
const match = (rows: number) => ({
  rows: Uint32Array.from({ length: rows }, (_, nth) => nth * nth + (nth > 5 ? 31 : 0)),
  relevance: Uint16Array.from({ length: rows + 3 }, (_, nth) => 3_000 + nth),
});
const scratch = new Scratch();
beforeEach(() => scratch.begin());

test('a large match is found once for each keyword and version', () => {
  const cache = new MatchCache(10);
  const find = jest.fn(() => match(10));
  const read = (keyword: string, version: string) => cache.read(keyword, version, scratch, find);
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
  cache.read('áo', '1', scratch, find);
  cache.read('áo', '1', scratch, find);
  expect(find).toHaveBeenCalledTimes(2);
});

test('a cached match stays as it was when its memory is used for another', () => {
  const cache = new MatchCache(10);
  const found = match(100);
  cache.read('áo', '1', scratch, () => found);
  found.rows.fill(0);
  found.relevance.fill(0);
  expect(cache.read('áo', '1', scratch, () => found)).toEqual({
    rows: match(100).rows,
    relevance: match(100).relevance.slice(0, 100),
  });
});
