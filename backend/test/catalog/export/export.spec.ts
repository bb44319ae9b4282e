import { parse } from 'csv-parse/sync';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportRows, exportWriter } from '../../../src/catalog/export/export-catalogue.js';
import { PRODUCT_COLUMNS } from '../../../src/catalog/csv/product-csv.js';
import { seedDemo } from '../../../src/demo/seed-demo.js';
import { importFile } from '../../support/catalogue.js';
import { asOwner, openShop, shop } from '../../support/client.js';
import { REAL_DATA, testWithRealData } from '../../support/real-data.js';
import { changeCatalogue } from '../stocked.js';

openShop();

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'may-export-'));
  await asOwner('TRUNCATE products, brands, categories, colors, sizes CASCADE; DELETE FROM media');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The columns of a product that no file has, or has in other words. A file says everything else. */
const NOT_IN_FILES = [
  ...['id', 'brand_id', 'category_id', 'count_in_stock', 'created_at', 'archived_at', 'version', 'search'],
  ...['rating', 'rating_sum', 'num_reviews'],
];
/** What a file says of the catalogue, whatever the numbers of its rows are. */
const CATALOGUE = `
  SELECT to_jsonb(p) - '{${NOT_IN_FILES.join()}}'::text[] AS product, b.title AS brand, c.title AS category,
    p.archived_at IS NOT NULL AS is_archived,
    (SELECT json_agg(json_build_array(co.name, co.hex_code, s.name, v.sku, v.price, v.stock_quantity) ORDER BY co.name, s.name)
     FROM variants v JOIN colors co ON co.id = v.color_id JOIN sizes s ON s.id = v.size_id WHERE v.product_id = p.id) AS variants,
    (SELECT json_agg(json_build_array(i.media_hash, co.name, i.color_source) ORDER BY i.position)
     FROM product_images i LEFT JOIN colors co ON co.id = i.color_id WHERE i.product_id = p.id) AS pictures,
    (SELECT json_agg(json_build_array(t.product_id IS NULL, t.measures, s.name, r.measured, r.height_from, r.height_to,
        r.weight_from, r.weight_to) ORDER BY t.product_id IS NULL, s.name)
     FROM size_tables t JOIN size_table_rows r ON r.table_id = t.id JOIN sizes s ON s.id = r.size_id
     WHERE t.product_id = p.id OR t.category_id = p.category_id) AS size_tables
  FROM products p LEFT JOIN brands b ON b.id = p.brand_id LEFT JOIN categories c ON c.id = p.category_id ORDER BY p.handle`;
const ROWS = `SELECT (SELECT json_agg(p ORDER BY id) FROM products p) AS products,
  (SELECT json_agg(v ORDER BY id) FROM variants v) AS variants,
  (SELECT json_agg(i ORDER BY id) FROM product_images i) AS pictures,
  (SELECT json_agg(t ORDER BY table_id, size_id) FROM size_table_rows t) AS size_tables,
  (SELECT count(*) FROM stock_movements) AS movements`;

async function exported(): Promise<string> {
  const file = path.join(folder, 'export.csv');
  await pipeline(Readable.from(exportRows(shop().db, 'https://may.example')), exportWriter(), createWriteStream(file));
  return file;
}

const recordsOf = (file: string): Record<string, string>[] => parse(readFileSync(file), { bom: true, columns: true });

/** Exports, imports what came out, and sees that not a row has changed; then imports it into an emptied catalogue. */
async function expectRoundTrip(): Promise<void> {
  const { db } = shop();
  const rows: unknown = await db.query(ROWS);
  const file = await exported();
  const { counts, lines } = await importFile(file);
  expect(lines).toEqual([]);
  expect(counts).toMatchObject({ created: 0, updated: 0 });
  expect(counts.unchanged).toBeGreaterThan(0);
  expect(await db.query(ROWS)).toEqual(rows);

  const before: unknown = await db.query(CATALOGUE);
  await asOwner('TRUNCATE products, brands, categories, colors, sizes CASCADE');
  await importFile(file);
  expect(await db.query(CATALOGUE)).toEqual(before);
}

test('the demo catalogue, exported and imported, is as it was', async () => {
  expect(await seedDemo(shop().db, { write: () => Promise.resolve() })).toBe(true);
  await changeCatalogue('UPDATE products SET archived_at = now() WHERE id % 7 = 0');
  await expectRoundTrip();
});

