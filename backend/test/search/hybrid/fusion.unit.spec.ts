import { fuse } from '../../../src/search/hybrid/fusion.js';
import type { Hit } from '../../../src/search/jobs/search-job.js';
import { PictureIndex } from '../../../src/search/image/picture-index.js';
import { parseQuery } from '../../../src/search/text/query/parse-query.js';
import { WordIndex } from '../../../src/search/text/word-index.js';

const RED = [1, 0, 0];
const BLUE = [0, 1, 0];
const catalogue = [
  { name: 'Áo khoác gió', color: 'đỏ', looks: RED, price: 300_000 },
  { name: 'Áo khoác gió', color: 'xanh dương', looks: BLUE, price: 500_000 },
  { name: 'Quần jean', color: 'đỏ', looks: RED, price: 300_000 },
  { name: 'Quần jean', color: 'xanh dương', looks: BLUE, price: 500_000 },
];

const words = new WordIndex();
const pictures = new PictureIndex(3);
catalogue.forEach(({ name, color, looks, price }, at) => {
  const facts = {
    name,
    description: '',
    category: name,
    brand: '',
    colors: [color],
    sizes: ['M'],
    min_price: price,
    total_sold: 0,
  };
  words.set(at + 1, facts);
  pictures.set(at + 1, at + 1, { vector: Float32Array.from(looks), parts: null });
});

const ask = (text: string, looks: number[] | null = null, limit = 4): Promise<Hit[]> =>
  fuse({
    readings: text ? [parseQuery(text, words)] : [],
    index: words,
    seen: looks && { index: pictures, described: { vector: Float32Array.from(looks), parts: null } },
    ignore: [],
    limit,
  });
const idsOf = (hits: Hit[]) => hits.map(({ id }) => id);
const ids = async (fused: Promise<Hit[]>) => idsOf(await fused);

test('words alone, a picture alone, and nothing at all', async () => {
  expect(await ids(ask('áo khoác đỏ', null, 1))).toEqual([1]);
  expect(new Set(await ids(ask('', BLUE, 2)))).toEqual(new Set([2, 4]));
  expect(await ask('')).toEqual([]);
  expect(await ask('giống thế này')).toEqual([]);
});

test('a text with several readings finds what fits any of them, each product once, with a picture and without', async () => {
  const both = (looks: number[] | null) =>
    fuse({
      readings: ['áo khoác đỏ', 'quần jean đỏ'].map((text) => parseQuery(text, words)),
      index: words,
      seen: looks && { index: pictures, described: { vector: Float32Array.from(looks), parts: null } },
      ignore: [],
      limit: 4,
    });
  expect(new Set((await ids(both(null))).slice(0, 2))).toEqual(new Set([1, 3]));
  expect(await ids(both(null))).toHaveLength(4);
  const hits = await both(RED);
  expect(new Set(idsOf(hits).slice(0, 2))).toEqual(new Set([1, 3]));
  expect(hits.map(({ percent }) => percent)).toEqual(hits.map(({ percent }) => percent).sort((a, b) => b - a));
  expect(hits[1]?.reasons).not.toContain('khác loại');
});

test('words that say nothing leave the picture alone', async () => {
  expect(await ask('giống thế này', BLUE)).toEqual(await ask('', BLUE));
});

test('among products that match the words, the most similar picture comes first', async () => {
  expect(await ids(ask('áo khoác', BLUE, 2))).toEqual([2, 1]);
  expect(await ids(ask('áo khoác', RED, 2))).toEqual([1, 2]);
});

test('a product that contradicts the words comes last, however similar its picture, and says in what', async () => {
  const hits = await ask('áo khoác màu đỏ', BLUE);
  expect(idsOf(hits)[0]).toBe(1);
  const blue = hits.find(({ id }) => id === 2);
  expect(blue?.reasons).toContain('khác màu');
  const dear = await ask('quần jean dưới 400k', BLUE);
  expect(idsOf(dear)[0]).toBe(3);
  expect(dear.find(({ id }) => id === 4)?.reasons).toContain('ngoài khoảng giá');
});

test.each([
  ['áo khoác', RED],
  ['màu xanh', RED],
  ['quần đỏ dưới 400k', BLUE],
  ['quần jean size M', BLUE],
  ['', RED],
  ['jean', null],
])('percent never rises: %j', async (text, looks) => {
  const percents = (await ask(text, looks)).map(({ percent }) => percent);
  expect(percents).not.toEqual([]);
  expect(percents).toEqual(percents.toSorted((a, b) => b - a));
  for (const percent of percents) expect(percent >= 1 && percent <= 100).toBe(true);
});

test('a product without a picture is found by its words', async () => {
  words.set(9, {
    name: 'Áo khoác dạ',
    description: '',
    category: 'Áo khoác',
    brand: '',
    colors: [],
    sizes: [],
    min_price: 1,
    total_sold: 0,
  });
  expect(await ids(ask('áo khoác dạ', BLUE))).toContain(9);
  words.delete(9);
});
