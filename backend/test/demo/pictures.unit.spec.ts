import sharp from 'sharp';
import { lightOf, sceneSvg } from '../../src/demo/drawing/picture.js';
import { COLORS } from '../../src/demo/palette.js';
import { drawPictures, viewsOf } from '../../src/demo/pictures.js';
import { PRODUCTS } from '../../src/demo/products/all.js';
import { BRANDS, CATEGORIES } from '../../src/demo/shelves.js';

const flat = ({ scene }: ReturnType<typeof viewsOf>[number]) => sceneSvg(scene, '', 960);
const shown = PRODUCTS.map((product) => ({ product, views: viewsOf(product) }));

test('every picture is drawn whole, differs from every other, and is the same when it is drawn again', () => {
  const all = shown.flatMap(({ views }) => views.map(flat));
  expect(all.filter((svg) => /NaN|undefined|Infinity/.test(svg))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
  expect(PRODUCTS.slice(0, 6).flatMap((product) => viewsOf(product).map(flat))).toEqual(
    shown.slice(0, 6).flatMap(({ views }) => views.map(flat)),
  );
});

test('a product has two pictures or more, each in one of its colours, the first in the first', () => {
  for (const { product, views } of shown) {
    expect(views.length).toBeGreaterThanOrEqual(2);
    expect(views[0]?.color).toBe(product.colors[0]);
    for (const { color, scene } of views) {
      expect(product.colors).toContain(color);
      expect(scene.pieces.map(({ cloth }) => cloth.base)).toEqual([COLORS[color]]);
    }
  }
});

test('light falls on the cloth and leaves the size alone', async () => {
  const [view] = viewsOf(PRODUCTS[0]!);
  const light = await lightOf(view!.scene, new Map());
  const { dominant, channels } = await sharp(Buffer.from(sceneSvg(view!.scene, light, 240))).stats();
  expect(channels[0]!.stdev).toBeGreaterThan(5);
  expect(dominant.r).toBeGreaterThan(200);
  const again = await lightOf(view!.scene, new Map());
  expect(again).toBe(light);
});

test('pictures are kept as WebP of the promised size, by their content', async () => {
  const kept = new Map<string, Buffer>();
  const files = { write: async (hash: string, name: string, bytes: Buffer) => void kept.set(`${hash}/${name}`, bytes) };
  const categories = Object.values(CATEGORIES).slice(0, 1);
  const brands = Object.values(BRANDS).slice(0, 1);
  const drawn = await drawPictures(files, { products: PRODUCTS.slice(0, 1), categories, brands });
  for (const { hash, width, height } of [...drawn.products.flat(), ...drawn.categories, ...drawn.brands]) {
    expect(hash).toMatch(/^[0-9a-f]{32}$/);
    expect(await sharp(kept.get(`${hash}/original.webp`)).metadata()).toMatchObject({ format: 'webp', width, height });
    expect(await sharp(kept.get(`${hash}/320.webp`)).metadata()).toMatchObject({ format: 'webp', width: 320 });
  }
  expect(drawn.products[0]?.[0]).toMatchObject({ width: 960, height: 1280 });
});
