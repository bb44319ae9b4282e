import { AuditEntry } from '../../../src/contract/administration/audit.js';
import { Product } from '../../../src/contract/catalog/catalog.js';
import { pageSchema } from '../../../src/contract/common.js';
import { AdminProduct } from '../../../src/contract/catalog/products.js';
import type { SaveSizeTable } from '../../../src/contract/catalog/size-tables.js';
import { CategorySizeTable } from '../../../src/contract/catalog/size-tables.js';
import { fieldsOf, made, send, type Fields } from '../product.js';
import { changeCatalogue, named, stock } from '../stocked.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { given, statuses, times, type Shopper } from '../../support/given.js';

openShop();

let admin: Shopper;
let [small, medium, category] = [0, 0, 0];
beforeAll(async () => {
  admin = await given.admin();
  small = await named('sizes', 'name', 'S');
  medium = await named('sizes', 'name', 'M');
  category = await named('categories', 'title', 'Áo');
  await changeCatalogue('UPDATE sizes SET position = CASE name WHEN $1 THEN 1 ELSE 2 END', ['S']);
});
afterEach(() => shop().db.query('DELETE FROM size_tables'));

const tableOf = (chest: number, changed: Partial<SaveSizeTable> = {}): SaveSizeTable => ({
  measures: ['chest'],
  rows: [
    { size_id: medium, values: { chest: [chest + 4, chest + 8] }, weight: [48, 54.5] },
    { size_id: small, values: { chest: [chest, chest + 4] }, height: [150, 158], weight: [42, 48] },
  ],
  ...changed,
});
const at = () => `/api/category/${category}/size-table/`;
const shown = async (id: number) => answer(await visitor().get(`/api/products/${id}/`), Product);
const chestOf = async (id: number) => (await shown(id)).size_table?.rows[0]?.values.chest;
const ofCategory = async () => answer(await admin.get(`/api/admin${at().slice(4)}`), CategorySizeTable);
const save = async (id: number, fields: Fields) =>
  send(admin, 'put', `/api/products/${id}/`, { fields: await fieldsOf(fields) });
const logOf = async (subject: string, id: number) =>
  answer(await admin.get(`/api/admin/audit/?page=1&subject=${subject}&subject_id=${id}`), pageSchema(AuditEntry))
    .results;

test('the table of a category is shown at once with each of its products, in the order of sizes', async () => {
  const [id = 0, other = 0] = await stock({ name: 'Áo', category: 'Áo' }, { name: 'Quần', category: 'Quần' });
  expect((await shown(id)).size_table).toBeNull();
  const saved = answer(await admin.put(at(), tableOf(84)), CategorySizeTable);
  expect((await shown(id)).size_table).toEqual({
    measures: ['chest'],
    rows: [
      { size: { id: small, name: 'S' }, values: { chest: [84, 88] }, height: [150, 158], weight: [42, 48] },
      { size: { id: medium, name: 'M' }, values: { chest: [88, 92] }, height: null, weight: [48, 54.5] },
    ],
  });
  expect(await ofCategory()).toEqual(saved);
  expect((await shown(other)).size_table).toBeNull();

  answer(await admin.put(at(), tableOf(80)), CategorySizeTable);
  expect(await chestOf(id)).toEqual([80, 84]);
  expect((await admin.delete(at())).status).toBe(204);
  expect((await shown(id)).size_table).toBeNull();
  expect((await ofCategory()).size_table).toBeNull();
});

test("a product's own table counts before its category's, and gives way to it when it is removed", async () => {
  await admin.put(at(), tableOf(84));
  const product = await made(admin, { size_table: JSON.stringify(tableOf(100)) });
  expect(product.size_table?.rows[0]?.values.chest).toEqual([100, 104]);
  expect(await chestOf(product.id)).toEqual([100, 104]);

  answer(await save(product.id, {}), AdminProduct);
  expect(await chestOf(product.id)).toEqual([100, 104]);

  const without = answer(await save(product.id, { size_table: 'null' }), AdminProduct);
  expect(without.size_table).toBeNull();
  expect(await chestOf(product.id)).toEqual([84, 88]);
});

test('an edit of a table alone makes a new version, which refuses the edit of an older one', async () => {
  const { id, version } = await made(admin);
  const saved = answer(await save(id, { version, size_table: JSON.stringify(tableOf(90)) }), AdminProduct);
  expect(saved.version).toBeGreaterThan(version);
  expect((await save(id, { version, size_table: 'null' })).status).toBe(409);
  expect(await chestOf(id)).toEqual([90, 94]);
});

test('changes of tables are in the audit log as text', async () => {
  const before = (await logOf('category', category)).length;
  await admin.put(at(), tableOf(84));
  await admin.put(at(), tableOf(84)); // changes nothing, so it is no entry
  await admin.delete(at());
  const log = await logOf('category', category);
  const [last, first] = log;
  const text = 'Cỡ;Ngực;Cao;Nặng\nS;84-88;150-158;42-48\nM;88-92;;48-54,5';
  expect(first).toMatchObject({ action: 'update', before: { size_table: null }, after: { size_table: text } });
  expect(last).toMatchObject({ before: { size_table: text }, after: { size_table: null } });
  expect(log).toHaveLength(before + 2);
  const { id } = await made(admin);
  await save(id, { size_table: JSON.stringify(tableOf(84)), material: 'Lụa', model_height: 165 });
  expect((await logOf('product', id))[0]).toMatchObject({
    before: { size_table: null, material: '', model_height: null },
    after: { size_table: text, material: 'Lụa', model_height: 165 },
  });
});

