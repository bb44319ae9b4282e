import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { importCatalogue } from '../../src/catalog/import/import-catalogue.js';
import { Product } from '../../src/contract/catalog.js';
import { MediaStore } from '../../src/media/media-store.js';
import { answer, asOwner, openShop, shop, visitor } from '../support/client.js';
import { REAL_DATA, testWithRealData } from '../support/real-data.js';

openShop();

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'may-import-'));
  await asOwner('TRUNCATE products, brands, categories, colors, sizes CASCADE; DELETE FROM media');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const HEADER =
  'Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Image Position';
const SHIRT = [
  'ao,Áo thun,"<p>Vải mềm &amp; mát.</p><ul><li>Cotton</li></ul>",Mây,Áo thun,true,Màu sắc,đen,Kích thước,S,A1,3,100000,150000,,',
  'ao,,,,,,,đen,,M,A2,0,100000,150000,,',
  'ao,,,,,,,trắng,,S,A3,5,120000,,,',
];
const BAG = 'tui,Túi vải,,,Phụ kiện,true,Title,Default Title,,,T1,7,50000.00,,,';

const csv = (...rows: string[]) => [HEADER, ...rows, ''].join('\n');

function written(text: string | Buffer, name = 'products.csv'): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

const load = (text: string | Buffer, { name, images }: { name?: string; images?: string } = {}) =>
  importCatalogue(shop().db, new MediaStore(path.join(folder, 'media')), { file: written(text, name), images });

async function product(handle: string) {
  const [row]: { id: number }[] = await shop().db.query('SELECT id FROM products WHERE handle = $1', [handle]);
  return answer(await visitor().get(`/api/products/${row?.id}/`), Product);
}

const everything = () =>
  shop().db.query(`SELECT (SELECT json_agg(p ORDER BY id) FROM products p) AS products,
    (SELECT json_agg(v ORDER BY id) FROM variants v) AS variants, (SELECT json_agg(i ORDER BY id) FROM product_images i) AS images`);

/** Photographs of one garment each, and their manifest. */
async function photographs(...photos: [string, string, string][]): Promise<void> {
  for (const [index, [file]] of photos.entries()) {
    const background = { r: index * 20, g: 80, b: 120 };
    writeFileSync(
      path.join(folder, file),
      await sharp({ create: { width: 30, height: 40, channels: 3, background } })
        .jpeg()
        .toBuffer(),
    );
  }
  const rows = photos.map(([file, kind, color]) => `${file},${kind},${color}`);
  writeFileSync(path.join(folder, 'manifest.csv'), ['file,class,color', ...rows].join('\n'));
}

