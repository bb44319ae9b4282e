import type { Described } from '../../../src/search/engines/engine.js';
import { PictureIndex } from '../../../src/search/image/picture-index.js';
import { StoredPictures } from '../../../src/search/hybrid/stored-pictures.js';
import { VectorScan } from '../../../src/search/vectors/vector-scan.js';
import { randomFrom } from '../../../src/demo/support/random.js';

const random = randomFrom('stored pictures');
const seenAt = (angle: number): Described => ({
  vector: Float32Array.from([Math.cos(angle), Math.sin(angle)]),
  parts: null,
});

/** A store that takes its time, and counts how often it is asked. */
function storeOf(pictures: Described[]) {
  const scan = new VectorScan(2);
  pictures.forEach(({ vector }, id) => scan.set(id, vector));
  const counts: number[] = [];
  return {
    counts,
    async search(vector: Float32Array, count: number) {
      counts.push(count);
      await new Promise(setImmediate);
      const nearest = scan.search(vector, count).map(({ id }) => ({ id, likeness: scan.likeness(vector, id) }));
      return nearest.sort((one, other) => other.likeness - one.likeness);
    },
  };
}

test('its results are those of an index in memory', async () => {
  const pictures = Array.from({ length: 150 }, () => seenAt(random.next() * 2 * Math.PI));
  const index = new PictureIndex(2);
  const stored = new StoredPictures(storeOf(pictures));
  pictures.forEach((picture, id) => {
    index.set(id, id % 40, picture);
    stored.set(id, id % 40);
  });
  index.deleteProduct(7);
  stored.deleteProduct(7);
  for (let round = 0; round < 10; round++) {
    const query = seenAt(random.next() * 2 * Math.PI);
    const [there, here] = [stored.prepare(query), index.prepare(query)];
    expect(await there.search(60)).toEqual(here.search(60));
    for (const product of [0, 39]) expect(await there.match(product)).toEqual(here.match(product));
    expect(await there.match(7)).toBeNull();
  }
});

test('a picture that two products show is found for both, and for one when the other is gone', async () => {
  const stored = new StoredPictures(storeOf([seenAt(0), seenAt(1)]));
  stored.set(0, 12);
  stored.set(0, 11);
  stored.set(0, 11);
  stored.set(1, 11);
  expect((await stored.prepare(seenAt(0)).search(9)).map(({ id, percent }) => [id, percent])).toEqual([
    [11, 100],
    [12, 100],
  ]);
  stored.deleteProduct(12);
  expect((await stored.prepare(seenAt(0)).search(9)).map(({ id }) => id)).toEqual([11]);
  stored.deleteProduct(11);
  expect(await stored.prepare(seenAt(0)).search(9)).toEqual([]);
});

test('percent is 1 where nothing is alike, and nothing is found by a picture of which nothing counts', async () => {
  const stored = new StoredPictures(storeOf([seenAt(0)]));
  stored.set(0, 1);
  expect(await stored.prepare(seenAt(Math.PI)).search(9)).toMatchObject([{ id: 1, percent: 1 }]);
  const empty = { vector: new Float32Array(2), parts: null };
  expect(await stored.prepare(empty).search(9)).toEqual([]);
  expect(await stored.prepare(empty).match(1)).toBeNull();
});

test('the store is asked for no more pictures than a search needs', async () => {
  const store = storeOf(Array.from({ length: 1_200 }, (_, id) => seenAt(id / 1_200)));
  const stored = new StoredPictures(store);
  for (let id = 0; id < 1_200; id++) stored.set(id, id);
  for (const count of [1, 24, 60, 500]) expect(await stored.prepare(seenAt(0)).search(count)).toHaveLength(count);
  expect(store.counts).toEqual([200, 200, 480, 1_000]);
  // Many products are matched with one picture, which is asked about once.
  const query = stored.prepare(seenAt(0));
  const matches = await Promise.all([3, 900, 1_199].map((id) => query.match(id)));
  expect(matches).toEqual([expect.objectContaining({ id: 3 }), expect.objectContaining({ id: 900 }), null]);
  expect(store.counts).toHaveLength(5);
});

test('products are found behind nearer pictures that no product shows', async () => {
  const store = storeOf(Array.from({ length: 700 }, (_, id) => seenAt(id / 700)));
  const stored = new StoredPictures(store);
  for (const id of [600, 650, 690]) stored.set(id, id);
  const query = stored.prepare(seenAt(0));
  expect((await query.search(2)).map(({ id }) => id)).toEqual([600, 650]);
  expect(await query.match(690)).toMatchObject({ id: 690 });
  expect(store.counts).toEqual([200, 1_000]);
});
