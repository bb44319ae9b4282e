import type { DataSource } from 'typeorm';
import { openVectorStore } from '../../../src/search/vectors/open-vector-store.js';
import type { PgVectorStore } from '../../../src/search/vectors/pgvector-store.js';
import { VectorScan } from '../../../src/search/vectors/vector-scan.js';
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

const open = (name: string, dimensions = DIMENSIONS) =>
  openVectorStore(db, { directDatabaseUrl: url }, { name, dimensions });

function unit(of: () => number, length = DIMENSIONS): Float32Array {
  const vector = Float32Array.from({ length }, of);
  return vector.map((value) => value / Math.hypot(...vector));
}
/** As a normal distribution: the sum of twelve. */
const normal = () => Array.from({ length: 12 }, () => random.next()).reduce((sum, value) => sum + value, -6);

async function keepsAndFinds(store: PgVectorStore) {
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
  expect((await store.search(one, 24)).map(({ id }) => id).sort()).toEqual([7, 8, 9]);
  expect(await store.search(one, 0)).toEqual([]);
  const short = new Float32Array(3);
  await expect(store.set(1, short)).rejects.toThrow(RangeError);
  await expect(store.search(short, 3)).rejects.toThrow(RangeError);
}

if (!hasPgVector) {
  test('without pgvector no store opens', async () => {
    await expect(open('none')).rejects.toThrow(/vector/);
  });
}

withPgVector('it keeps vectors in the database, and finds the nearest', async () => {
  const store = await open('kept');
  await keepsAndFinds(store);
  // Of another process that starts later.
  const later = await open('kept');
  expect(await later.size()).toBe(3);
});

withPgVector('engines share nothing, whatever the lengths of their vectors and however they are called', async () => {
  const names = ["it's", 'it”s', 'openai:a+b@1', 'onnx:a@2'];
  // As several processes start at once.
  const stores = await Promise.all(names.map((name, i) => open(name, 8 + i)));
  const vectors = names.map((_, i) => unit(normal, 8 + i));
  for (const [i, store] of stores.entries()) {
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
  const [scan, graph] = [new VectorScan(DIMENSIONS), await open('many')];
  for (let id = 1; id <= 4_000; id += 20) {
    const some = Array.from({ length: 20 }, (_, i) => [id + i, inCluster()] as const);
    for (const [each, vector] of some) scan.set(each, vector);
    await Promise.all(some.map(([each, vector]) => graph.set(each, vector)));
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
    const [exact, found] = [scan.search(query, 24), await graph.search(query, 24)];
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
