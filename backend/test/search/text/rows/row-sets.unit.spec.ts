import fc from 'fast-check';
import { PostingList } from '../../../../src/search/text/rows/postings.js';
import {
  intersectPostings,
  intersectUnions,
  mergeUnion,
  intersectWithMisses,
  hasCommonRow,
  union,
} from '../../../../src/search/text/rows/row-sets.js';
import { Scratch } from '../../../../src/search/text/rows/scratch.js';

/** The same rows each time; QUERY_SEED tries others. A failure prints the seed. */
fc.configureGlobal({ seed: Number(process.env.QUERY_SEED ?? 7) });

const scratch = new Scratch();
const rowSets = fc.uniqueArray(fc.nat(200), { maxLength: 120 }).map((rows) => rows.sort((a, b) => a - b));
/** Every `step`th row, from the first on: more than a thousand, so the set knows the place of each row. */
const denseSets = fc
  .record({ first: fc.nat(20), step: fc.integer({ min: 1, max: 3 }) })
  .map(({ first, step }) => Array.from({ length: 1_100 }, (_, nth) => first + nth * step));
const anySets = fc.oneof({ weight: 3, arbitrary: rowSets }, denseSets);

/** From 1 to 7, another one for each posting. */
const byteOf = (row: number, nth: number) => 1 + ((row + nth) % 7);

function postingOf(rows: readonly number[], nth: number): PostingList {
  const posting = new PostingList();
  for (const row of rows) posting.push(row, byteOf(row, nth));
  return posting;
}

const sorted = (rows: readonly number[]) => [...new Set(rows)].sort((a, b) => a - b);

beforeEach(() => scratch.begin());

test('the union of two row sets is that of plain sets', () => {
  fc.assert(
    fc.property(rowSets, rowSets, (a, b) => {
      const [rowsA, rowsB] = [new Uint32Array(a), new Uint32Array(b)];
      expect([...union(rowsA, rowsB, scratch)]).toEqual(sorted([...a, ...b]));
    }),
  );
});

describe('unions of sets', () => {
  const unions = fc.array(anySets, { maxLength: 3 });
  const isIn = (sets: readonly number[][], row: number) => sets.some((set) => set.includes(row));
  const rowsIn = (sets: readonly number[][]) => sorted(sets.flat());
  const postingsOf = (sets: readonly number[][]) => sets.map(postingOf);

  test('merge into the rows of any of them', () => {
    fc.assert(
      fc.property(unions, (sets) => expect([...mergeUnion(postingsOf(sets), scratch)]).toEqual(rowsIn(sets))),
      { numRuns: 30 },
    );
  });

  test('have in common the rows that are in all of them', () => {
    fc.assert(
      fc.property(fc.array(unions, { minLength: 1, maxLength: 4 }), (all) => {
        const expected = rowsIn(all[0]!).filter((row) => all.every((sets) => isIn(sets, row)));
        expect([...intersectUnions(all.map(postingsOf), scratch)]).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  test('nearly have in common the rows that miss few of them', () => {
    const optionals = fc.array(unions, { minLength: 1, maxLength: 4 });
    const requireds = fc.array(unions, { maxLength: 2 });
    fc.assert(
      fc.property(requireds, optionals, fc.nat(3), (required, optional, misses) => {
        fc.pre(misses < optional.length);
        const expected = rowsIn([...required, ...optional].flat()).filter(
          (row) =>
            required.every((sets) => isIn(sets, row)) && optional.filter((sets) => !isIn(sets, row)).length <= misses,
        );
        const found = intersectWithMisses(required.map(postingsOf), optional.map(postingsOf), misses, scratch);
        expect([...found]).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  test('are intersected when a set belongs to two of them', () => {
    const [narrow, wide] = [postingOf([1, 5, 9], 0), postingOf([1, 2, 3, 5], 1)];
    expect([...intersectUnions([[narrow], [narrow, wide]], scratch)]).toEqual([1, 5, 9]);
    expect([...intersectUnions([[narrow], [wide]], scratch)]).toEqual([1, 5]);
  });
});

test('the rows in all postings are found with the bits that they share, and whether one of them satisfies a predicate', () => {
  fc.assert(
    fc.property(fc.array(anySets, { minLength: 1, maxLength: 4 }), fc.nat(200), (sets, limit) => {
      const inAllSets = sets[0]!.filter((row) => sets.every((set) => set.includes(row)));
      const bitsOf = (row: number) => sets.reduce((shared, _, nth) => shared & byteOf(row, nth), 7);
      const expected = inAllSets.filter((row) => bitsOf(row) > 0);
      const postings = sets.map(postingOf);
      const { rows, bits } = intersectPostings(postings, 7, scratch);
      expect([...rows]).toEqual(expected);
      expect([...bits.subarray(0, rows.length)]).toEqual(expected.map(bitsOf));
      expect(hasCommonRow(postings, (row) => row >= limit)).toBe(inAllSets.some((row) => row >= limit));
    }),
  );
});

test('a word without a posting is in no row', () => {
  const posting = postingOf([1, 2, 3], 0);
  expect(intersectPostings([posting, undefined], 1, scratch).rows).toHaveLength(0);
  expect(hasCommonRow([posting, undefined], () => true)).toBe(false);
  expect(hasCommonRow([], () => true)).toBe(false);
});
