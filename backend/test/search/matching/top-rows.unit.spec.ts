import { topRows } from '../../../src/search/matching/top-rows.js';

const random = (() => {
  let state = 7;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
})();

test('a part of the rows is the same part of all rows in order', () => {
  for (let round = 0; round < 200; round++) {
    const values = Array.from({ length: Math.floor(random() * 60) }, () => Math.floor(random() * 9));
    const compare = (a: number, b: number) => (values[a] ?? 0) - (values[b] ?? 0) || a - b;
    const rows = Uint32Array.from(values.keys());
    const [from, count] = [Math.floor(random() * 20), Math.floor(random() * 20)];
    const sorted = [...rows].sort(compare).slice(from, from + count);
    expect([...topRows(rows, compare, from, count)]).toEqual(sorted);
  }
});
