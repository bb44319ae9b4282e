import sharp from 'sharp';
import { Worker } from 'node:worker_threads';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Described } from '../../../src/search/engines/engine.js';
import { packDescription as describedAs, unpack } from '../../../src/search/image/pack.js';
import { PictureIndex } from '../../../src/search/image/picture-index.js';
import { randomFrom } from '../../../src/demo/support/random.js';
import { buildForNode, drawnGarment, openPictureEngine } from '../../support/pictures.js';

const engine = openPictureEngine();
const described = new Map<string, Described>();
const DRAWN = {
  'red tee': ['tee', '#b2262e'],
  'navy tee': ['tee', '#202f4a'],
  'red skirt': ['pleated', '#b2262e'],
  'navy skirt': ['pleated', '#202f4a'],
  jeans: ['jeans', '#34486d'],
  cap: ['cap', '#b2262e'],
} as const;
const NAMES = Object.keys(DRAWN);
const picture = (name: keyof typeof DRAWN) => described.get(name)!;
const named = (matches: { id: number }[]) => matches.map(({ id }) => NAMES[id - 1]);

/** Edges alone, of a described picture. */
function edgesIn({ parts }: Described) {
  const { edges, frameNorms } = unpack(parts!);
  return { edges, frameNorms };
}

/** Each drawn garment is a product, 1 to 6, with one picture. */
function indexOfAll(): PictureIndex {
  const index = new PictureIndex(engine().dimensions);
  NAMES.forEach((name, i) => index.set(100 + i, i + 1, described.get(name)!));
  return index;
}

beforeAll(async () => {
  for (const [name, [cut, base]] of Object.entries(DRAWN))
    described.set(name, await engine().embedImage(await drawnGarment(cut, { base })));
}, 120_000);

test('a product comes first by its own picture, those of its kind and colour after it', () => {
  const matches = indexOfAll().search(picture('red tee'), 6);
  expect(named(matches)[0]).toBe('red tee');
  expect(named(matches)[1]).toBe('navy tee');
  expect(matches[0]).toMatchObject({ percent: 100, reasons: expect.arrayContaining(['cùng một mẫu', 'cùng màu']) });
  const percents = matches.map(({ percent }) => percent);
  expect(percents).toEqual([...percents].sort((a, b) => b - a));
  expect(matches.map(({ score }) => score)).toEqual(matches.map(({ score }) => score).sort((a, b) => b - a));
  for (const percent of percents) expect(percent >= 1 && percent <= 100 && Number.isInteger(percent)).toBe(true);
});

test('the best of its pictures counts for a product', () => {
  const index = indexOfAll();
  index.set(200, 6, picture('red skirt'));
  expect(named(index.search(picture('red skirt'), 2)).sort()).toEqual(['cap', 'red skirt']);
  expect(index.prepare(picture('red skirt')).match(6)!.percent).toBe(100);
  expect(index.search(picture('red skirt'), 6)).toHaveLength(6);
});

test('ignored parts do not count: another colour, another kind', () => {
  const index = indexOfAll();
  const anyColor = index.search(picture('red tee'), 6, { ignore: ['color'] });
  expect(named(anyColor).slice(0, 2).sort()).toEqual(['navy tee', 'red tee']);
  for (const { reasons } of anyColor) expect(reasons).not.toContain('cùng màu');
  const anyKind = index.search(picture('red tee'), 6, { ignore: ['type'] });
  expect(named(anyKind).slice(0, 3).sort()).toEqual(['cap', 'red skirt', 'red tee']);
  for (const { reasons } of anyKind) expect(reasons).not.toContain('cùng loại');
  expect(index.search(picture('red tee'), 6, { ignore: ['type', 'color'] })).toEqual([]);
});

test('matching one product gives the same result as the search', () => {
  const index = indexOfAll();
  const found = index.search(picture('jeans'), 6);
  expect(found).not.toEqual([]);
  for (const match of found) {
    expect(index.prepare(picture('jeans')).match(match.id)!.score).toBeCloseTo(match.score, 5);
  }
  expect(index.prepare(picture('jeans')).match(99)).toBeNull();
});

