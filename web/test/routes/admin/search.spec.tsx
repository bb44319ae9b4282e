import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { QueryPins, SearchQueryRow, Synonym } from 'contract/search/search';
import * as page from '~/routes/admin/search/route';
import { BROKEN, fakeApi, pageOf } from '../../support/api';
import { product, signedIn } from '../../support/given';
import { openShop, redirectsShoppers } from '../../support/shop-pages';

const QUERIES = 'GET /api/admin/search/queries/';
const SYNONYMS = 'GET /api/admin/search/synonyms/';
const PINS = 'GET /api/admin/search/pins/';
const ONE = 'GET /api/admin/search/pins/one/';
const PRODUCTS = 'GET /api/products/';
const row = (changed: Partial<SearchQueryRow> = {}): SearchQueryRow => ({
  ...{ query: 'áo thun', searches: 1_200, empty: 0, clicks: 300, purchases: 12 },
  ...changed,
});
const synonym: Synonym = { id: 4, word: 'bánh bèo', meanings: ['váy xòe', 'đầm'], is_two_way: false };
const choice = (id: number, name: string) => ({ id, name, image: null, is_archived: false });
const pins: QueryPins = { query: 'áo', pinned: [choice(1, 'Áo một'), choice(2, 'Áo hai')], buried: [] };
const found = (...names: string[]) => ({
  body: {
    ...{ count: names.length, page: 1, page_size: 24, facets: { category: {}, brand: {}, price: {} } },
    ...{ understood: [{ kind: 'type', label: 'đầm', of: 'text', start: 0, end: 3 }], correction: null },
    results: names.map((name, nth) => product({ id: 10 + nth, name })),
  },
});

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  signedIn({ isAdmin: true });
  api = fakeApi({
    [QUERIES]: pageOf([row()]),
    [SYNONYMS]: pageOf([synonym]),
    [PINS]: pageOf([{ query: 'áo', pinned: 2, buried: 0 }]),
    [ONE]: { body: pins },
    [PRODUCTS]: found('Áo ba', 'Áo bốn'),
    'GET /api/settings/': { body: { search_learning: true } },
  });
});

const open = (query = '') => openShop({ 'admin/search': page }, `/admin/search${query}`);
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const panel = () => within(screen.getByRole('dialog'));

redirectsShoppers(open, () => api.to(QUERIES));

test('shows how often each query was searched for, and what came of it', async () => {
  open();
  const [, first] = await screen.findAllByRole('row');
  expect(first).toHaveTextContent('áo thun1.20030025%120');
  expect(screen.getByRole('link', { name: 'Xem kết quả của “áo thun”' })).toHaveAttribute(
    'href',
    `/search?keyword=${encodeURIComponent('áo thun')}`,
  );
});

test('the period and the searches without results are asked of the server', async () => {
  open('?tab=empty');
  await userEvent.selectOptions(await screen.findByLabelText('Thời gian'), '7 ngày qua');
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(api.to(QUERIES).at(-1)?.query))).toEqual({
      only: 'empty',
      days: '7',
      page: '1',
      page_size: '20',
    }),
  );
});

test.each([
  ['', QUERIES, 'Chưa có lượt tìm nào'],
  ['?tab=empty', QUERIES, 'Lượt tìm nào cũng có kết quả'],
  ['?tab=synonyms', SYNONYMS, 'Chưa có từ đồng nghĩa nào'],
  ['?tab=pins', PINS, 'Chưa ghim sản phẩm nào'],
])('an empty list says so (%s)', async (tab, call, text) => {
  api.answer({ [call]: pageOf([]) });
  open(tab);
  expect(await screen.findByText(text)).toBeVisible();
});

test.each([
  ['', QUERIES],
  ['?tab=synonyms', SYNONYMS],
  ['?tab=pins', PINS],
])('a list that cannot be loaded offers another try (%s)', async (tab, call) => {
  api.answer({ [call]: BROKEN });
  open(tab);
  expect(await screen.findByText('Không thể tải dữ liệu tìm kiếm.')).toBeVisible();
  expect(await button('Thử lại')).toBeEnabled();
});

test('learning from searches is switched off at once', async () => {
  api.answer({ 'PUT /api/settings/': { body: { search_learning: false } } });
  open();
  await userEvent.click(await screen.findByRole('switch', { name: 'Kết quả tìm kiếm tự học từ lượt bấm và lượt mua' }));
  expect(await screen.findByText('Kết quả tìm kiếm không tự học nữa.')).toBeVisible();
  expect(api.to('PUT /api/settings/')[0]?.body).toEqual({ search_learning: false });
});

test('a synonym is added from a query, one meaning a line, with what each of them finds', async () => {
  api.answer({ 'POST /api/admin/search/synonyms/': { status: 201, body: synonym } });
  open();
  await userEvent.click(await button('Thêm từ đồng nghĩa cho “áo thun”'));
  expect(panel().getByLabelText(/^Khách gõ/)).toHaveValue('áo thun');
  await userEvent.type(panel().getByLabelText(/^Hiểu là/), 'đầm\n\nváy xòe');
  await waitFor(() => expect(panel().getAllByText('2 sản phẩm')).toHaveLength(2));
  await userEvent.click(panel().getByRole('switch', { name: 'Hai chiều' }));
  await userEvent.click(await button('Thêm'));
  expect(await screen.findByText('Đã thêm từ “áo thun”.')).toBeVisible();
  expect(api.to('POST /api/admin/search/synonyms/')[0]?.body).toEqual({
    word: 'áo thun',
    meanings: ['đầm', 'váy xòe'],
    is_two_way: true,
  });
});

