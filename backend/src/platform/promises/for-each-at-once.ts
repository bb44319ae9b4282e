/**
 * Does work for each item, for at most `count` of them at once. After a failure no further item is taken.
 * @throws what `work` or the items throw first, while the work that has begun goes on
 */
export async function forEachAtOnce<T>(
  items: Iterable<T> | AsyncIterable<T>,
  count: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let hasFailed = false;
  const takeItems = async () => {
    for (let item = await iterator.next(); !item.done && !hasFailed; item = await iterator.next()) {
      try {
        await work(item.value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: count }, takeItems));
}
