import { WritePace } from '../../../src/catalog/import/write/write-pace.js';

afterEach(() => jest.restoreAllMocks());

/** Runs transactions that hold their locks for so many milliseconds per product. @returns the number of products of each */
function counts(transactions: number, msPerProduct: number | null, pace = new WritePace()): number[] {
  return Array.from({ length: transactions }, () => {
    const { count } = pace;
    if (msPerProduct !== null) {
      jest
        .spyOn(performance, 'now')
        .mockReturnValueOnce(0)
        .mockReturnValueOnce(count * msPerProduct);
      pace.locked();
    }
    pace.committed();
    return count;
  });
}

test('products are locked for half a second, however slow the machine is', () => {
  expect(counts(4, 5)).toEqual([10, 20, 40, 80]);
  expect(counts(6, 5).at(-1)).toBe(100);
  expect(counts(4, 100)).toEqual([10, 5, 5, 5]);
  expect(counts(3, 5_000)).toEqual([10, 1, 1]);
});

test('a machine that gets faster is used, step by step', () => {
  const pace = new WritePace();
  expect(counts(2, 500, pace)).toEqual([10, 1]);
  expect(counts(4, 5, pace)).toEqual([1, 2, 4, 8]);
});

test('transactions without a change grow', () => {
  expect(counts(3, null)).toEqual([10, 20, 40]);
});
