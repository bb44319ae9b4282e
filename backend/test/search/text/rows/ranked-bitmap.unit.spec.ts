import fc from 'fast-check';
import { RankedBitmap } from '../../../../src/search/text/rows/ranked-bitmap.js';
import { PostingList } from '../../../../src/search/text/rows/postings.js';

/** The same rows each time; QUERY_SEED tries others. A failure prints the seed. */
fc.configureGlobal({ seed: Number(process.env.QUERY_SEED ?? 7) });

/** Rows with gaps of one to five, so they fill from a fifth of the words' bits to all of them. */
const rowsWith = (gaps: readonly number[], count: number) => {
  let row = gaps[0] ?? 0;
  return Array.from({ length: count }, (_, nth) => (row += 1 + (gaps[nth % gaps.length] ?? 0)));
};
const gaps = fc.array(fc.nat(4), { minLength: 1, maxLength: 12 });

test('each row of a dense set is found at its place, also those that were added later', () => {
  fc.assert(
    fc.property(gaps, fc.nat(200), (gap, added) => {
      const rows = rowsWith(gap, 1_000 + added);
      const dense = RankedBitmap.of(Uint32Array.from(rows.slice(0, 1_000)))!;
      rows.slice(1_000).forEach((row, nth) => dense.push(row, 1_000 + nth));
      const places = new Map(rows.map((row, place) => [row, place]));
      for (let row = 0; row <= rows.at(-1)! + 40; row++) {
        expect(dense.rankOf(row)).toBe(places.get(row) ?? -1);
        expect(dense.has(row)).toBe(places.has(row));
      }
    }),
    { numRuns: 10 },
  );
});

test('a set of few rows is not dense', () => {
  const few = (length: number, step: number) => Uint32Array.from({ length }, (_, nth) => nth * step);
  expect(RankedBitmap.of(few(0, 1))).toBeNull();
  expect(RankedBitmap.of(few(999, 1))).toBeNull();
  expect(RankedBitmap.of(few(2_000, 100))).toBeNull();
  expect(RankedBitmap.of(few(2_000, 50))).not.toBeNull();
});

test('a posting that gets other rows finds them', () => {
  const posting = new PostingList();
  for (let row = 0; row < 3_000; row++) posting.push(row, 1);
  expect(posting.bitmap?.rankOf(2_000)).toBe(2_000);
  posting.push(3_005, 7);
  expect(posting.bitmap?.rankOf(3_005)).toBe(3_000);
  posting.renumber(Int32Array.from({ length: 3_006 }, (_, row) => (row < 10 ? -1 : row - 10)));
  expect(posting.bitmap?.rankOf(1_990)).toBe(1_990);
  expect(posting.bitmap?.rankOf(2_995)).toBe(2_990);
  expect(posting.bitmap?.has(2_990)).toBe(false);
});

test('a posting decides anew whether it is dense when it grows', () => {
  const posting = new PostingList();
  for (let row = 0; row < 500; row++) posting.push(row, 1);
  expect(posting.bitmap).toBeNull();
  for (let row = 500; row < 3_000; row++) posting.push(row, 1);
  expect(posting.bitmap?.rankOf(2_999)).toBe(2_999);
  for (let row = 3_000; row < 6_000; row++) posting.push(1_000 * row, 1);
  expect(posting.bitmap).toBeNull();
});