testWithRealData('real catalogues, exported and imported, are as they were', async () => {
  for (const name of ['products-vi-shopify.csv', 'apparel.csv']) {
    await asOwner('TRUNCATE products, brands, categories, colors, sizes CASCADE');
    await importFile(path.join(REAL_DATA, 'shopify', name));
    await expectRoundTrip();
  }
});

const DESCRIPTIONS = [
  '',
  "'tis a quote",
  "'=1+1",
  "''=1+1",
  '=HYPERLINK("http://x")',
  '+84',
  '-5%',
  '@you',
  '\t=1',
  'one\ntwo\n\n\nthree',
  '• a\n• b',
  'a < b & c > d "e" <b>not bold</b> &amp; &#65;',
  '  spaces  inside\u00a0too',
  '<pre>x</pre>',
  'a\r\nb',
];

test('texts that a spreadsheet would run, quotes and apostrophes come back as they were', async () => {
  for (const [index, description] of DESCRIPTIONS.entries()) {
    await changeCatalogue(
      `INSERT INTO products (handle, name, description, price, count_in_stock) VALUES ($1, $2, $3, 10, 1)`,
      [`=p-${index}`, `@"n", ${index}\n;`, description.trim()],
    );
  }
  await changeCatalogue(`INSERT INTO brands (title) VALUES ('=cmd|x')`);
  await changeCatalogue('UPDATE products SET brand_id = (SELECT id FROM brands), name = trim(name)');
  const cells = recordsOf(await exported()).flatMap((row) => Object.values(row));
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  expect(cells).toContain("'=cmd|x");
  await expectRoundTrip();
});

test('a file has the 46 columns, what belongs to the product in its first row, and a row for each picture', async () => {
  const { db } = shop();
  const hashes = ['a', 'b', 'c'].map((letter) => letter.repeat(32));
  for (const hash of hashes) {
    await db.query(`INSERT INTO media (hash, mime, width, height) VALUES ($1, 'image/webp', 9, 12)`, [hash]);
  }
  await changeCatalogue(`
    INSERT INTO brands (title) VALUES ('Mây');
    INSERT INTO products (handle, name, description, price, old_price, has_variants, brand_id)
      SELECT 'ao', 'Áo', E'Mềm\\nMát', 100, 120, true, id FROM brands;
    INSERT INTO colors (name, hex_code) VALUES ('Cam', '#ff8800');
    INSERT INTO sizes (name, position) VALUES ('S', 1), ('M', 2);
    INSERT INTO variants (product_id, color_id, size_id, sku, price, stock_quantity)
      SELECT p.id, c.id, s.id, 'A-' || s.name, 100, s.position FROM products p, colors c, sizes s;`);
  await changeCatalogue(
    `INSERT INTO product_images (product_id, media_hash, position)
     SELECT p.id, hash, position FROM products p, unnest($1::text[]) WITH ORDINALITY AS given (hash, position)`,
    [hashes],
  );
  const file = await exported();
  const rows = recordsOf(file);
  expect(readFileSync(file, 'utf8').split('\r\n')[0]).toBe(`\ufeff${PRODUCT_COLUMNS.join()}`);
  expect(rows).toHaveLength(3);
  const cellsOf = (...columns: string[]) => rows.map((row) => columns.map((column) => row[column]));
  expect(cellsOf('Handle', 'Title', 'Body (HTML)', 'Vendor', 'Published')).toEqual([
    ['ao', 'Áo', '<p>Mềm</p><p>Mát</p>', 'Mây', 'true'],
    ['ao', '', '', '', ''],
    ['ao', '', '', '', ''],
  ]);
  expect(cellsOf('Option1 Value', 'Option2 Value', 'Variant SKU', 'Variant Price', 'Variant Compare At Price')).toEqual(
    [
      ['Cam', 'S', 'A-S', '100', '120'],
      ['Cam', 'M', 'A-M', '100', '120'],
      ['', '', '', '', ''],
    ],
  );
  expect(cellsOf('Image Src', 'Image Position')).toEqual(
    hashes.map((hash, nth) => [`https://may.example/media/${hash}/1280.webp`, String(nth + 1)]),
  );
  await expectRoundTrip();
});
