import { AdminUser } from '../../../src/contract/accounts/admin-users.js';
import { CategorySizeTable } from '../../../src/contract/catalog/size-tables.js';
import { clearCatalogue } from '../../catalog/stocked.js';
import { answer, openShop, shop } from '../../support/client.js';
import { given, type Shopper } from '../../support/given.js';

openShop();

const PASSWORD = 'k7-ao-lua';
let admin: Shopper;
let colleague: Shopper;
beforeEach(clearCatalogue);
beforeAll(async () => {
  [admin, colleague] = [await given.admin(), await given.admin({ password: PASSWORD })];
});

const refused = (called: string) => ({
  status: 409,
  body: { detail: `${called} vừa được thay đổi ở nơi khác. Hãy đóng cửa sổ này, xem lại rồi sửa.` },
});

const EDITS = [
  {
    ...{ kind: 'brand', called: 'Thương hiệu', path: '/api/brands/' },
    ...{ made: { title: 'Sương' }, theirs: { title: 'Sương mai' }, mine: { title: 'Sương đêm' } },
  },
  {
    ...{ kind: 'category', called: 'Danh mục', path: '/api/category/' },
    ...{ made: { title: 'Áo' }, theirs: { title: 'Áo', description: 'Mát' }, mine: { title: 'Áo hè' } },
  },
  {
    ...{ kind: 'colour', called: 'Màu', path: '/api/colors/', made: { name: 'Xám', hex_code: '#808080' } },
    ...{ theirs: { name: 'Xám', hex_code: '#707070' }, mine: { name: 'Ghi', hex_code: '#808080' } },
  },
  {
    ...{ kind: 'size', called: 'Kích cỡ', path: '/api/sizes/' },
    ...{ made: { name: 'XL' }, theirs: { name: '2XL' }, mine: { name: 'X-Large' } },
  },
  {
    ...{ kind: 'synonym', called: 'Từ đồng nghĩa', path: '/api/admin/search/synonyms/' },
    made: { word: 'bánh bèo', meanings: ['váy'] },
    theirs: { word: 'bánh bèo', meanings: ['váy', 'đầm'] },
    mine: { word: 'bánh bèo', meanings: ['váy'], is_two_way: true },
  },
];

describe.each(EDITS)('an edit of a $kind', ({ called, path, made, theirs, mine }) => {
  test('is refused after another edit, unless it does not say what it is based on', async () => {
    const { status, body: was } = await admin.post(path, made);
    expect(status).toBe(201);
    const at = `${path}${was.id}/`;
    const changed = await colleague.put(at, { ...theirs, was });
    expect(changed.status).toBe(200);
    expect(await admin.put(at, { ...mine, was })).toMatchObject(refused(called));
    expect((await admin.put(at, { ...mine, was: changed.body })).status).toBe(200);
    expect((await colleague.put(at, theirs)).status).toBe(200);
  });
});

describe.each(EDITS.filter(({ kind }) => kind !== 'synonym'))('a repeated edit of a $kind', ({ path, made, mine }) => {
  test('passes while the values are as it wants them, and is audited once', async () => {
    const audited = () => shop().db.query('SELECT id FROM audit_entries');
    const { body: was } = await admin.post(path, made);
    const at = `${path}${was.id}/`;
    const { status, body: saved } = await admin.put(at, { ...mine, was });
    expect(status).toBe(200);
    const before = await audited();
    expect(await admin.put(at, { ...mine, was })).toMatchObject({ status: 200, body: saved });
    expect(await audited()).toEqual(before);
  });
});

test('a repeated edit that moved a size passes, another place does not', async () => {
  await admin.post('/api/sizes/', { name: '46' });
  const { body: was } = await admin.post('/api/sizes/', { name: '47' });
  const move = (position: number) => admin.put(`/api/sizes/${was.id}/`, { name: '47 EU', position, was });
  expect(await move(1)).toMatchObject({ status: 200, body: { position: 1 } });
  expect(await move(1)).toMatchObject({ status: 200, body: { position: 1 } });
  expect(await move(2)).toMatchObject(refused('Kích cỡ'));
});

test('an edit of a size that another one moved meanwhile is refused', async () => {
  await admin.post('/api/sizes/', { name: '45', position: 1 });
  const { body: was } = await admin.post('/api/sizes/', { name: '46', position: 2 });
  await colleague.put(`/api/sizes/${was.id}/`, { name: '46', position: 1 });
  expect(await admin.put(`/api/sizes/${was.id}/`, { name: '46 EU', was })).toMatchObject(refused('Kích cỡ'));
});

test('an edit of a category’s size table that another one came before is refused', async () => {
  const { body: size } = await admin.post('/api/sizes/', { name: 'Freesize' });
  const { body: category } = await admin.post('/api/category/', { title: 'Khăn' });
  const at = `/api/category/${category.id}/size-table/`;
  const tableOf = (chest: number) => ({
    measures: ['chest'],
    rows: [{ size_id: size.id, values: { chest: [chest, chest] } }],
  });
  const { size_table: was } = answer(await admin.put(at, { ...tableOf(80), was: null }), CategorySizeTable);
  expect(await colleague.put(at, { ...tableOf(90), was: null })).toMatchObject(refused('Bảng kích thước'));
  answer(await colleague.put(at, { ...tableOf(90), was }), CategorySizeTable);
  expect(await admin.put(at, { ...tableOf(85), was })).toMatchObject(refused('Bảng kích thước'));
  answer(await admin.put(at, tableOf(85)), CategorySizeTable);
});

test('an edit of an account that another one came before is refused, before it asks for a password', async () => {
  const { id } = await given.shopper();
  const at = `/auth/users/${id}/`;
  const read = async () => answer(await admin.get('/auth/users/'), AdminUser.array()).find((user) => user.id === id)!;
  const was = await read();
  const { username, email } = was;
  const moved = await colleague.put(at, { username, email: `moi-${email}`, current_password: PASSWORD, was });
  expect(moved.status).toBe(200);
  expect(await admin.put(at, { username: `${username}-2`, email, was })).toMatchObject(refused('Tài khoản'));
  expect((await read()).username).toBe(username);
  const now = await read();
  expect((await admin.put(at, { username: `${username}-2`, email: now.email, was: now })).status).toBe(200);
});
