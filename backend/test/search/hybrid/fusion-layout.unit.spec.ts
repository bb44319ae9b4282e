import type { Described } from '../../../src/search/engines/engine.js';
import { fuse, type Pictures } from '../../../src/search/hybrid/fusion.js';
import { DESCRIBED_SIDE, describePicture } from '../../../src/search/image/describe.js';
import { packDescription } from '../../../src/search/image/pack.js';
import { PictureIndex } from '../../../src/search/image/picture-index.js';
import { parseQuery } from '../../../src/search/text/query/parse-query.js';
import { WordIndex } from '../../../src/search/text/word-index.js';

/** More than the nearest 60 pictures, so that most of what the words find has to be compared by itself. */
const PRODUCTS = 200;
const SHADES = 12;

const words = new WordIndex();
let pictures: PictureIndex;
let looks: Described[];

/** A garment of one shade on a white ground. */
async function garment(shade: number): Promise<Described> {
  const data = new Uint8Array(DESCRIBED_SIDE * DESCRIBED_SIDE * 3).fill(255);
  for (let y = 60; y < 200; y++)
    for (let x = 60 + shade * 4; x < 200; x++)
      data.set([200 - 12 * shade, 20 * shade, (y * shade) % 256], (y * DESCRIBED_SIDE + x) * 3);
  return packDescription(await describePicture({ data, width: DESCRIBED_SIDE, height: DESCRIBED_SIDE }, 1, null));
}

beforeAll(async () => {
  looks = await Promise.all(Array.from({ length: SHADES }, (_, shade) => garment(shade)));
  pictures = new PictureIndex(looks[0]!.vector.length);
  for (let id = 1; id <= PRODUCTS; id++) {
    pictures.set(id, id, looks[id % SHADES]!);
    words.set(id, {
      name: `Áo khoác ${id}`,
      description: '',
      category: 'Áo khoác',
      brand: '',
      colors: [],
      sizes: [],
      min_price: 200_000,
      total_sold: id,
    });
  }
});

const search = (shown: Described, seenIn: Pictures = pictures) =>
  fuse({
    readings: [parseQuery('áo khoác', words)],
    index: words,
    seen: { index: seenIn, described: shown },
    ignore: [],
    limit: 24,
  });

test('a search by words and a picture lays the picture out once, however many products the words find', async () => {
  let layouts = 0;
  const { vector, parts } = looks[3]!;
  const shown = {
    vector,
    // Whoever lays it out reads them.
    get parts() {
      layouts += 1;
      return parts;
    },
  };
  expect(await search(shown)).toHaveLength(24);
  expect(layouts).toBe(1);
});

test('a picture prepared once finds the same as one prepared for each product', async () => {
  const anew: Pictures = {
    prepare: (shown, options) => ({
      search: (count) => pictures.prepare(shown, options).search(count),
      match: (id) => pictures.prepare(shown, options).match(id),
    }),
  };
  for (const shown of [looks[0]!, looks[7]!]) expect(await search(shown)).toEqual(await search(shown, anew));
});