describe("Shopify's CSV", () => {
  test('becomes products, with colours and sizes from its options', async () => {
    expect(await load(csv(...SHIRT, BAG))).toMatchObject({
      created: 2,
      changed: 0,
      unchanged: 0,
      variants: 3,
      broken: [],
    });
    const shirt = await product('ao');
    expect(shirt).toMatchObject({
      name: 'Áo thun',
      description: 'Vải mềm & mát.\n• Cotton',
      min_price: 100_000,
      oldPrice: 150_000,
      total_stock: 8,
      has_variants: true,
    });
    expect(
      shirt.variants.map(({ color, size, price, stock_quantity }) => [color.name, size.name, price, stock_quantity]),
    ).toEqual([
      ['Đen', 'S', 100_000, 3],
      ['Đen', 'M', 100_000, 0],
      ['Trắng', 'S', 120_000, 5],
    ]);
    expect(shirt.available_colors.map((color) => color.hex_code)).toEqual(['#1d1d1f', '#f7f5f0']);
    expect(await product('tui')).toMatchObject({
      has_variants: false,
      price: 50_000,
      countInStock: 7,
      brand: null,
      variants: [],
    });
  });

  test('changes nothing the second time', async () => {
    await load(csv(...SHIRT, BAG));
    const before = await everything();
    expect(await load(csv(...SHIRT, BAG))).toMatchObject({ created: 0, changed: 0, unchanged: 2 });
    expect(await everything()).toEqual(before);
  });

  test('changes what differs, and a variant that stays keeps its id', async () => {
    await load(csv(...SHIRT, BAG));
    const before = await product('ao');
    const [first = '', , third = ''] = SHIRT;
    const summary = await load(csv(first.replace(',3,100000', ',9,90000'), third, BAG));
    expect(summary).toMatchObject({ created: 0, changed: 1, unchanged: 1 });
    const after = await product('ao');
    expect(after.id).toBe(before.id);
    expect(after.variants).toMatchObject([
      { id: before.variants[0]?.id, price: 90_000, stock_quantity: 9 },
      { id: before.variants[2]?.id },
    ]);
  });

  test('may name one option only, in English, with a BOM and CRLF', async () => {
    const rows = ['a,A,,,,true,Size,Small,,,,1,10,,,', 'a,,,,,,,Large,,,,1,10,,,', 'b,B,,,,true,Color,Navy,,,,1,10,,,'];
    await load(`\ufeff${csv(...rows).replaceAll('\n', '\r\n')}`);
    expect((await product('a')).variants.map(({ color, size }) => [color.name, size.name])).toEqual([
      ['Một màu', 'Small'],
      ['Một màu', 'Large'],
    ]);
    expect((await product('b')).variants.map(({ color, size }) => [color.hex_code, size.name])).toEqual([
      ['#1f2a44', 'Freesize'],
    ]);
  });

  test('takes pictures from the folder, skips a broken one and one that cannot be fetched, and says so', async () => {
    await photographs(['one.jpg', 'X', ''], ['two.jpg', 'X', '']);
    writeFileSync(path.join(folder, 'bad.jpg'), 'no picture');
    const rows = [
      'a,A,,,,true,,,,,,1,10,,two.jpg,2',
      'a,,,,,,,,,,,,,,one.jpg,1',
      'b,B,,,,true,,,,,,1,10,,bad.jpg,1',
      'c,C,,,,true,,,,,,1,10,,http://127.0.0.1:9/x.jpg,1',
      'd,D,,,,true,,,,,,1,10,,../../etc/passwd,1',
    ];
    const { broken, pictures } = await load(csv(...rows), { images: folder });
    expect(pictures).toBe(2);
    expect(broken.map(({ line }) => line)).toEqual([4, 5, 6]);
    const { images, image } = await product('a');
    expect(images).toHaveLength(2);
    expect(image).toBe(images[0]);
    expect((await product('b')).images).toEqual([]);
  });
});

describe('photographs for products without any', () => {
  const priced = (handle: string, type: string, color: string) =>
    `${handle},${type} ${handle},,,${type},true,Màu sắc,${color},,,,1,10,,,`;

  test('are of their class and colour, none twice while another is unused, the same every time', async () => {
    await photographs(
      ['t1.jpg', 'T-Shirt', 'đen'],
      ['t2.jpg', 'T-Shirt', 'đen'],
      ['t3.jpg', 'T-Shirt', 'đỏ'],
      ['d1.jpg', 'Dress', 'đen'],
    );
    const rows = [
      priced('a', 'Áo thun', 'đen'),
      priced('b', 'Áo phông', 'Đen'),
      priced('c', 'Áo thun', 'đỏ'),
      priced('d', 'Đầm / váy liền', 'tím'),
    ];
    const { pictures } = await load(csv(...rows), { images: folder });
    expect(pictures).toBe(4);
    const shown = await Promise.all(['a', 'b', 'c', 'd'].map(async (handle) => (await product(handle)).image));
    expect(new Set(shown).size).toBe(4);
    expect(await load(csv(...rows), { images: folder })).toMatchObject({ unchanged: 4 });
  });

  test('go by the category, and where it says little by the name', async () => {
    await photographs(['t.jpg', 'T-Shirt', ''], ['p.jpg', 'Pants', ''], ['h.jpg', 'Hat', '']);
    const named = (handle: string, name: string, type: string) => `${handle},${name},,,${type},true,,,,,,1,10,,,`;
    const rows = [
      named('a', 'Quần dài vải thun', 'Quần dài khác'),
      named('b', 'Mũ lưỡi trai', 'Phụ kiện'),
      named('c', 'Thắt lưng', 'Phụ kiện'),
      named('d', 'Quần lót', 'Đồ lót'),
    ];
    await load(csv(...rows), { images: folder });
    const shown = await Promise.all(['a', 'b', 'c', 'd'].map(async (handle) => (await product(handle)).images.length));
    expect(shown).toEqual([1, 1, 0, 0]);
  });

  test('are left to products that have their own', async () => {
    await photographs(['t1.jpg', 'T-Shirt', 'đen'], ['own.jpg', 'X', '']);
    await load(csv('a,Áo thun,,,Áo thun,true,,,,,,1,10,,own.jpg,1'), { images: folder });
    const { images } = await product('a');
    await load(csv('a,Áo thun,,,Áo thun,true,,,,,,1,10,,,'), { images: folder });
    expect((await product('a')).images).toEqual(images);
  });
});

