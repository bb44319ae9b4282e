import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { lightOf, sceneSvg } from '../../../demo/drawing/picture.js';
import { viewsOf } from '../../../demo/product-views.js';
import { COLORS } from '../../src/demo/catalogue/colors-and-sizes.js';
import { PRODUCTS } from '../../src/demo/catalogue/products/all.js';
import { BRANDS, CATEGORIES } from '../../src/demo/catalogue/taxonomy.js';
import { DESCRIPTIONS_FILE, type DemoDescriptions } from '../../src/demo/descriptions.js';
import {
  PICTURES_FOLDER,
  pictureHash,
  storePictures,
  type DemoPicture,
  type PicturesOf,
} from '../../src/demo/catalogue/pictures.js';
import { ImageEngine } from '../../src/search/image/engine.js';
import { vectorOf } from '../../src/search/image/picture-vector.js';
import { unpack } from '../../src/search/image/pack.js';

const dot = (one: Float32Array, other: Float32Array) => one.reduce((sum, value, nth) => sum + value * other[nth]!, 0);
const cosine = (one: Float32Array, other: Float32Array) =>
  dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other));

const flat = ({ scene }: ReturnType<typeof viewsOf>[number]) => sceneSvg(scene, '', 960);
const shown = PRODUCTS.map((product) => ({ product, views: viewsOf(product) }));
const list = JSON.parse(readFileSync(path.join(PICTURES_FOLDER, 'pictures.json'), 'utf8')) as PicturesOf<DemoPicture>;
const all = Object.values(list).flatMap((kind) => Object.values(kind).flat());

describe('the committed pictures', () => {
  test('are listed for every view of every product, every category and every brand', () => {
    const counts = Object.fromEntries(Object.entries(list.products).map(([name, views]) => [name, views.length]));
    expect(counts).toEqual(Object.fromEntries(shown.map(({ product, views }) => [product.name, views.length])));
    expect(Object.keys(list.categories)).toEqual(Object.keys(CATEGORIES));
    expect(Object.keys(list.brands)).toEqual(Object.keys(BRANDS));
  });

  test('are WebP files of the listed size, those that lists show with a preview of 320 pixels', async () => {
    for (const { name, width, height, hasPreview } of all) {
      const file = path.join(PICTURES_FOLDER, name);
      expect(await sharp(`${file}.webp`).metadata()).toMatchObject({ format: 'webp', width, height });
      if (hasPreview) {
        expect(await sharp(`${file}-320.webp`).metadata()).toMatchObject({ format: 'webp', width: 320 });
      }
    }
    for (const views of Object.values(list.products)) expect(views[0]).toMatchObject({ hasPreview: true });
  });

  test('show each product in every colour, and in its first colour from three sides', () => {
    for (const { name, colors } of PRODUCTS) {
      const shows = list.products[name]!.map((picture) => picture.shows);
      expect([...new Set(shows)]).toEqual(colors);
      expect(shows.filter((color) => color === colors[0]).length).toBeGreaterThanOrEqual(3);
    }
  });

  test('take 8 MB at most, and no file is left over', () => {
    const files = readdirSync(PICTURES_FOLDER);
    const expected = all.flatMap(({ name, hasPreview }) => [
      `${name}.webp`,
      ...(hasPreview ? [`${name}-320.webp`] : []),
    ]);
    expect(files.toSorted()).toEqual([...expected, 'descriptions.json', 'pictures.json'].toSorted());
    const sizes = files
      .filter((file) => file.endsWith('.webp'))
      .map((file) => statSync(path.join(PICTURES_FOLDER, file)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(8 * 1024 * 1024);
  });

  test('are stored by the hash of their content', async () => {
    const stored: string[] = [];
    const rows = await storePictures({ write: async (hash, name) => void stored.push(`${hash}/${name}`) });
    const hashes = Object.values(rows).flatMap((kind) =>
      Object.values(kind).flatMap((views) => views.map(({ row }) => row.hash)),
    );
    expect(hashes).toHaveLength(all.length);
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{32}$/);
    expect(stored.toSorted()).toEqual(
      hashes.flatMap((hash) => [`${hash}/320.webp`, `${hash}/original.webp`]).toSorted(),
    );
  });
});

describe('the committed descriptions', () => {
  const { engine: name, pictures } = JSON.parse(readFileSync(DESCRIPTIONS_FILE, 'utf8')) as DemoDescriptions;
  const originals = Object.values(list.products)
    .flat()
    .map((picture) => readFileSync(path.join(PICTURES_FOLDER, `${picture.name}.webp`)));

  test('are of every picture of a product', () => {
    expect(Object.keys(pictures)).toEqual(originals.map(pictureHash));
  });

  test('are what the built-in engine sees today', async () => {
    const engine = await ImageEngine.open();
    try {
      expect(engine.name).toBe(name);
      const [original] = originals;
      const { vector } = await engine.embedImage(original!);
      const committed = vectorOf(unpack(Buffer.from(pictures[pictureHash(original!)]!, 'base64')));
      expect(cosine(vector, committed)).toBeGreaterThan(0.999);
    } finally {
      await engine.close();
    }
  });
});

describe('the drawing program', () => {
  test('draws every picture complete, different from all others, and the same each time', () => {
    const drawn = shown.flatMap(({ views }) => views.map(flat));
    expect(drawn.filter((svg) => /NaN|undefined|Infinity/.test(svg))).toEqual([]);
    expect(new Set(drawn).size).toBe(drawn.length);
    expect(PRODUCTS.slice(0, 6).flatMap((product) => viewsOf(product).map(flat))).toEqual(
      shown.slice(0, 6).flatMap(({ views }) => views.map(flat)),
    );
  });

  test('gives a product three pictures or more in its own colours, the main one in the first colour', () => {
    for (const { product, views } of shown) {
      expect(views.length).toBeGreaterThanOrEqual(3);
      expect(views[0]?.color).toBe(product.colors[0]);
      for (const { color, scene } of views) {
        expect(product.colors).toContain(color);
        expect(scene.pieces.map(({ cloth }) => cloth.base)).toEqual([COLORS[color]]);
      }
    }
  });

  test('lights the cloth and keeps the size of the picture', async () => {
    const [view] = viewsOf(PRODUCTS[0]!);
    const light = await lightOf(view!.scene, new Map());
    const { dominant, channels } = await sharp(Buffer.from(sceneSvg(view!.scene, light, 240))).stats();
    expect(channels[0]!.stdev).toBeGreaterThan(5);
    expect(dominant.r).toBeGreaterThan(200);
    expect(await lightOf(view!.scene, new Map())).toBe(light);
  });
});
