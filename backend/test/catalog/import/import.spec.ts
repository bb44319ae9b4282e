import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { Product } from '../../../src/contract/catalog/catalog.js';
import { FetchFailure } from '../../../src/media/fetch-picture.js';
import { checkFile, importFile } from '../../support/catalogue.js';
import { answer, asOwner, openShop, shop, visitor } from '../../support/client.js';
import { changeCatalogue } from '../stocked.js';
import { expectSoundLedger } from '../../support/ledger.js';
import { REAL_DATA, testWithRealData } from '../../support/real-data.js';

openShop();
expectSoundLedger();

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
  importFile(written(text, name), { images });

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
  test('rows of a CSV file become products, with colours and sizes from their options', async () => {
    const { counts, lines } = await load(csv(...SHIRT, BAG));
    expect(counts).toEqual({ products: 2, created: 2, updated: 0, unchanged: 0, variants: 3, errors: 0, warnings: 0 });
    expect(lines.map(({ kind, line, message }) => [kind, line, message])).toEqual([
      ['created', 2, 'Áo thun'],
      ['created', 5, 'Túi vải'],
    ]);
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

  test('a file imported a second time changes nothing', async () => {
    await load(csv(...SHIRT, BAG));
    const before = await everything();
    const { counts, found } = await load(csv(...SHIRT, BAG));
    expect(counts).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    expect(found).toEqual(counts);
    expect(await everything()).toEqual(before);
  });

  test('an import updates only what differs and names the fields; a variant that stays keeps its id', async () => {
    await load(csv(...SHIRT, BAG));
    const before = await product('ao');
    const [first = '', , third = ''] = SHIRT;
    const { counts, lines, found } = await load(csv(first.replace(',3,100000', ',9,90000'), third, BAG));
    expect(counts).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
    expect(found).toEqual(counts);
    expect(lines).toEqual([
      { kind: 'updated', line: 2, column: null, message: 'Áo thun', fields: ['price', 'stock', 'variants'] },
    ]);
    const after = await product('ao');
    expect(after.id).toBe(before.id);
    expect(after.variants).toMatchObject([
      { id: before.variants[0]?.id, price: 90_000, stock_quantity: 9 },
      { id: before.variants[2]?.id },
    ]);
  });

  test('a variant with a renamed colour is matched by its SKU, and swapped SKUs by colour and size', async () => {
    await load(csv(...SHIRT));
    const before = await product('ao');
    const renamed = SHIRT.map((row) => row.replace(',trắng,', ',kem,'));
    const swapped = renamed.map((row) => row.replace(/,A([12]),/, (_, n) => `,A${3 - Number(n)},`));
    const { lines } = await load(csv(...swapped));
    expect(lines).toMatchObject([{ fields: ['variants'] }]);
    const after = await product('ao');
    expect(after.variants.map(({ id, color, size }) => [id, color.name, size.name])).toEqual([
      [before.variants[0]?.id, 'Đen', 'S'],
      [before.variants[1]?.id, 'Đen', 'M'],
      [before.variants[2]?.id, 'Kem', 'S'],
    ]);
    const skus: { sku: string }[] = await shop().db.query('SELECT sku FROM variants ORDER BY id');
    expect(skus.map(({ sku }) => sku)).toEqual(['A2', 'A1', 'A3']);
  });

  test('unpublished products are archived and published ones restored; without that column the state stays', async () => {
    const isHidden = async () => {
      const rows: { hidden: boolean }[] = await shop().db.query(
        'SELECT archived_at IS NOT NULL AS hidden FROM products',
      );
      return rows.map(({ hidden }) => hidden);
    };
    const hidden = BAG.replace(',true,', ',FALSE,');
    await load(csv(hidden));
    expect(await isHidden()).toEqual([true]);
    expect((await load(csv(BAG.replace(',true,', ',,')))).counts.unchanged).toBe(1);
    expect((await load(csv(BAG))).lines).toMatchObject([{ fields: ['status'] }]);
    expect(await isHidden()).toEqual([false]);
    expect((await load(csv(hidden))).lines).toMatchObject([{ fields: ['status'] }]);
    expect(await isHidden()).toEqual([true]);
  });

  describe('without some columns', () => {
    const parts = async (handle: string) => {
      const { name, description, brand, category, price, oldPrice, countInStock, variants } = await product(handle);
      const skus: { sku: string }[] = await shop().db.query('SELECT sku FROM variants ORDER BY id');
      const own = variants.map(({ id, price, stock_quantity }) => ({ id, price, stock_quantity }));
      return { name, description, brand, category, price, oldPrice, countInStock, variants: own, skus };
    };
    const BAG_FULL = 'tui,Túi vải,<p>Bền.</p>,Mây,Phụ kiện,true,Title,Default Title,,,T1,7,50000.00,60000,,';

    test('a list of prices changes prices alone', async () => {
      await load(csv(BAG_FULL));
      const before = await parts('tui');
      const { lines } = await load('Handle,Title,Variant Price\ntui,Túi vải,55000\n');
      expect(lines.map(({ kind, fields }) => [kind, fields])).toEqual([['updated', ['price']]]);
      expect(await parts('tui')).toEqual({ ...before, price: 55_000 });
      expect(before).toMatchObject({ description: 'Bền.', oldPrice: 60_000, countInStock: 7 });
    });

    test('variants keep their stock and SKU', async () => {
      await load(csv(...SHIRT));
      const before = await parts('ao');
      const { lines } = await load(
        [
          'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price',
          'ao,Áo thun,Màu sắc,đen,Kích thước,S,110000',
          'ao,,,đen,,M,100000',
          'ao,,,trắng,,S,120000',
          '',
        ].join('\n'),
      );
      expect(lines.map(({ fields }) => fields)).toEqual([['price']]);
      const [first, ...others] = before.variants;
      expect((await parts('ao')).variants).toEqual([{ ...first, price: 110_000 }, ...others]);
    });

    test('an empty cell of a column that is there empties the field', async () => {
      await load(csv(BAG_FULL));
      await load('Handle,Title,Vendor,Variant Inventory Qty,Variant Price\ntui,Túi vải,,0,50000\n');
      expect(await parts('tui')).toMatchObject({ brand: null, countInStock: 0, description: 'Bền.' });
    });

    test('a product with variants cannot be changed by a file without options, and nothing else is', async () => {
      await load(csv(...SHIRT, BAG));
      const before = await everything();
      const file = 'Handle,Title,Variant Price\ntui,Túi vải,55000\nao,Áo thun,90000\n';
      await expect(load(file)).rejects.toThrow(/products.csv:3: Option1 Name: Sản phẩm “ao” có phân loại/);
      expect(await everything()).toEqual(before);
    });
  });

  test('more pictures than a product may have are left out with a warning', async () => {
    const rows = Array.from({ length: 45 }, (_, nth) => `tui,,,,,,,,,,,,,,${nth}.jpg,${nth + 2}`);
    const { lines, counts } = await checkFile(written(csv(BAG, ...rows)));
    expect(counts).toMatchObject({ errors: 0, warnings: 1 });
    expect(lines[0]).toMatchObject({ column: 'Image Src', message: 'Sản phẩm có 45 ảnh: chỉ lấy 40 ảnh đầu.' });
  });

  test('a CSV file may be separated by semicolons, as Vietnamese spreadsheets write it', async () => {
    const { counts } = await load(csv(...SHIRT, BAG).replaceAll(',', ';'));
    expect(counts.created).toBe(2);
    expect(await product('tui')).toMatchObject({ price: 50_000 });
  });

  test('a row may leave out empty last cells after its price, as Excel saves it', async () => {
    const withFit = `${HEADER},Chất liệu (product.metafields.custom.material)`;
    const rows = [...SHIRT, BAG].map((row) => row.replace(/,+$/, ''));
    const { counts } = await load([withFit, ...rows, ''].join('\n'));
    expect(counts).toMatchObject({ created: 2, errors: 0 });
    expect(await product('ao')).toMatchObject({ oldPrice: 150_000, total_stock: 8, material: '' });
    expect(await product('tui')).toMatchObject({ price: 50_000, oldPrice: null });
  });

  test('a dry run changes nothing', async () => {
    await load(csv(BAG));
    const before = await everything();
    const { counts } = await checkFile(written(csv(...SHIRT, BAG.replace('50000.00', '60000'))));
    expect(counts).toMatchObject({ products: 2, created: 1, updated: 1 });
    expect(await everything()).toEqual(before);
  });

  test('negative stock is imported as 0, and a SKU of two products is reported', async () => {
    const rows = ['a,A,,,,true,,,,,X,-3,10,,,', 'b,B,,,,true,,,,,X,1,10,,,'];
    const { found, lines } = await load(csv(...rows));
    expect(found.warnings).toBe(2);
    expect(lines.filter(({ kind }) => kind === 'warning')).toEqual([]);
    expect(await product('a')).toMatchObject({ countInStock: 0 });
    const { lines: checked } = await checkFile(written(csv(...rows)));
    expect(checked.map(({ line, column, message }) => [line, column, message])).toEqual([
      [2, 'Variant Inventory Qty', 'Tồn kho âm được ghi là 0.'],
      [3, 'Variant SKU', 'Mã SKU “X” cũng là của một sản phẩm khác, ở dòng 2.'],
    ]);
  });

  test('an empty stock is imported as 0 with a warning, a file without that column has none', async () => {
    const variants = SHIRT.map((row) => row.replace(/,(A\d),\d+,/, ',$1,,'));
    const rows = [...variants, BAG, 'tui,,,,,,,,,,,,,,b.jpg,2'];
    const { counts, lines } = await checkFile(written(csv(...rows)));
    expect(counts).toMatchObject({ errors: 0, warnings: 3 });
    const column = 'Variant Inventory Qty';
    const message = 'Ô tồn kho trống được ghi là 0.';
    expect(lines.filter(({ kind }) => kind === 'warning')).toMatchObject(
      [2, 3, 4].map((line) => ({ line, column, message })),
    );
    const withoutColumn = await checkFile(written('Handle,Title,Variant Price\ntui,Túi vải,55000\n'));
    expect(withoutColumn.counts.warnings).toBe(0);
  });

  test('the old price is that of the cheapest variant, and a warning names a row with another one', async () => {
    const rows = [
      'ao,Áo,,,,true,Màu sắc,đen,,,A1,1,300000,400000,,',
      'ao,,,,,,,trắng,,,A2,1,100000,,,',
      'vay,Váy,,,,true,Màu sắc,đen,,,V1,1,300000,400000,,',
      'vay,,,,,,,trắng,,,V2,1,100000,150000,,',
      'non,Nón,,,,true,Màu sắc,đen,,,N1,1,100000,150000,,',
      'non,,,,,,,trắng,,,N2,1,100000,150000,,',
      'non,,,,,,,đỏ,,,N3,1,120000,,,',
    ];
    const { lines } = await checkFile(written(csv(...rows)));
    const warnings = lines.filter(({ kind }) => kind === 'warning');
    expect(warnings.map(({ line, column }) => [line, column])).toEqual([
      [2, 'Variant Compare At Price'],
      [4, 'Variant Compare At Price'],
    ]);
    await load(csv(...rows));
    expect(await product('ao')).toMatchObject({ min_price: 100_000, oldPrice: null });
    expect(await product('vay')).toMatchObject({ min_price: 100_000, oldPrice: 150_000 });
    expect(await product('non')).toMatchObject({ min_price: 100_000, oldPrice: 150_000 });
  });

  test('an old price that is not shown stays, until the file’s price would show it', async () => {
    const oldPrice = async () =>
      (await shop().db.query('SELECT old_price FROM products'))[0].old_price as string | null;
    await load(csv(BAG));
    await changeCatalogue('UPDATE products SET old_price = 40000');
    await load(csv(BAG.replace('Túi vải', 'Túi vải bố')));
    expect(await oldPrice()).toBe('40000');
    await load(csv(BAG.replace('50000.00', '30000')));
    expect(await oldPrice()).toBeNull();
  });

  test('options without values become a product without variants', async () => {
    const rows = ['a,A,,,,true,Màu sắc,,Kích thước,,,0,10,,,'];
    await load(csv(...rows));
    expect(await product('a')).toMatchObject({ has_variants: true, variants: [] });
    expect((await load(csv(...rows))).counts.unchanged).toBe(1);
  });

  test('a file may have one option only, in English, with a BOM and CRLF', async () => {
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

  test('pictures come from the folder; broken ones and those that cannot be fetched are reported', async () => {
    await photographs(['one.jpg', 'X', ''], ['two.jpg', 'X', '']);
    writeFileSync(path.join(folder, 'bad.jpg'), 'no picture');
    const rows = [
      'a,A,,,,true,,,,,,1,10,,two.jpg,2',
      'a,,,,,,,,,,,,,,one.jpg,1',
      'b,B,,,,true,,,,,,1,10,,bad.jpg,1',
      'c,C,,,,true,,,,,,1,10,,http://127.0.0.1:9/x.jpg,1',
      'd,D,,,,true,,,,,,1,10,,../../etc/passwd,1',
    ];
    const { counts, lines } = await load(csv(...rows), { images: folder });
    expect(counts).toMatchObject({ created: 4, warnings: 3 });
    expect(lines.filter(({ kind }) => kind === 'warning').map(({ line, message }) => [line, message])).toEqual([
      [4, expect.stringContaining('Bỏ qua ảnh bad.jpg: Vui lòng chọn file hình ảnh')],
      [5, 'Bỏ qua ảnh http://127.0.0.1:9/x.jpg: Địa chỉ ảnh nằm trong mạng nội bộ nên không được tải.'],
      [6, 'Bỏ qua ảnh ../../etc/passwd: Không có tệp ảnh passwd.'],
    ]);
    const { images, image } = await product('a');
    expect(images).toHaveLength(2);
    expect(image).toBe(images[0]);
    expect((await product('b')).images).toEqual([]);
  });
});

describe('the colours of pictures', () => {
  const HEADINGS =
    'Handle,Title,Option1 Name,Option1 Value,Variant Price,Image Src,Image Position,Variant Image,Google Shopping / Custom Label 1';
  const rows = (...lines: string[]) => [HEADINGS, ...lines].join('\n');
  const shownBy = async (handle: string) =>
    (
      await shop().db.query<{ name: string | null; color_source: string | null }[]>(
        `SELECT c.name, i.color_source FROM product_images i JOIN products p ON p.id = i.product_id
         LEFT JOIN colors c ON c.id = i.color_id WHERE p.handle = $1 ORDER BY i.position`,
        [handle],
      )
    ).map(({ name, color_source }) => [name, color_source]);
  beforeEach(() => photographs(['one.jpg', 'X', ''], ['two.jpg', 'X', ''], ['three.jpg', 'X', '']));

  test('are those of the variants whose Variant Image they are; one of several colours shows none', async () => {
    const file = rows(
      'a,A,Color,Đen,10,one.jpg,1,one.jpg,',
      'a,,,Trắng,10,two.jpg,2,two.jpg,',
      'a,,,Đỏ,10,,,two.jpg,',
      'a,,,Xanh,10,,,three.jpg,',
    );
    await load(file, { images: folder });
    expect(await shownBy('a')).toEqual([
      ['Đen', 'owner'],
      [null, 'owner'],
      ['Xanh', 'owner'],
    ]);
    expect((await load(file, { images: folder })).counts).toMatchObject({ unchanged: 1, updated: 0 });
  });

  test('are what the own column says; what is no colour of the product there says nothing', async () => {
    await load(
      rows('a,A,Color,Đen,10,one.jpg,1,one.jpg,trắng', 'a,,,Trắng,10,two.jpg,2,,-', 'a,,,,,three.jpg,3,,Hè 2026'),
      { images: folder },
    );
    expect(await shownBy('a')).toEqual([
      ['Trắng', 'owner'],
      [null, 'owner'],
      [null, null],
    ]);
  });

  test('stay as the owner chose them where a later file says nothing', async () => {
    const silent = ['a,A,Color,Đen,10,one.jpg,1,,', 'a,,,Trắng,10,two.jpg,2,,'] as const;
    await load(rows('a,A,Color,Đen,10,one.jpg,1,one.jpg,', silent[1]), { images: folder });
    expect((await load(rows(...silent), { images: folder })).counts).toMatchObject({ unchanged: 1 });
    expect(await shownBy('a')).toEqual([
      ['Đen', 'owner'],
      [null, null],
    ]);
  });
});

describe('photographs for products without pictures', () => {
  const priced = (handle: string, type: string, color: string) =>
    `${handle},${type} ${handle},,,${type},true,Màu sắc,${color},,,,1,10,,,`;

  test('photographs match class and colour, repeat none while another is unused, and are the same every time', async () => {
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
    await load(csv(...rows), { images: folder });
    const shown = await Promise.all(['a', 'b', 'c', 'd'].map(async (handle) => (await product(handle)).image));
    expect(new Set(shown).size).toBe(4);
    expect((await load(csv(...rows), { images: folder })).counts).toMatchObject({ unchanged: 4 });
  });

  test('photographs match the category, or the name when the category is too general', async () => {
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

  test('photographs do not replace a product’s own pictures', async () => {
    await photographs(['t1.jpg', 'T-Shirt', 'đen'], ['own.jpg', 'X', '']);
    await load(csv('a,Áo thun,,,Áo thun,true,,,,,,1,10,,own.jpg,1'), { images: folder });
    const { images } = await product('a');
    await load(csv('a,Áo thun,,,Áo thun,true,,,,,,1,10,,,'), { images: folder });
    expect((await product('a')).images).toEqual(images);
  });
});

describe('a faulty file changes nothing, and the report names the place', () => {
  const bag = (text: string) => csv(BAG, `b,B,,,,true,,,,,,${text},,,`);
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(csv(BAG), 'utf16le')]);
  const windows = Buffer.from(csv(BAG, 'b,\xc1o,,,,true,,,,,,1,9,,,'), 'latin1');

  test.each<[string, string | Buffer, RegExp]>([
    ['empty', '', /:1: Tệp trống\./],
    ['header only', `${HEADER}\n`, /:1: Tệp không có sản phẩm nào/],
    ['other columns', 'a,b\n1,2\n', /:1: Tệp không phải CSV.*thiếu cột Handle, Title, Variant Price/],
    ['a column twice', csv(BAG).replace('Vendor', 'Type'), /:1: Type: Cột này có hai lần/],
    ['a ZIP', Buffer.from('PK\x03\x04\x14\0\0\0'), /:1: Đây là tệp Excel \(\.xlsx\) hoặc tệp nén ZIP/],
    ['UTF-16', utf16, /:1: Tệp được lưu ở bảng mã UTF-16/],
    ['UTF-16 without a mark', utf16.subarray(2), /:1: Tệp được lưu ở bảng mã UTF-16/],
    ['Windows-1258', windows, /:2: Dòng này không ở bảng mã UTF-8 \(có thể là Windows-1258/],
    ['a letter cut off at the end', Buffer.from(csv(BAG, 'b,Á')).subarray(0, -2), /:3: Dòng này không ở bảng mã UTF-8/],
    ['a picture', Buffer.from([0xff, 0xd8, 0xff, 0, 10, 34, 44, 0]), /:1: Dòng này không ở bảng mã UTF-8/],
    ['a zero byte', csv(BAG, 'b,B\0,,,,true,,,,,,1,9,,,'), /:3: Tệp không phải văn bản CSV: có ký tự rỗng/],
    ['an open quote', csv(BAG, 'b,"B,,,,,,,,,,1,10,,,', SHIRT[0] ?? ''), /:3: Title: Dấu ngoặc kép/],
    [
      'a quote in the wrong place',
      csv(BAG, 'b,B 5" x,,,,true,,,,,,1,9,,,'),
      /:3: Title: Dấu ngoặc kép \("\) đặt sai chỗ/,
    ],
    ['one line without an end', csv(BAG, 'b'.repeat(1_100_000)), /:3: Dòng dài quá 1\.000\.000 ký tự/],
    [
      'a row cut off',
      csv(BAG, BAG.replace('tui', 'b')).slice(0, -22),
      /:3: Dòng có \d+ ô, trong khi tiêu đề có 16 cột/,
    ],
    [
      'a row cut off before its price',
      csv('b,B,,,,true,,,,,X,1', BAG),
      /:2: Dòng có 12 ô, trong khi tiêu đề có 16 cột/,
    ],
    [
      'a last row cut off within its price',
      csv(BAG, BAG.replace('tui', 'b')).slice(0, -7),
      /:3: Dòng có 13 ô, trong khi tiêu đề có 16 cột/,
    ],
    ['a row too long', csv(BAG, `${BAG.replace('tui', 'b')},`), /:3: Dòng có 17 ô/],
    ['a fraction', bag('1,9.99'), /:3: Variant Price: Giá “9\.99” phải là số nguyên đồng/],
    ['a negative price', bag('1,-5'), /:3: Variant Price: Giá “-5” không được âm/],
    ['a huge price', bag('1,9007199254740992'), /:3: Variant Price: Giá .* quá lớn/],
    ['a price of a thousand digits', bag(`1,${'9'.repeat(1_000)}`), /:3: Variant Price: Giá “9{40}” quá lớn/],
    ['a price with dots', bag('1,199.000'), /:3: Variant Price: Giá “199\.000” không rõ ràng/],
    ['a price in words', bag('1,rẻ'), /:3: Variant Price: Giá “rẻ” không phải là số/],
    ['no price', csv(BAG, 'b,B,,,,true,,,,,X,1,,,,'), /:3: Variant Price: Thiếu giá/],
    ['neither price nor anything', csv(BAG, 'b,B,,,,true,,,,,,,,,,'), /:3: Variant Price: Sản phẩm “b” không có giá/],
    ['a wrong price before', csv(BAG, 'b,B,,,,true,,,,,,1,9,x,,'), /:3: Variant Compare At Price: Giá “x”/],
    ['a wrong stock', bag('many,9'), /:3: Variant Inventory Qty: Tồn kho “many” phải là số nguyên/],
    ['a huge stock', bag('10000000,9'), /:3: Variant Inventory Qty: .* vượt quá 1\.000\.000/],
    [
      'too many pieces of a product',
      csv(
        'b,B,,,,true,Màu sắc,đen,Kích thước,0,,1000000,9,,,',
        ...Array.from({ length: 2_000 }, (_, nth) => `b,,,,,,,đen,,${nth + 1},,1000000,9,,,`),
      ),
      /:2: Variant Inventory Qty: Tổng tồn kho của một sản phẩm tối đa 2\.000\.000\.000\./,
    ],
    ['no title', csv('b,,,,,true,,,,,,1,9,,,'), /:2: Title: Sản phẩm “b” không có tên/],
    ['a title too long', csv(`b,${'B'.repeat(256)},,,,true,,,,,,1,9,,,`), /:2: Title: Tên dài quá 255 ký tự/],
    ['a long description', csv(`b,B,${'x'.repeat(20_001)},,,true,,,,,,1,9,,,`), /:2: Body \(HTML\): Mô tả dài quá/],
    ['no handle', csv(BAG, ',B,,,,true,,,,,,1,9,,,'), /:3: Handle: Thiếu Handle/],
    ['a wrong word', csv('b,B,,,,maybe,,,,,,1,9,,,'), /:2: Published: Published phải là true hoặc false/],
    ['a variant twice', csv(...SHIRT, SHIRT[1]?.replace('A2', 'A9') ?? ''), /:5: Option1 Value: .* đã có ở dòng 3/],
    ['a SKU twice in a product', csv(...SHIRT).replace(',A3,', ',A1,'), /:4: Variant SKU: .* đã có ở dòng 2 của cùng/],
    [
      'options of another kind',
      csv('b,B,,,,true,Chất,Lụa,,,,1,9,,,', 'b,,,,,,,Len,,,,1,9,,,'),
      /:3: Option1 Value: Chỉ đọc/,
    ],
    ['a product in two places', csv(...SHIRT, BAG, SHIRT[0] ?? ''), /:6: Handle: Sản phẩm “ao” đã có ở trên/],
  ])('%s', async (_what, text, message) => {
    await expect(load(text)).rejects.toThrow(message);
    expect(await shop().db.query('SELECT count(*)::int AS n FROM products')).toEqual([{ n: 0 }]);
  });

  test.each<[string, string, RegExp]>([
    ['half of it', '[\n{"handle": "a",\n', /x\.json:\d: Tệp JSON không đọc được/],
    ['an object', '{}', /x\.json:1: Tệp phải là một mảng JSON/],
    [
      'a product without a name',
      '[\n{"handle": "a", "name": "A", "price_vnd": 1},\n{"handle": "b", "price_vnd": 1}\n]',
      /x\.json:3: name/,
    ],
  ])('JSON: %s', async (_what, text, message) => {
    await expect(load(text, { name: 'x.json' })).rejects.toThrow(message);
  });

  test('all errors are reported at once, each with its line and column', async () => {
    const rows = ['a,,,,,true,,,,,,x,1.5,,,', 'b,B,,,,true,,,,,,1,9,,,', 'c,C,,,,true,,,,,,1,-1,,,'];
    const { counts, lines } = await checkFile(written(csv(...rows)));
    expect(counts).toMatchObject({ errors: 4, created: 1 });
    const errors = lines.filter(({ kind }) => kind === 'error');
    expect(errors.map(({ line, column }) => `${line} ${column}`).sort()).toEqual([
      '2 Title',
      '2 Variant Inventory Qty',
      '2 Variant Price',
      '4 Variant Price',
    ]);
  });

  test('a missing file and a folder are refused', async () => {
    await expect(importFile(path.join(folder, 'none.csv'))).rejects.toThrow(/none\.csv:1: Không mở được tệp/);
    await expect(importFile(folder)).rejects.toThrow(/:1: Đây không phải là một tệp/);
  });

  test('a row whose cells are all empty is skipped, and does not shift the line numbers', async () => {
    const blank = ','.repeat(15);
    expect((await checkFile(written(csv(BAG, blank, ` ${blank}`)))).counts).toMatchObject({ products: 1, errors: 0 });
    await expect(load(csv(blank, blank))).rejects.toThrow(/:1: Tệp không có sản phẩm nào/);
    const wrong = 'b,B,,,,true,,,,,,1,x,,,';
    await expect(load(csv(BAG, blank, ',,', wrong).replaceAll(',', ';'))).rejects.toThrow(/:5: Variant Price/);
  });

  test('empty lines and texts of several lines do not shift the line numbers', async () => {
    const text = csv('', 'a,A,"one\r\ntwo\rthree\nfour",,,true,,,,,,1,9,,,', '', '', 'b,B,,,,true,,,,,,1,x,,,');
    await expect(load(text.replaceAll('\r', '\r'))).rejects.toThrow(/:9: Variant Price/);
  });
});

test('a JSON array becomes products with a variant for every colour and size', async () => {
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
      sku: 'VN1',
    },
  ];
  expect((await load(JSON.stringify(rows), { name: 'x.json' })).counts).toMatchObject({ created: 1, variants: 4 });
  expect(await product('a')).toMatchObject({ oldPrice: 100_000, discount: 10, description: '', material: 'cotton' });
  await changeCatalogue('UPDATE variants SET stock_quantity = 3');
  expect((await load(JSON.stringify(rows), { name: 'x.json' })).counts).toMatchObject({ unchanged: 1 });
  expect((await product('a')).total_stock).toBe(12);
});

describe('real catalogues', () => {
  testWithRealData('real catalogues are imported completely, with photographs', async () => {
    const file = path.join(REAL_DATA, 'shopify/products-vi-shopify.csv');
    const images = path.join(REAL_DATA, 'images');
    expect((await importFile(file, { images })).counts).toMatchObject({ created: 150, variants: 755, warnings: 0 });
    const again = await importFile(file, { images });
    expect(again.counts).toMatchObject({ created: 0, updated: 0, unchanged: 150 });
    expect(again.found).toEqual(again.counts);
  });

  testWithRealData("Shopify's own sample is imported, and pictures that cannot be fetched are reported", async () => {
    const file = path.join(REAL_DATA, 'shopify/apparel.csv');
    const fetched = () => Promise.reject(new FetchFailure('Máy chủ của ảnh phản hồi mã 404.'));
    const { counts, lines } = await importFile(file, { fetched });
    expect(counts).toMatchObject({ created: 20, variants: 3, warnings: 20 });
    expect(lines.find(({ kind }) => kind === 'warning')).toMatchObject({ line: 2, column: 'Image Src' });
    expect((await importFile(file, { fetched })).counts).toMatchObject({ created: 0, updated: 0, unchanged: 20 });
  });
});
