import { BulkOutcome } from '../../../src/contract/catalog/bulk-edit.js';
import { MAX_STOCK, MAX_TOTAL_STOCK } from '../../../src/contract/rules.js';
import { changeCatalogue } from '../stocked.js';
import { answer, openShop } from '../../support/client.js';
import { given, type Shopper } from '../../support/given.js';
import { made } from '../product.js';

openShop();

const REFUSAL = 'Tổng tồn kho của một sản phẩm tối đa 2.000.000.000';

/** One pair more than a product can have with `MAX_STOCK` pieces each. */
let pairs: { color_id: number; size_id: number }[];
let admin: Shopper;
beforeAll(async () => {
  admin = await given.admin();
  pairs = await changeCatalogue(
    `WITH color AS (INSERT INTO colors (name, hex_code) SELECT 'Màu ' || n, '#ffffff' FROM generate_series(1, 50) n RETURNING id),
     size AS (INSERT INTO sizes (name) SELECT 'Cỡ ' || n FROM generate_series(1, 50) n RETURNING id)
     SELECT color.id AS color_id, size.id AS size_id FROM color, size LIMIT $1`,
    [MAX_TOTAL_STOCK / MAX_STOCK + 1],
  );
});

const rows = (stock_quantity: number) => pairs.map((pair) => ({ ...pair, price: 100_000, stock_quantity }));
const product = () => made(admin, { has_variants: true, countInStock: undefined });
const put = (id: number, variants: object[]) => admin.put(`/api/products/${id}/variants/`, { variants });

test('the variants of a product have at most two thousand million pieces together', async () => {
  const { id } = await product();
  const reply = await put(id, rows(MAX_STOCK));
  expect([reply.status, reply.body]).toMatchObject([400, { error: REFUSAL }]);
  const [last, ...rest] = rows(MAX_STOCK);
  expect((await put(id, rest)).status).toBe(200);
  const added = await admin.post('/api/product-variants/', { ...last, product: id, stock_quantity: 1 });
  expect([added.status, added.body]).toMatchObject([400, { error: REFUSAL }]);
});

test('a bulk edit refuses the pieces of a product that would have too many', async () => {
  const { id } = await product();
  expect((await put(id, rows(1))).status).toBe(200);
  const edit = { ids: [id], stock: { by: 'set', value: MAX_STOCK } };
  const outcome = answer(await admin.post('/api/admin/products/bulk/', edit), BulkOutcome);
  expect(outcome).toMatchObject({ changed: 0, refused: pairs.length });
  expect(new Set(outcome.lines.map((line) => line.refused))).toEqual(new Set([REFUSAL]));
});