test('a synonym is changed, with messages beside the fields, and removed', async () => {
  const wrong = 'Từ này đã có trong danh sách';
  api.answer({
    'PUT /api/admin/search/synonyms/4/': { status: 400, body: { detail: wrong, error: wrong, word: [wrong] } },
    'DELETE /api/admin/search/synonyms/4/': { status: 204 },
  });
  open('?tab=synonyms');
  await userEvent.click(await button('Sửa từ bánh bèo'));
  expect(panel().getByLabelText(/^Hiểu là/)).toHaveValue('váy xòe\nđầm');
  await userEvent.click(await button('Lưu'));
  await waitFor(() => expect(panel().getByLabelText(/^Khách gõ/)).toHaveAccessibleDescription(new RegExp(wrong)));
  expect(api.to('PUT /api/admin/search/synonyms/4/')[0]?.body).toMatchObject({ word: 'bánh bèo', was: synonym });
  await userEvent.click(await button('Hủy'));
  await userEvent.click(await button('Xóa từ bánh bèo'));
  await userEvent.click(panel().getByRole('button', { name: 'Xóa' }));
  expect(await screen.findByText('Đã xóa từ “bánh bèo”.')).toBeVisible();
});

test('pinned products are ordered, added from the result and saved', async () => {
  api.answer({ 'PUT /api/admin/search/pins/': { body: pins } });
  open('?tab=pins');
  await userEvent.click(await button('Sửa kết quả của áo'));
  await userEvent.click(await panel().findByRole('button', { name: 'Đưa Áo hai lên' }));
  await userEvent.click(await panel().findByRole('button', { name: 'Ghim lên đầu: Áo ba' }));
  await userEvent.click(await panel().findByRole('button', { name: 'Đẩy xuống cuối: Áo bốn' }));
  const preview = within(panel().getByRole('region', { name: 'Kết quả sau khi lưu' }));
  expect(preview.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    ...['1Áo hai', '2Áo một', '3Áo ba', '4Áo bốn'],
  ]);
  await userEvent.click(await button('Lưu'));
  expect(await screen.findByText('Đã lưu kết quả cho “áo”.')).toBeVisible();
  expect(api.to('PUT /api/admin/search/pins/')[0]?.body).toEqual({
    ...{ query: 'áo', pinned: [2, 1, 10], buried: [11] },
    was: { pinned: [1, 2], buried: [] },
  });
});

test('pins that somebody else has changed meanwhile are not overwritten, and the choice stays', async () => {
  const detail = 'Kết quả của từ khóa này vừa được thay đổi ở nơi khác.';
  api.answer({ 'PUT /api/admin/search/pins/': { status: 409, body: { detail, error: detail } } });
  open('?tab=pins');
  await userEvent.click(await button('Sửa kết quả của áo'));
  await userEvent.click(await panel().findByRole('button', { name: 'Bỏ Áo hai' }));
  await userEvent.click(await button('Lưu'));
  expect(await panel().findByText(detail)).toBeVisible();
  expect(panel().queryByRole('button', { name: 'Bỏ Áo hai' })).toBeNull();
});

test('products that were chosen and not saved are not given up without a question', async () => {
  open('?tab=pins');
  await userEvent.click(await button('Sửa kết quả của áo'));
  await userEvent.click(await panel().findByRole('button', { name: 'Bỏ Áo hai' }));
  await userEvent.click(panel().getByRole('button', { name: 'Đóng' }));
  expect(panel().getByText('Đóng và bỏ những gì đã nhập?')).toBeVisible();
});

test('products that were chosen stay when the query is corrected, and replace saved ones only after a warning', async () => {
  const none = { pinned: [], buried: [] };
  const trousers = [choice(3, 'Quần ba')];
  api.answer({
    [ONE]: ({ query }) => {
      const asked = new URLSearchParams(query).get('query')!;
      return { body: { query: asked, ...none, ...(asked === 'quần' && { pinned: trousers }) } };
    },
    'PUT /api/admin/search/pins/': { body: pins },
  });
  open('?tab=pins');
  await userEvent.click(await button('Ghim sản phẩm'));
  const query = panel().getByLabelText(/^Từ khóa/);
  await userEvent.type(query, 'ao thu');
  await userEvent.click(await panel().findByRole('button', { name: 'Ghim lên đầu: Áo ba' }));
  await userEvent.clear(query);
  await userEvent.type(query, 'quần');
  expect(await panel().findByText(/^“quần” đã có sản phẩm ghim/)).toBeVisible();
  expect(panel().getByRole('button', { name: 'Bỏ Áo ba' })).toBeVisible();
  await userEvent.type(query, ' short');
  await waitFor(() => expect(document.querySelector('input[name=query]')).toHaveValue('quần short'));
  expect(panel().queryByText(/đã có sản phẩm ghim/)).toBeNull();
  await userEvent.click(await button('Lưu'));
  expect(await screen.findByText('Đã lưu kết quả cho “quần short”.')).toBeVisible();
  expect(api.to('PUT /api/admin/search/pins/')[0]?.body).toEqual({
    ...{ query: 'quần short', pinned: [10], buried: [], was: none },
  });
});

test('pins that cannot be loaded are not overwritten', async () => {
  api.answer({ [ONE]: BROKEN });
  open('?tab=pins');
  await userEvent.click(await button('Sửa kết quả của áo'));
  expect(await panel().findByText('Không thể tải sản phẩm đã ghim.')).toBeVisible();
  expect(panel().queryByText('Ghim lên đầu')).toBeNull();
  expect(document.querySelector('input[name=query]')).toHaveValue('');
  api.answer({ [ONE]: { body: pins } });
  await userEvent.click(await button('Thử lại'));
  expect(await panel().findByText('Ghim lên đầu')).toBeVisible();
});
