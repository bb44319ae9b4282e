import { BatchLoader } from '../../src/common/batch-loader.js';

test('what is asked for at the same time is found at once, and anew the next time', async () => {
  const asked: number[][] = [];
  const doubles = new BatchLoader((keys: number[]) => {
    asked.push(keys);
    return Promise.resolve(new Map(keys.filter((key) => key > 0).map((key) => [key, 2 * key])));
  });
  expect(await Promise.all([1, 2, -3, 2].map((key) => doubles.load(key)))).toEqual([2, 4, undefined, 4]);
  expect(await doubles.load(1)).toBe(2);
  expect(asked).toEqual([[1, 2, -3], [1]]);
});

test('who asked is told when nothing could be found out, and who asks next is not', async () => {
  const find = jest.fn(() => Promise.resolve(new Map([['a', 1]])));
  find.mockRejectedValueOnce(new Error('down'));
  const loader = new BatchLoader<string, number>(find);
  const told = await Promise.allSettled([loader.load('a'), loader.load('b')]);
  expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await loader.load('a')).toBe(1);
});
