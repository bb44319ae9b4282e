import { ColorGuesser, nearestColor } from '../../../src/search/index/color-guesser.js';
import { describePicture } from '../../../src/search/image/describe.js';
import { pack } from '../../../src/search/image/pack.js';
import { openShop, shop } from '../../support/client.js';
import sharp from 'sharp';
import { drawnGarment } from '../../support/pictures.js';
import { changeCatalogue, stock } from '../../catalog/stocked.js';

openShop();

const SIDE = 256;
const COLORS = { Trắng: '#f5f2ea', Đỏ: '#b2262e', 'Xanh dương': '#3c6799' };

/** A picture of a tee that an engine has described, as the product's next one. */
async function shows(product: number, name: string, base: `#${string}`): Promise<void> {
  const drawn = sharp(await drawnGarment('tee', { base })).resize(SIDE, SIDE, { fit: 'fill' });
  const data = new Uint8Array(await drawn.raw().toBuffer());
  const parts = Buffer.from(pack(await describePicture({ data, width: SIDE, height: SIDE }, 0.75, null)));
  const hash = Buffer.from(name.padEnd(16)).toString('hex');
  const { db } = shop();
  await db.query(
    `INSERT INTO media (hash, mime, width, height, color) VALUES ($1, 'image/webp', 1, 1, '#fff') ON CONFLICT DO NOTHING`,
    [hash],
  );
  await db.query(
    `INSERT INTO search_images (engine, media_hash, vector, parts) VALUES ('drawn', $1, $2, $3) ON CONFLICT DO NOTHING`,
    [hash, Buffer.alloc(4), parts],
  );
  await db.query(
    `INSERT INTO product_images (product_id, media_hash, position)
     SELECT $1, $2, count(*) FROM product_images WHERE product_id = $1`,
    [product, hash],
  );
}

async function tee(...colors: (keyof typeof COLORS)[]): Promise<number> {
  const [id = 0] = await stock({ name: 'Áo', variants: colors.map((color) => [color, 'M', 1, 1]) });
  for (const [name, hex] of Object.entries(COLORS)) {
    await changeCatalogue('UPDATE colors SET hex_code = $2 WHERE name = $1', [name, hex]);
  }
  return id;
}

const guess = (id: number) => new ColorGuesser(shop().db).guess([id]);
const colorsOf = async (id: number) =>
  (
    await shop().db.query<{ name: string | null; color_source: string | null }[]>(
      `SELECT c.name, i.color_source FROM product_images i LEFT JOIN colors c ON c.id = i.color_id
       WHERE i.product_id = $1 ORDER BY i.position`,
      [id],
    )
  ).map(({ name, color_source }) => [name, color_source]);

test('a picture of unknown colour gets the colour of its product that the engine sees in it', async () => {
  const id = await tee('Trắng', 'Đỏ', 'Xanh dương');
  await shows(id, 'red', '#b2262e');
  await shows(id, 'blue', '#3c6799');
  await shows(id, 'green', '#2d8b3c');
  await guess(id);
  expect(await colorsOf(id)).toEqual([
    ['Đỏ', 'engine'],
    ['Xanh dương', 'engine'],
    [null, 'engine'],
  ]);
});

test('an owner’s choice is never overwritten, also not the choice of no colour', async () => {
  const id = await tee('Trắng', 'Đỏ');
  await shows(id, 'red', '#b2262e');
  await shows(id, 'blue', '#3c6799');
  await changeCatalogue(
    `UPDATE product_images SET color_source = 'owner',
       color_id = CASE position WHEN 0 THEN (SELECT id FROM colors WHERE name = 'Trắng') END WHERE product_id = $1`,
    [id],
  );
  await guess(id);
  expect(await colorsOf(id)).toEqual([
    ['Trắng', 'owner'],
    [null, 'owner'],
  ]);
});

test('a guess follows the colours of the product, and leaves its version as it is', async () => {
  const id = await tee('Trắng', 'Đỏ');
  await shows(id, 'red', '#b2262e');
  const version = async () => (await shop().db.query<object[]>('SELECT version FROM products WHERE id = $1', [id]))[0];
  const before = await version();
  await guess(id);
  expect(await version()).toEqual(before);
  expect(await colorsOf(id)).toEqual([['Đỏ', 'engine']]);
  await changeCatalogue(
    `UPDATE variants SET color_id = (SELECT id FROM colors WHERE name = 'Xanh dương')
     WHERE product_id = $1 AND color_id = (SELECT id FROM colors WHERE name = 'Đỏ')`,
    [id],
  );
  await guess(id);
  expect(await colorsOf(id)).toEqual([[null, 'engine']]);
});

test.each([
  ['the only near one', '#b02028', ['#b2262e', '#f5f2ea'], 1],
  ['none when all are far', '#2d8b3c', ['#b2262e', '#f5f2ea'], null],
  ['none when two are as near', '#808080', ['#7a7a7a', '#868686'], null],
  ['none when there is no choice', '#b2262e', ['#b2262e'], null],
])('the nearest colour is %s', (_what, hex, colors, expected) => {
  const shopColors = colors.map((each, nth) => ({ id: nth + 1, hex: each }));
  expect(nearestColor(hex, shopColors)).toBe(expected);
});
