import type { DataSource } from 'typeorm';
import { openVectorStore } from '../../../src/search/vectors/open-vector-store.js';
import { ScanStore, type VectorStore } from '../../../src/search/vectors/vector-store.js';
import { createDataSource, createOwnerDataSource } from '../../../src/platform/database/data-source.js';
import { randomFrom } from '../../../src/demo/support/random.js';
import { testDatabase } from '../../support/setup/database.js';
import { hasPgVector, withPgVector as prefix } from '../../support/setup/pgvector.js';

const DIMENSIONS = 48;
const random = randomFrom('vector stores');

const withPgVector = (title: string, run: () => Promise<void>, timeout?: number) =>
  (hasPgVector ? test : test.skip)(`${prefix()} ${title}`, run, timeout);

let url: string;
let db: DataSource;

beforeAll(async () => {
  url = await testDatabase();
  db = await createDataSource(url).initialize();
});
afterAll(() => db.destroy());

const open = (name: string, vectors: 'scan' | 'pgvector', dimensions = DIMENSIONS): Promise<VectorStore> =>
  openVectorStore(db, { vectors, directDatabaseUrl: url }, { name, dimensions });

function unit(of: () => number, length = DIMENSIONS): Float32Array {
  const vector = Float32Array.from({ length }, of);
  return vector.map((value) => value / Math.hypot(...vector));
}
/** As a normal distribution: the sum of twelve. */
const normal = () => Array.from({ length: 12 }, () => random.next()).reduce((sum, value) => sum + value, -6);

async function keepsAndFinds(store: VectorStore) {
  const [one, near, far] = [unit(normal), new Float32Array(DIMENSIONS), unit(normal)];
  one.forEach((value, i) => (near[i] = value * 0.9 + far[i]! * 0.1));
  await store.set(7, one);
  await store.set(8, near);
  await store.set(9, far);
  expect(await store.size()).toBe(3);
  const matches = await store.search(one, 2);
  expect(matches.map(({ id }) => id)).toEqual([7, 8]);
  expect(matches[0]!.likeness).toBeCloseTo(1, 1);
  // In place of the one that is there.
  await store.set(7, far);
  expect((await store.search(one, 1))[0]!.id).toBe(8);
  expect((await store.search(far, 2)).map(({ id }) => id)).toEqual([7, 9]);
  await store.delete(8);
  await store.delete(8);
  expect(await store.size()).toBe(2);
  expect((await store.search(one, 24)).map(({ id }) => id).sort()).toEqual([7, 9]);
  expect(await store.search(one, 0)).toEqual([]);
  const short = new Float32Array(3);
  await expect(store.set(1, short)).rejects.toThrow(RangeError);
  await expect(store.search(short, 3)).rejects.toThrow(RangeError);
}

test('the scan finds the nearest vectors in memory', async () => {
  const store = await open('scan', 'scan');
  expect(store).toBeInstanceOf(ScanStore);
  expect(store).toMatchObject({ isPersistent: false, why: undefined });
  await keepsAndFinds(store);
});

if (!hasPgVector) {
  test('without pgvector the scan is used, and the log says why', async () => {
    const store = await open('none', 'pgvector');
    expect(store).toMatchObject({ isPersistent: false, why: expect.stringContaining('pgvector cannot be used') });
    await keepsAndFinds(store);
  });
}

withPgVector('it keeps vectors in the database, and finds the nearest', async () => {
  const store = await open('kept', 'pgvector');
  expect(store).toMatchObject({ isPersistent: true });
  expect(store.why).toBeUndefined();
  await keepsAndFinds(store);
  // Of another process that starts later.
  const later = await open('kept', 'pgvector');
  expect(await later.size()).toBe(2);
});

withPgVector('engines share nothing, whatever the lengths of their vectors and however they are called', async () => {
  const names = ["it's", 'it”s', 'openai:a+b@1', 'onnx:a@2'];
  // As several processes start at once.
  const stores = await Promise.all(names.map((name, i) => open(name, 'pgvector', 8 + i)));
  const vectors = names.map((_, i) => unit(normal, 8 + i));
  for (const [i, store] of stores.entries()) {
    expect(store.why).toBeUndefined();
    await store.set(1, vectors[i]!);
    await store.set(
      100 + i,
      vectors[i]!.map((value) => -value),
    );
  }
  for (const [i, store] of stores.entries()) {
    expect((await store.search(vectors[i]!, 10)).map(({ id }) => id)).toEqual([1, 100 + i]);
    expect(await store.size()).toBe(2);
  }
});

withPgVector('it finds nearly all that the scan finds among many that lie in clusters', async () => {
  const clusters = Array.from({ length: 40 }, () => unit(normal));
  const inCluster = () => {
    const middle = random.pick(clusters);
    let i = 0;
    return unit(() => middle[i++]! + normal() * 0.08);
  };
  const [scan, graph] = [new ScanStore(DIMENSIONS), await open('many', 'pgvector')];
  for (let id = 1; id <= 4_000; id += 20) {
    const some = Array.from({ length: 20 }, (_, i) => [id + i, inCluster()] as const);
    await Promise.all(some.flatMap(([each, vector]) => [scan.set(each, vector), graph.set(each, vector)]));
  }
  // As the server does by itself after a while: before that, it looks at all.
  const owner = await createOwnerDataSource(url).initialize();
  await owner.query('ANALYZE search_vectors');
  await owner.destroy();
  const plan: object[] = await db.query(
    `EXPLAIN SELECT id FROM search_vectors WHERE engine = 'many'
     ORDER BY (vector::halfvec(${DIMENSIONS})) <#> '[${inCluster().join(',')}]' LIMIT 24`,
  );
  expect(JSON.stringify(plan)).toContain('Index Scan using search_vectors_');
  let [same, all] = [0, 0];
  for (let round = 0; round < 40; round++) {
    const query = inCluster();
    const [exact, found] = await Promise.all([scan.search(query, 24), graph.search(query, 24)]);
    const ids = new Set(exact.map(({ id }) => id));
    same += found.filter(({ id }) => ids.has(id)).length;
    all += exact.length;
    expect(found).toHaveLength(24);
    expect(found.map(({ likeness }) => likeness)).toEqual(found.map(({ likeness }) => likeness).sort((a, b) => b - a));
  }
  // The scan's own bytes are no more exact than this.
  expect(same / all).toBeGreaterThan(0.95);
  expect(await graph.search(inCluster(), 5_000)).toHaveLength(1_000);
});