describe('a faulty file changes nothing, and says where', () => {
  test.each<[string, string | Buffer, string, RegExp]>([
    ['empty', '', 'x.csv', /x\.csv:1: the file is empty/],
    ['header only', `${HEADER}\n`, 'x.csv', /x\.csv:1: there is no product/],
    ['other columns', 'a,b\n1,2\n', 'x.csv', /x\.csv:1: this is no product CSV.*Handle, Title, Variant Price/],
    ['a picture', Buffer.from([0xff, 0xd8, 0xff, 0, 10, 34, 44, 0]), 'x.csv', /x\.csv:\d+: this is no/],
    ['an open quote', csv(BAG, 'b,"B,,,,,,,,,,1,10,,,'), 'x.csv', /x\.csv:\d+: this is no whole CSV/],
    ['a row cut off', csv(BAG, BAG.replace('tui', 'b')).slice(0, -22), 'x.csv', /x\.csv:3: this is no whole CSV/],
    ['a wrong price', csv(BAG, 'b,B,,,,true,,,,,,1,9.99,,,'), 'x.csv', /x\.csv:3: Variant Price "9.99"/],
    ['a wrong stock', csv(BAG, 'b,B,,,,true,,,,,,many,9,,,'), 'x.csv', /x\.csv:3: Variant Inventory Qty "many"/],
    ['no title', csv('b,,,,,true,,,,,,1,9,,,'), 'x.csv', /x\.csv:2: the product "b" has no Title/],
    ['no handle', csv(BAG, ',B,,,,true,,,,,,1,9,,,'), 'x.csv', /x\.csv:3: a row without a Handle/],
    ['a variant twice', csv(...SHIRT, SHIRT[1] ?? ''), 'x.csv', /x\.csv:5: the same colour and size/],
    [
      'a product in two places',
      csv(...SHIRT, BAG, SHIRT[0] ?? ''),
      'x.csv',
      /x\.csv:6: the product "ao" has been before/,
    ],
    ['half a JSON', '[\n{"handle": "a",\n', 'x.json', /x\.json:\d: this is no whole JSON/],
    ['a JSON object', '{}', 'x.json', /x\.json:1: a JSON array/],
    [
      'a JSON product without a name',
      '[\n{"handle": "a", "name": "A", "price_vnd": 1},\n{"handle": "b", "price_vnd": 1}\n]',
      'x.json',
      /x\.json:3: name/,
    ],
  ])('%s', async (_what, text, name, message) => {
    await expect(load(text, { name })).rejects.toThrow(message);
    expect(await shop().db.query('SELECT count(*)::int AS n FROM products')).toEqual([{ n: 0 }]);
  });

  test('a file that does not exist, and a folder', async () => {
    const store = new MediaStore(folder);
    await expect(importCatalogue(shop().db, store, { file: path.join(folder, 'none.csv') })).rejects.toThrow(
      /none\.csv:1: /,
    );
    await expect(importCatalogue(shop().db, store, { file: folder })).rejects.toThrow(/:1: this is no file/);
  });

  test('a multi-line text does not shift the lines', async () => {
    const text = csv('a,A,"one\ntwo\nthree",,,true,,,,,,1,9,,,', 'b,B,,,,true,,,,,,1,x,,,');
    await expect(load(text)).rejects.toThrow(/:5: Variant Price/);
  });
});

test('a JSON array becomes products; every colour comes in every size', async () => {
  const rows = [
    {
      handle: 'a',
      name: 'Áo',
      category_vi: 'Áo thun',
      brand: 'Mây',
      colors: ['đen', 'Đen', 'đỏ'],
      sizes: ['S', 'M'],
      materials: ['cotton'],
      price_vnd: 90_000,
      compare_at_price_vnd: 100_000,
    },
  ];
  expect(await load(JSON.stringify(rows), { name: 'x.json' })).toMatchObject({ created: 1, variants: 4 });
  expect(await product('a')).toMatchObject({ oldPrice: 100_000, discount: 10, description: 'Chất liệu: cotton.' });
  expect(await load(JSON.stringify(rows), { name: 'x.json' })).toMatchObject({ unchanged: 1 });
});

testWithRealData('a real catalogue is imported whole', async () => {
  const file = path.join(REAL_DATA, 'shopify/products-vi-shopify.csv');
  const store = new MediaStore(path.join(folder, 'media'));
  expect(await importCatalogue(shop().db, store, { file })).toMatchObject({ created: 150, variants: 755 });
  expect(await importCatalogue(shop().db, store, { file })).toMatchObject({ created: 0, changed: 0, unchanged: 150 });
});
