import { forEachAtOnce } from '../../../src/platform/promises/for-each-at-once.js';

/** Work that ends when the test says so. */
function openWork() {
  const begun: number[] = [];
  const ends = new Map<number, (error?: Error) => void>();
  const work = (item: number) =>
    new Promise<void>((resolve, reject) => {
      begun.push(item);
      ends.set(item, (error) => (error ? reject(error) : resolve()));
    });
  const end = async (item: number, error?: Error) => {
    ends.get(item)?.(error);
    await new Promise(setImmediate);
  };
  return { begun, work, end };
}

test('as many items are worked on at once as allowed, the next when one is done', async () => {
  const { begun, work, end } = openWork();
  const all = forEachAtOnce([1, 2, 3, 4], 2, work);
  await end(0);
  expect(begun).toEqual([1, 2]);
  await end(2);
  expect(begun).toEqual([1, 2, 3]);
  for (const item of [1, 3, 4]) await end(item);
  await expect(all).resolves.toBeUndefined();
  expect(begun).toEqual([1, 2, 3, 4]);
});

test('after a failure no further item is begun', async () => {
  const { begun, work, end } = openWork();
  const all = forEachAtOnce([1, 2, 3, 4], 2, work);
  const failure = expect(all).rejects.toThrow('no store');
  await end(0);
  await end(1, new Error('no store'));
  await end(2);
  await failure;
  expect(begun).toEqual([1, 2]);
});

test('items may come one after another, and may fail', async () => {
  async function* items() {
    yield await Promise.resolve(1);
    throw new Error('no list');
  }
  const seen: number[] = [];
  const work = (item: number) => Promise.resolve(void seen.push(item));
  await expect(forEachAtOnce(items(), 2, work)).rejects.toThrow('no list');
  expect(seen).toEqual([1]);
});
