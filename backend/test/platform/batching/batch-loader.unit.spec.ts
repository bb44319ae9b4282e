import { BatchLoader } from '../../../src/platform/batching/batch-loader.js';

test('keys that are loaded concurrently share one find, and a later load finds again', async () => {
  const batches: number[][] = [];
  const doubles = new BatchLoader((keys: number[]) => {
    batches.push(keys);
    return Promise.resolve(new Map(keys.filter((key) => key > 0).map((key) => [key, 2 * key])));
  });
  expect(await Promise.all([1, 2, -3, 2].map((key) => doubles.load(key)))).toEqual([2, 4, undefined, 4]);
  expect(await doubles.load(1)).toBe(2);
  expect(batches).toEqual([[1, 2, -3], [1]]);
});

test('a failed find rejects every load of its batch, and the next load succeeds', async () => {
  const find = jest.fn(() => Promise.resolve(new Map([['a', 1]])));
  find.mockRejectedValueOnce(new Error('down'));
  const loader = new BatchLoader<string, number>(find);
  const results = await Promise.allSettled([loader.load('a'), loader.load('b')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await loader.load('a')).toBe(1);
});
