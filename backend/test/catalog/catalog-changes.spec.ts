import { formatCatalogChange } from '../../src/platform/http-cache/catalog-change.js';
import { CatalogChanges } from '../../src/platform/http-cache/catalog-changes.js';
import { asOwner, openShop, shop } from '../support/client.js';
import { given } from '../support/given.js';
import { clearCatalogue, heard, named, stock } from './stocked.js';

openShop();
beforeEach(clearCatalogue);

/** Runs something. @returns the changes that it announced, sorted */
async function changesOf(act: () => Promise<unknown>): Promise<string[]> {
  await heard();
  const changes: string[] = [];
  const unsubscribe = shop()
    .app.get(CatalogChanges)
    .onChange((change) => changes.push(formatCatalogChange(change)));
  await act();
  await heard();
  unsubscribe();
  return changes.sort();
}

const write = (sql: string, ...values: unknown[]) => changesOf(() => shop().db.query(sql, values));

/** Two products, the second with a variant of one piece and one of five. */
async function twoProducts() {
  const [plain = 0, varied = 0] = await stock(
    { name: 'Áo', stock: 3, sold: 4 },
    {
      name: 'Váy',
      variants: [
        ['Đỏ', 'M', 100_000, 1],
        ['Đỏ', 'L', 120_000, 5],
      ],
    },
  );
  return { plain, varied };
}

test('a new product, an archived one and a deleted one change what is listed', async () => {
  const { plain } = await twoProducts();
  expect(await write(`INSERT INTO products (handle, name, description, price) VALUES ('x', 'Quần', '', 1)`)).toEqual([
    expect.stringMatching(/^listed \d+$/),
  ]);
  expect(await write('UPDATE products SET archived_at = now() WHERE id = $1', plain)).toEqual([`listed ${plain}`]);
  expect(await write('DELETE FROM products WHERE id = $1', plain)).toEqual([]);
  expect(await write(`DELETE FROM products WHERE handle = 'x'`)).toEqual([expect.stringMatching(/^listed \d+$/)]);
});

test.each([
  ['name', `'Khác'`],
  ['description', `'Khác'`],
  ['price', '7'],
  ['old_price', '900000'],
  ['created_at', `now() - interval '1 year'`],
  ['has_variants', 'true'],
])('a changed %s is an edit', async (column, value) => {
  const { plain } = await twoProducts();
  expect(await write(`UPDATE products SET ${column} = ${value} WHERE id = $1`, plain)).toContain(`edited ${plain}`);
});

test('another brand or category is an edit; writing the same values changes nothing', async () => {
  const { plain } = await twoProducts();
  const brand = await named('brands', 'title', 'Mây');
  expect(await write('UPDATE products SET brand_id = $2 WHERE id = $1', plain, brand)).toEqual([`edited ${plain}`]);
  expect(await write('UPDATE products SET name = name, price = price, version = version + 1')).toEqual([]);
});

test('an order changes stock and sales, and availability where nothing is left', async () => {
  const { plain } = await twoProducts();
  const take = 'UPDATE products SET count_in_stock = count_in_stock - $2 WHERE id = $1';
  expect(await write(take, plain, 1)).toEqual([`stock ${plain}`]);
  expect(await write(take, plain, 2)).toEqual([`availability ${plain}`, `stock ${plain}`]);
  expect(await write('UPDATE product_sales SET total_sold = 6 WHERE product_id = $1', plain)).toEqual([
    `sold ${plain}:4:6`,
  ]);
});

test('a sold-out variant changes the availability of its product, one with pieces left only the stock', async () => {
  const { varied } = await twoProducts();
  const take = `UPDATE variants SET stock_quantity = stock_quantity - 1 WHERE product_id = $1 AND stock_quantity = $2`;
  expect(await write(take, varied, 5)).toEqual([`stock ${varied}`]);
  expect(await write(take, varied, 1)).toEqual([`availability ${varied}`, `stock ${varied}`]);
});

