import { RELATED_PRODUCTS } from '../../../src/catalog/products/product.sql.js';
import { ListProduct } from '../../../src/contract/catalog/catalog.js';
import { answer, asOwner, openShop, shop, visitor } from '../../support/client.js';
import { countRowsRead } from '../query-plan.js';
import { changeCatalogue, named, stock } from '../stocked.js';

openShop();

/** Adds the given number of products of one large brand and category that sell better than all others. */
async function addBestSellers(count: number): Promise<void> {
  await changeCatalogue(
    `INSERT INTO products (handle, name, description, price, count_in_stock, brand_id, category_id)
     SELECT 'best-' || nth || '-' || $1, 'Bán chạy', '', 100000, 5, $2, $3 FROM generate_series(1, $1::integer) nth`,
    [count, await named('brands', 'title', 'Lớn'), await named('categories', 'title', 'Quần')],
  );
  await changeCatalogue(`UPDATE product_sales SET total_sold = 50 WHERE product_id IN
    (SELECT id FROM products WHERE handle LIKE 'best-%')`);
  await asOwner('ANALYZE products, product_sales');
}

test('products of a small category and brand come first, however many others sell better', async () => {
  const [id] = await stock(
    { name: 'self', brand: 'Nhỏ', category: 'Áo dài' },
    { name: 'of its brand', brand: 'Nhỏ', category: 'Áo' },
    { name: 'of its category', brand: 'Lớn', category: 'Áo dài' },
  );
  await addBestSellers(500);
  const related = answer(await visitor().get(`/api/products/${id}/related/`), ListProduct.array());
  expect(related.map(({ name }) => name)).toEqual(['of its category', 'of its brand', 'Bán chạy', 'Bán chạy']);
});

test('what it reads does not grow with the shop', async () => {
  const [id] = await stock({ name: 'alone', brand: 'Riêng', category: 'Nón' });
  const read = () => countRowsRead(shop().db, RELATED_PRODUCTS.replaceAll('$1', String(id)));
  await addBestSellers(1_000);
  const few = await read();
  await addBestSellers(4_000);
  expect(await read()).toBeLessThan(few * 1.5);
});
