import fc from 'fast-check';
import { Posting } from '../../../../src/search/text/rows/postings.js';
import { common, intersection, someInAll, union } from '../../../../src/search/text/rows/row-sets.js';
import { Scratch } from '../../../../src/search/text/rows/scratch.js';

const scratch = new Scratch();
const rowSets = fc.uniqueArray(fc.nat(200), { maxLength: 120 }).map((rows) => rows.sort((a, b) => a - b));

function postingOf(rows: readonly number[]): Posting {
  const posting = new Posting();
  for (const row of rows) posting.push(row, 1);
  return posting;
}

beforeEach(() => scratch.begin());

test('the union and the intersection of two row sets are those of plain sets', () => {
  fc.assert(
    fc.property(rowSets, rowSets, (a, b) => {
      const [rowsA, rowsB] = [new Uint32Array(a), new Uint32Array(b)];
      expect([...union(rowsA, rowsB, scratch)]).toEqual([...new Set([...a, ...b])].sort((x, y) => x - y));
      expect([...intersection(rowsA, rowsB, scratch)]).toEqual(a.filter((row) => b.includes(row)));
    }),
  );
});

test('the rows in all postings are found, and whether one of them satisfies a predicate', () => {
  fc.assert(
    fc.property(fc.array(rowSets, { minLength: 1, maxLength: 4 }), fc.nat(200), (sets, limit) => {
      const expected = sets[0]!.filter((row) => sets.every((set) => set.includes(row)));
      const postings = sets.map(postingOf);
      expect([...common(postings, 1, scratch).rows]).toEqual(expected);
      expect(someInAll(postings, (row) => row >= limit)).toBe(expected.some((row) => row >= limit));
    }),
  );
});

test('a word without a posting is in no row', () => {
  const posting = postingOf([1, 2, 3]);
  expect(common([posting, undefined], 1, scratch).rows).toHaveLength(0);
  expect(someInAll([posting, undefined], () => true)).toBe(false);
  expect(someInAll([], () => true)).toBe(false);
});
