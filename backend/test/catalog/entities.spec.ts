import { Product } from '../../src/catalog/products/product.entity.js';
import { Review } from '../../src/catalog/reviews/review.entity.js';
import { openShop, shop } from '../support/client.js';
import { given } from '../support/given.js';
import { stock } from './stocked.js';

openShop();

/** The columns of a product that a trigger's function does not compare. @param row how the function names the new row */
async function columnsUnseenBy(trigger: string, row: string): Promise<string[]> {
  const [found]: { text: string }[] = await shop().db.query('SELECT pg_get_functiondef($1::regproc) AS text', [
    trigger,
  ]);
  const columns = shop()
    .db.getMetadata(Product)
    .columns.map(({ databaseName }) => databaseName);
  return columns.filter((column) => !new RegExp(`\\b${row}\\.${column}\\b`).test(found!.text));
}

test('a change of any column of a product makes a new version, but of those that no administrator edits', async () => {
  // The migration of a new column replaces the function.
  expect(await columnsUnseenBy('product_edited', 'NEW')).toEqual(['id', 'handle', 'created_at']);
});

test('a change of any column of a product reaches the caches, but of those that no page shows', async () => {
  // The migration of a new column replaces the function.
  expect(await columnsUnseenBy('products_changed', 'n')).toEqual(['handle', 'count_in_stock', 'version']);
});

test('the entities fit the schema, with all their relations', async () => {
  const [id = 0] = await stock({
    name: 'Váy',
    brand: 'Mây',
    category: 'Đầm',
    oldPrice: 500_000,
    variants: [['Đỏ', 'M', 300_000, 2]],
  });
  const { manager } = shop().db;
  const shopper = await given.shopper();
  await manager.save(Review, { productId: id, userId: shopper.id, rating: 5, comment: 'Đẹp' });
  const review = await manager.findOneOrFail(Review, {
    where: { productId: id },
    relations: {
      user: true,
      product: { brand: true, category: true, images: true, variants: { color: true, size: true } },
    },
  });
  expect(review).toMatchObject({
    user: { username: shopper.username },
    product: {
      brand: { title: 'Mây' },
      category: { title: 'Đầm' },
      oldPrice: 500_000,
      images: [],
      variants: [{ price: 300_000, stockQuantity: 2, color: { name: 'Đỏ' }, size: { name: 'M' } }],
    },
  });
  await manager.update(Product, { id }, { archivedAt: new Date() });
  expect((await manager.findOneByOrFail(Product, { id })).isArchived).toBe(true);
});
