import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { findProducts } from '../../../src/search/matching/keyword-match.js';
import { IndexSnapshot, codeVersion } from '../../../src/search/keyword/index-snapshot.js';
import { listPart } from '../../../src/search/keyword/product-list.js';
import { parseQuery } from '../../../src/search/text/query/parse-query.js';
import { WordIndex, type IndexPiece } from '../../../src/search/text/word-index.js';
import { facts } from '../text/shop.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'may-snapshot-'));
  file = path.join(folder, 'stored', 'index');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function read(version = 'one') {
  const pieces: unknown[] = [];
  const isRead = await new IndexSnapshot(file, version).read((piece) => pieces.push(piece));
  return isRead ? pieces : null;
}

test('a snapshot hands over the pieces in their order, typed arrays and maps among them', async () => {
  const pieces = [{ a: Uint32Array.of(1, 2) }, new Map([[1, 'áo']]), 'váy'];
  await new IndexSnapshot(file, 'one').write(pieces);
  expect(await read()).toEqual(pieces);
});

test('no snapshot is loaded for another version, nor before the first is written', async () => {
  expect(await read()).toBeNull();
  await new IndexSnapshot(file, 'one').write(['áo']);
  expect(await read('two')).toBeNull();
});

test('a file that was cut off or is something else is refused and removed', async () => {
  await new IndexSnapshot(file, 'one').write(['áo', 'váy']);
  truncateSync(file, statSync(file).size - 3);
  await expect(read()).rejects.toThrow('cut off');
  expect(await read()).toBeNull();
  writeFileSync(file, 'Something else, which is no snapshot at all.');
  await expect(read()).rejects.toThrow();
  expect(readdirSync(path.dirname(file))).toEqual([]);
});

test('a file that is something else takes no more memory than it has bytes', async () => {
  await new IndexSnapshot(file, 'one').write([]);
  writeFileSync(file, 'Something else, which is no snapshot at all.');
  const allocated = jest.spyOn(Buffer, 'allocUnsafe');
  await expect(read()).rejects.toThrow('cut off');
  const lengths = allocated.mock.calls.map(([length]) => length);
  allocated.mockRestore();
  expect(lengths).toEqual([4]);
});

test('a write that fails leaves the former file', async () => {
  await new IndexSnapshot(file, 'one').write(['áo']);
  const failing = (function* () {
    yield 'váy';
    throw new Error('The disk is full');
  })();
  await expect(new IndexSnapshot(file, 'one').write(failing)).rejects.toThrow('The disk is full');
  expect(await read()).toEqual(['áo']);
  expect(readdirSync(path.dirname(file))).toEqual(['index']);
});

test('the version of the code is another one when a file changes', async () => {
  writeFileSync(path.join(folder, 'a.js'), 'export const a = 1;');
  const before = await codeVersion([folder]);
  expect(await codeVersion([folder])).toBe(before);
  writeFileSync(path.join(folder, 'a.js'), 'export const a = 2;');
  expect(await codeVersion([folder])).not.toBe(before);
});

const TYPES = ['Áo thun', 'Áo khoác', 'Váy', 'Đầm', 'Quần jean', 'Giày cao gót 7 phân'];
const COLORS = ['Đỏ', 'Đen', 'Trắng', 'Xanh'];
const BRANDS = ['Mây', 'Sương', ''];
const QUERIES = ['áo', 'vay do', 'quan jaen', 'áo mây size M', 'giày 7 phân', 'khoác đen dưới 500k', 'sương', 'mùa hè'];

function add(index: WordIndex, id: number) {
  const at = <T>(list: readonly T[], by = id) => list[by % list.length] as T;
  const list = {
    category: 1 + (id % 6),
    brand: id % 3,
    variants: [{ color: 1 + (id % 4), size: 1 + (id % 3), in_stock: id % 5 > 0 }],
    in_stock: id % 5 > 0,
    rating: (id % 50) / 10,
    reviews: id % 7,
    created: id * 1_000,
    stamp: id * 7,
  };
  const product = {
    description: id % 2 ? 'Vải mềm cho mùa hè' : '',
    category: at(TYPES),
    brand: at(BRANDS),
    colors: [at(COLORS)],
    sizes: ['S', 'M', 'L'],
    min_price: 100_000 + (id % 9) * 90_000,
    total_sold: (id * 13) % 17,
  };
  index.set(id, facts(`${at(TYPES)} ${at(COLORS, id >> 1)} mẫu ${id}`, product), list);
}

const searchesOf = (index: WordIndex) => [
  ...QUERIES.map((text) => listPart(index, findProducts(parseQuery(text, index), index), {}, { from: 0, count: 24 })),
  ...(['price-asc', 'newest', 'rating-desc', undefined] as const).map((sort) =>
    listPart(index, null, { sort, color: [2] }, { from: 0, count: 24 }),
  ),
];

test('an index restored from its pieces answers, changes and grows like the one that was saved', () => {
  const saved = new WordIndex();
  for (let id = 1; id <= 1_500; id++) add(saved, id);
  for (let id = 3; id <= 1_500; id += 4) saved.delete(id);
  const restored = new WordIndex();
  add(restored, 9_999);
  restored.reset();
  for (const piece of saved.dump()) restored.restore(deserialize(serialize(piece)) as IndexPiece);
  expect(searchesOf(restored)).toEqual(searchesOf(saved));
  expect([...restored.ids].sort()).toEqual([...saved.ids].sort());
  expect(restored.stampOf(10)).toBe(70);
  for (const index of [saved, restored]) {
    for (let id = 1_400; id <= 2_200; id++) add(index, id);
    for (let id = 2; id <= 2_000; id += 3) index.delete(id);
    index.updateSales(1_600, { sold: 500 });
  }
  expect(searchesOf(restored)).toEqual(searchesOf(saved));
});
