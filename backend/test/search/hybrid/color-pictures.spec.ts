import type { Pool } from 'pg';
import sharp from 'sharp';
import { describePicture } from '../../../src/search/image/describe.js';
import { packDescription } from '../../../src/search/image/pack.js';
import { SearchIndex } from '../../../src/search/hybrid/search-index.js';
import { drawnGarment } from '../../support/pictures.js';

const SIDE = 256;

async function tee(base: `#${string}`) {
  const drawn = sharp(await drawnGarment('tee', { base })).resize(SIDE, SIDE, { fit: 'fill' });
  const data = new Uint8Array(await drawn.raw().toBuffer());
  return packDescription(await describePicture({ data, width: SIDE, height: SIDE }, 0.75, null));
}

/** A shop with one product, whose first picture is red and whose second is blue. */
async function shop() {
  const [red, blue] = [await tee('#b2262e'), await tee('#2456b0')];
  const facts = {
    name: 'Áo thun',
    description: '',
    category: 'Áo thun',
    brand: '',
    sizes: [],
    min_price: 1,
    total_sold: 0,
  };
  const row = ({ vector, parts }: typeof red, media_hash: string) => ({
    engine: 'drawn',
    media_hash,
    vector: Buffer.from(vector.buffer),
    parts: Buffer.from(parts!),
  });
  const answers: [RegExp, unknown[]][] = [
    [/horizon/, [{ horizon: '1' }]],
    [/search_documents/, [{ id: 7, facts: { ...facts, colors: ['Đỏ', 'Xanh dương'] }, media: ['red', 'blue'] }]],
    [/search_synonyms/, []],
    [/search_images/, [row(red, 'red'), row(blue, 'blue')]],
  ];
  const query = (sql: string) => Promise.resolve({ rows: answers.find(([part]) => part.test(sql))![1] });
  const engine = { name: 'drawn', dimensions: red.vector.length, isPersistent: false };
  return { index: new SearchIndex({ query } as unknown as Pool, [engine]), red, blue };
}

test('shows the picture in the requested colour when another is first', async () => {
  const { index, red, blue } = await shop();
  const media = async (text: string, shown: typeof red | null, ignore: 'color'[] = []) => {
    const picture = shown && { engine: 'drawn', described: shown, isShown: true };
    const { hits } = await index.search({ text, picture, ignore, limit: 6 });
    expect(hits).toMatchObject([{ id: 7 }]);
    return hits[0]!.media;
  };
  expect(await media('áo thun xanh dương', null)).toBe('blue');
  expect(await media('áo thun xanh', null)).toBe('blue');
  expect(await media('áo thun đỏ', null)).toBeUndefined();
  expect(await media('áo thun', null)).toBeUndefined();
  expect(await media('áo thun không phải màu đỏ', null)).toBeUndefined();
  expect(await media('', blue)).toBe('blue');
  expect(await media('', red)).toBeUndefined();
  expect(await media('áo thun', blue, ['color'])).toBeUndefined();
  expect(await media('giống thế này nhưng màu xanh dương', red)).toBe('blue');
});
