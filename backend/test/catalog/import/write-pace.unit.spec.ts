import { WritePace } from '../../../src/catalog/import/write/write-pace.js';

/** Runs transactions that hold their locks for the given milliseconds per product. @returns the number of products of each */
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
    pace.committed(count);
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

test('transactions without a change grow, and the first slow one after them shrinks the next at once', () => {
  const pace = new WritePace();
  expect(counts(60, null, pace).slice(0, 5)).toEqual([10, 20, 40, 80, 100]);
  expect(counts(3, 50, pace)).toEqual([100, 10, 10]);
});

test('a smaller last transaction is timed by the number of its own products', () => {
  const pace = new WritePace();
  jest.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(400);
  pace.locked();
  pace.committed(2);
  expect(pace.count).toBe(2);
});