test('a picture is replaced, moves to another product, and goes with its product', () => {
  const index = indexOfAll();
  index.set(100, 1, picture('jeans'));
  expect(named(index.search(picture('jeans'), 2)).sort()).toEqual(['jeans', 'red tee']);
  index.set(100, 7, picture('red tee'));
  expect(index.prepare(picture('red tee')).match(1)).toBeNull();
  expect(index.search(picture('red tee'), 1)).toMatchObject([{ id: 7 }]);
  index.deleteProduct(7);
  index.deleteProduct(7);
  expect(index.size).toBe(5);
  expect(index.search(picture('red tee'), 9).map(({ id }) => id)).not.toContain(7);
  index.set(300, 8, picture('cap'));
  expect(index.prepare(picture('cap')).match(8)!.percent).toBe(100);
});

test('the same garment in another light is found among many that are more alike', async () => {
  const index = indexOfAll();
  const dark = await sharp(await drawnGarment('tee', { base: '#b2262e' }))
    .linear(0.5, 0)
    .jpeg()
    .toBuffer();
  const query = await engine().embedImage(dark);
  // As its colour is seen in this light, but with edges of another.
  const decoy = { ...unpack(query.parts!), ...edgesIn(picture('red skirt')) };
  for (let id = 1_000; id < 1_900; id++) index.set(id, id, describedAs(decoy));
  expect(index.search(query, 3)[0]).toMatchObject({ id: 1 });
});

test('a product with more pictures than are looked at hides no other', () => {
  const index = indexOfAll();
  for (let id = 1_000; id < 1_900; id++) index.set(id, 2, picture('navy tee'));
  expect(index.search(picture('navy tee'), 6)).toHaveLength(6);
});

test('pictures of an engine without parts are compared by their vectors alone', () => {
  const random = randomFrom('clip');
  const vector = () => Float32Array.from({ length: 64 }, () => random.next() - 0.5);
  const unit = (one: Float32Array) => one.map((value) => value / Math.hypot(...one));
  const index = new PictureIndex(64);
  const pictures = Array.from({ length: 500 }, () => unit(vector()));
  pictures.forEach((one, id) => index.set(id, id, { vector: one, parts: null }));
  const [first, ...others] = index.search({ vector: pictures[7]!, parts: null }, 24, { ignore: ['color'] });
  expect(first).toMatchObject({ id: 7, percent: expect.any(Number), reasons: [] });
  expect(first!.percent).toBeGreaterThan(98);
  expect(others).toHaveLength(23);
  expect(index.prepare({ vector: pictures[7]!, parts: null }).match(7)!.score).toBeCloseTo(1, 1);
});

test('a picture of another engine is refused', () => {
  const index = indexOfAll();
  expect(() => index.set(1, 1, { vector: new Float32Array(3), parts: null })).toThrow(RangeError);
  expect(() => index.set(1, 1, { ...picture('cap'), parts: new Uint8Array(5) })).toThrow(RangeError);
  expect(index.size).toBe(6);
});

test('it works in a worker thread', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'may-index-'));
  const built = path.join(folder, 'picture-index.mjs');
  await buildForNode('backend/src/search/image/picture-index.ts', built);
  writeFileSync(
    path.join(folder, 'thread.mjs'),
    `import { parentPort, workerData } from 'node:worker_threads';
     import { PictureIndex } from ${JSON.stringify(pathToFileURL(built))};
     const index = new PictureIndex(workerData[0].vector.length);
     workerData.forEach((picture, i) => index.set(100 + i, i + 1, picture));
     parentPort.postMessage(index.search(workerData[3], 3));`,
  );
  const worker = new Worker(path.join(folder, 'thread.mjs'), { workerData: [...described.values()] });
  const matches = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  expect(matches).toEqual(indexOfAll().search(picture('navy skirt'), 3));
  await worker.terminate();
  rmSync(folder, { recursive: true });
});