test('a variant’s price is an edit, and so is a variant that comes or goes', async () => {
  const { varied } = await twoProducts();
  expect(await write('UPDATE variants SET price = 130000 WHERE price = 120000')).toEqual([`edited ${varied}`]);
  expect(await write('UPDATE variants SET price = 90000 WHERE price = 100000')).toEqual([`edited ${varied}`]);
  expect(await write(`UPDATE variants SET sku = 'X'`)).toEqual([]);
  expect(await write('DELETE FROM variants WHERE price = 90000')).toContain(`edited ${varied}`);
});

test('a picture that comes, moves or goes is an edit', async () => {
  const { plain } = await twoProducts();
  const hash = 'b'.repeat(32);
  await shop().db.query(`INSERT INTO media (hash, mime, width, height) VALUES ($1, 'image/webp', 3, 4)`, [hash]);
  const insert = 'INSERT INTO product_images (product_id, media_hash, position) VALUES ($1, $2, 1)';
  expect(await write(insert, plain, hash)).toEqual([`edited ${plain}`]);
  expect(await write('UPDATE product_images SET position = 2')).toEqual([`edited ${plain}`]);
  expect(await write('DELETE FROM product_images')).toEqual([`edited ${plain}`]);
});

test('a review, a changed one and a deleted one are announced', async () => {
  const { plain } = await twoProducts();
  const { id: user } = await given.shopper();
  const review = `INSERT INTO reviews (product_id, user_id, rating, comment) VALUES ($1, $2, 5, 'Đẹp')`;
  expect(await write(review, plain, user)).toEqual([`reviewed ${plain}`]);
  expect(await write(`UPDATE reviews SET comment = 'Rất đẹp'`)).toEqual([`reviewed ${plain}`]);
  expect(await write('DELETE FROM reviews')).toEqual([`reviewed ${plain}`]);
});

test.each(['brands', 'categories', 'sizes'])('a change of %s is a change of everything', async (table) => {
  const column = table === 'sizes' ? 'name' : 'title';
  expect(await write(`INSERT INTO ${table} (${column}) VALUES ('Mới')`)).toEqual(['']);
});

test('a synonym, and a pinned product that comes or goes, change how the search is directed', async () => {
  const { plain, varied } = await twoProducts();
  expect(await write(`INSERT INTO search_synonyms (word, meanings) VALUES ('yếm', '{áo}')`)).toEqual(['curated']);
  expect(await write(`UPDATE search_synonyms SET meanings = '{váy}'`)).toEqual(['curated']);
  expect(await write('DELETE FROM search_synonyms')).toEqual(['curated']);
  const pin = `INSERT INTO search_pins (query, product_id, kind, position) VALUES ('áo', $1, 'pin', 0)`;
  expect(await write(pin, plain)).toEqual(['curated']);
  expect(await write('DELETE FROM products WHERE id = $1', varied)).not.toContain('curated');
  expect(await write('DELETE FROM products WHERE id = $1', plain)).toContain('curated');
  expect(await changesOf(() => asOwner('TRUNCATE search_synonyms'))).toEqual(['curated']);
});

test('a change too large for a notification is announced as a change of everything', async () => {
  const insert = `INSERT INTO products (handle, name, description, price) SELECT 'h' || n, 'Áo', '', 1 FROM generate_series(1, 3000) n`;
  expect(await write(insert)).toEqual(['']);
  expect(await changesOf(() => asOwner('TRUNCATE products CASCADE'))).toContain('');
});

test('a transaction that is rolled back announces nothing', async () => {
  const { plain } = await twoProducts();
  const rolledBack = shop().db.transaction(async (tx) => {
    await tx.query('UPDATE products SET price = 1 WHERE id = $1', [plain]);
    throw new Error('no');
  });
  expect(await changesOf(() => rolledBack.catch(() => undefined))).toEqual([]);
});
