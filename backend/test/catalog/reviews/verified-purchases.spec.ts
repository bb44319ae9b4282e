import { ONE_PRODUCT } from '../../../src/catalog/products/product.sql.js';
import { Product } from '../../../src/contract/catalog/catalog.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { given } from '../../support/given.js';
import { countRowsRead } from '../query-plan.js';

openShop();

/** How many lines of orders reading a product takes, with a planner that would rather begin with all sales of the product. */
const linesRead = (product: number): Promise<number> =>
  shop().db.transaction(async (tx) => {
    await tx.query('SET LOCAL enable_nestloop = off');
    return countRowsRead(tx, ONE_PRODUCT.replace('$1', String(product)), 'order_items');
  });

test("what reading a review costs depends on its author's orders, not on how often others bought the product", async () => {
  const buyer = await given.shopper({ balance: 1_000_000 });
  const { id: own, product } = await given.paidOrder(buyer);
  expect((await buyer.post(`/api/products/${product}/reviews/`, { rating: 5, comment: 'Đẹp' })).status).toBe(201);
  const { id: other } = await given.paidOrder(await given.shopper({ balance: 1_000_000 }));
  await shop().db.query(
    `INSERT INTO order_items (order_id, product_id, product_name, qty, price)
     SELECT $1, $2, product_name, qty, price FROM order_items CROSS JOIN generate_series(1, 500) WHERE order_id = $3`,
    [other, product, own],
  );
  expect(answer(await visitor().get(`/api/products/${product}/`), Product).reviews[0]?.verified_purchase).toBe(true);
  expect(await linesRead(product)).toBe(1);
});