const row = (changed: object) => ({ rows: [{ size_id: small, values: { chest: [84, 88] }, ...changed }] as never });
test.each([
  ['rows', { rows: [] }],
  [
    'rows',
    {
      rows: [
        { size_id: 1, values: {} },
        { size_id: 2, values: {} },
      ] as never,
    },
  ],
  ['rows.1.size_id', () => ({ rows: [...tableOf(84).rows.slice(1), { size_id: 999_999, values: { chest: [1, 2] } }] })],
  ['rows', () => ({ rows: [...tableOf(84).rows, ...tableOf(84).rows] })],
  ['rows', () => ({ rows: times41() })],
  ['measures.0', { measures: ['price'] as never }],
  ['measures', { measures: ['chest', 'chest'] as never }],
  ['rows.0.values.chest', () => row({ values: { chest: [88, 84] } })],
  ['rows.0.values.chest.1', () => row({ values: { chest: [84, 301] } })],
  ['rows.0.values.chest.0', () => row({ values: { chest: [0, 88] } })],
  ['rows.0.values.chest.0', () => row({ values: { chest: [84.55, 88] } })],
  ['rows.0.values.chest', () => row({ values: { chest: 84 } })],
  ['rows.0.values', () => row({ values: { price: [1, 2] } })],
  ['rows.0.height.0', () => row({ height: [10, 20] })],
  ['rows.0.weight.1', () => row({ weight: [40, 400] })],
] as [string, Partial<SaveSizeTable> | (() => Partial<SaveSizeTable>)][])(
  'a wrong table is refused beside %s',
  async (field, changed) => {
    const reply = await admin.put(at(), tableOf(84, typeof changed === 'function' ? changed() : changed));
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body as object)).toContain(field);
    expect((await ofCategory()).size_table).toBeNull();
  },
);
const times41 = () =>
  Array.from({ length: 41 }, (_, nth) => ({ size_id: nth + 1, values: { chest: [84, 88] as [number, number] } }));

test('a wrong table of a product is refused with its path, and nothing of the product is saved', async () => {
  const { id, name } = await made(admin);
  const reply = await save(id, { name: 'Khác', size_table: JSON.stringify(tableOf(299)) });
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body as object)).toContain('size_table.rows.0.values.chest.0');
  expect((await save(id, { size_table: '{"rows":' })).status).toBe(400);
  expect((await shown(id)).name).toBe(name);
});

test('a category that does not exist has no table', async () => {
  const paths = ['/api/admin/category/999999/size-table/', '/api/category/999999/size-table/'] as const;
  expect((await admin.get(paths[0])).status).toBe(404);
  expect((await admin.put(paths[1], tableOf(84))).status).toBe(404);
  expect((await admin.delete(paths[1])).status).toBe(404);
});

test('a size that tables have a row for is not deleted, and the refusal names where they stand', async () => {
  const size = await named('sizes', 'name', '3XL');
  const rows = [{ size_id: size, values: { chest: [120, 124] as [number, number] } }];
  await admin.put(at(), { measures: ['chest'], rows });
  const refused = () => admin.delete(`/api/sizes/${size}/`);
  expect(await refused()).toMatchObject({
    status: 409,
    body: { detail: 'Kích cỡ này còn trong bảng kích thước của danh mục Áo, nên không thể xóa.' },
  });
  const products = await stock({ name: 'Váy xòe' }, { name: 'Váy suông' }, { name: 'Đầm' }, { name: 'Yếm' });
  await shop().db.query(
    `WITH made AS (INSERT INTO size_tables (product_id, measures) SELECT unnest($2::integer[]), '{chest}' RETURNING id)
     INSERT INTO size_table_rows (table_id, size_id) SELECT id, $1 FROM made`,
    [size, products],
  );
  expect((await refused()).body.detail).toBe(
    'Kích cỡ này còn trong bảng kích thước của danh mục Áo, sản phẩm Váy xòe, sản phẩm Váy suông và 2 bảng khác, nên không thể xóa.',
  );
  await shop().db.query('DELETE FROM size_tables WHERE product_id IS NOT NULL');
  await admin.delete(at());
  expect((await admin.delete(`/api/sizes/${size}/`)).status).toBe(204);
});

test('ten tables for one category at once leave one whole table', async () => {
  const replies = await times(10, (nth) => admin.put(at(), tableOf(80 + (nth ?? 0))));
  expect(statuses(replies)).toEqual({ 200: 10 });
  expect((await ofCategory()).size_table?.rows).toHaveLength(2);
});

test('a product tells its cloth, its care and its model, and keeps what an edit leaves out', async () => {
  const facts = { material: 'Lụa tơ tằm', care: 'Giặt tay.\nPhơi bóng râm.', model_height: 165, model_size: 'S' };
  const { id } = await made(admin, facts);
  expect(await shown(id)).toMatchObject(facts);
  answer(await save(id, { name: 'Tên mới' }), AdminProduct);
  expect(await shown(id)).toMatchObject({ ...facts, name: 'Tên mới' });
  answer(await save(id, { material: '', care: '', model_height: '', model_size: '' }), AdminProduct);
  expect(await shown(id)).toMatchObject({ material: '', care: '', model_height: null, model_size: '' });
  const wrong = await save(id, {
    material: 'x'.repeat(501),
    care: 'x'.repeat(1_001),
    model_height: 20,
    model_size: 'x'.repeat(41),
  });
  expect(Object.keys(wrong.body as object)).toEqual(
    expect.arrayContaining(['material', 'care', 'model_height', 'model_size']),
  );
});

test('a product is found by its material', async () => {
  const { id } = await made(admin, { name: 'Khăn vuông', material: 'Lụa tơ tằm Bảo Lộc' });
  const results = (await visitor().get('/api/products/?keyword=bao+loc')).body as { id: number }[];
  expect(results.map((each) => each.id)).toEqual([id]);
});
