import { act as inOneRender, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AdminTaxonomyItem } from 'contract/catalog/taxonomy';
import * as brands from '~/routes/admin/brands/route';
import * as categories from '~/routes/admin/categories/route';
import { fakeApi, pageOf } from '../../../support/api';
import { signedIn } from '../../../support/given';
import { openShop } from '../../../support/shop-pages';

const LONG =
  'Cotton dày dặn, form gọn, mặc ở nhà hay ra phố đều hợp, giặt máy thoải mái mà không xù lông, không phai màu.';
const entry = (changed: Partial<AdminTaxonomyItem> = {}): AdminTaxonomyItem => ({
  id: 4,
  title: 'Áo thun',
  description: LONG,
  image: '/media/ab/640.webp',
  product_count: 0,
  archived_count: 0,
  ...changed,
});

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  signedIn({ isAdmin: true });
  api = fakeApi({
    'GET /api/admin/category/': pageOf([entry()]),
    'GET /api/admin/brands/': pageOf([entry({ title: 'Nếp' })]),
  });
  URL.createObjectURL = () => 'blob:chosen';
  URL.revokeObjectURL = () => undefined;
});

const open = (address = '/admin/categories') =>
  openShop({ 'admin/categories': categories, 'admin/brands': brands }, address);
/** The form that the last call of a method sent. */
const sent = (method: string) =>
  jest.mocked(globalThis.fetch).mock.calls.findLast(([, init]) => init?.method === method)?.[1]?.body as FormData;
const button = (name: string) => screen.findByRole('button', { name });

test.each(['/admin/categories', '/admin/brands'])('%s: a shopper is redirected to the home page', async (address) => {
  signedIn();
  open(address);
  expect(await screen.findByText('/', { selector: 'output' })).toBeInTheDocument();
  expect(api.calls.filter(({ method }) => method === 'GET')).toEqual([]);
});

test('shows picture, a description cut at 100 characters, and the number of products, which leads to them', async () => {
  api.answer({ 'GET /api/admin/category/': pageOf([entry({ product_count: 12, archived_count: 3 })]) });
  open();
  const row = (await screen.findAllByRole('row'))[1];
  expect(row).toHaveTextContent(/Áo thun.*mà không xù lông, không…12\+ 3 đã lưu trữ$/);
  expect(row?.querySelector('img')).toHaveAttribute('src', '/media/ab/640.webp');
  expect(within(row as HTMLElement).getByRole('link', { name: '12' })).toHaveAttribute(
    'href',
    '/admin/products?category=4',
  );
});

test('brands are managed on the same page as categories', async () => {
  open('/admin/brands');
  expect(await screen.findByRole('link', { name: '0' })).toHaveAttribute('href', '/admin/products?brand=4');
  expect(screen.getByRole('heading', { name: 'Thương hiệu' })).toBeVisible();
  expect(await button('Thêm thương hiệu')).toBeVisible();
});

test('search, order and page are in the URL and sent to the server', async () => {
  open('/admin/categories?search=ao&sort=products-desc&page=2');
  await screen.findByRole('table');
  expect(api.to('GET /api/admin/category/')[0]?.query).toBe('search=ao&sort=products-desc&page=2&page_size=20');
  await userEvent.click(screen.getByRole('link', { name: 'Tên' }));
  expect(
    await screen.findByText('/admin/categories?search=ao&sort=title-asc', { selector: 'output' }),
  ).toBeInTheDocument();
});

test('a new entry previews its picture, and the list is reloaded', async () => {
  api.answer({ 'POST /api/category/': { status: 201, body: entry({ title: 'Đầm' }) } });
  open();
  await userEvent.click(await button('Thêm danh mục'));
  const panel = within(screen.getByRole('dialog', { name: 'Thêm danh mục' }));
  await userEvent.type(panel.getByLabelText(/^Tên/), ' Đầm');
  await userEvent.type(panel.getByLabelText('Mô tả'), 'Mặc một món là xong');
  await userEvent.upload(panel.getByLabelText('Ảnh'), new File(['x'], 'dam.png', { type: 'image/png' }));
  expect(panel.getByRole('img', { name: 'Ảnh vừa chọn' })).toHaveAttribute('src', 'blob:chosen');
  await userEvent.click(panel.getByRole('button', { name: 'Thêm' }));
  expect(await screen.findByText('Đã thêm danh mục Đầm.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('POST').get('description')).toBe('Mặc một món là xong');
  expect(api.to('GET /api/admin/category/')).toHaveLength(2);
});

test('an edited entry keeps its picture if none is chosen', async () => {
  api.answer({ 'PUT /api/category/4/': { body: entry() } });
  open();
  await userEvent.click(await button('Sửa Áo thun'));
  const panel = within(screen.getByRole('dialog', { name: 'Sửa danh mục' }));
  expect(panel.getByLabelText('Mô tả')).toHaveValue(LONG);
  expect(panel.getByRole('img', { name: 'Ảnh hiện tại' })).toHaveAttribute('src', '/media/ab/640.webp');
  await userEvent.type(panel.getByLabelText(/^Tên/), ' trơn');
  await userEvent.click(panel.getByRole('button', { name: 'Lưu' }));
  expect(await screen.findByText('Đã lưu danh mục Áo thun trơn.')).toBeVisible();
  expect(sent('PUT').get('title')).toBe('Áo thun trơn');
  expect(sent('PUT').has('image')).toBe(false);
  expect(JSON.parse(sent('PUT').get('was') as string)).toEqual(entry());
});

test('only pictures are accepted, and a chosen one can be removed', async () => {
  open();
  await userEvent.click(await button('Sửa Áo thun'));
  const box = screen.getByLabelText<HTMLInputElement>('Ảnh');
  const user = userEvent.setup({ applyAccept: false });
  await user.upload(box, new File(['x'], 'a.pdf', { type: 'application/pdf' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Vui lòng chọn file hình ảnh');
  expect(box).toBeInvalid();
  await user.upload(box, new File(['x'], 'a.png', { type: 'image/png' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(await button('Bỏ ảnh vừa chọn'));
  expect(screen.getByRole('img', { name: 'Ảnh hiện tại' })).toBeVisible();
});

test('an error is shown beside its field, and the input stays', async () => {
  const title = ['Đã có danh mục mang tên này.'];
  api.answer({ 'POST /api/category/': { status: 400, body: { detail: title[0], error: title[0], title } } });
  open();
  await userEvent.click(await button('Thêm danh mục'));
  const panel = within(screen.getByRole('dialog'));
  await userEvent.type(panel.getByLabelText(/^Tên/), 'Áo thun');
  await userEvent.click(panel.getByRole('button', { name: 'Thêm' }));
  await waitFor(() => expect(panel.getByLabelText(/^Tên/)).toBeInvalid());
  await waitFor(() => expect(panel.getByLabelText(/^Tên/)).toHaveFocus());
  expect(panel.getByLabelText(/^Tên/)).toHaveAccessibleDescription(title[0]);
  expect(panel.getByLabelText(/^Tên/)).toHaveValue('Áo thun');
});

test('a deletion is confirmed by name; a refusal is shown in the dialog', async () => {
  const detail = 'Còn 1 sản phẩm thuộc danh mục này.';
  api.answer({ 'DELETE /api/category/4/': { status: 409, body: { detail, error: detail } } });
  open();
  await userEvent.click(await button('Xóa Áo thun'));
  const dialog = within(screen.getByRole('dialog', { name: 'Xóa danh mục Áo thun?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Xóa hẳn' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(detail);
  api.answer({ 'DELETE /api/category/4/': { status: 204 } });
  await userEvent.click(dialog.getByRole('button', { name: 'Xóa hẳn' }));
  expect(await screen.findByText('Đã xóa danh mục Áo thun.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an entry with products cannot be deleted: a link leads to them', async () => {
  api.answer({ 'GET /api/admin/category/': pageOf([entry({ product_count: 2, archived_count: 1 })]) });
  open();
  await userEvent.click(await button('Xóa Áo thun'));
  const dialog = within(screen.getByRole('dialog', { name: 'Chưa xóa được danh mục Áo thun' }));
  expect(dialog.getByText(/Còn 3 sản phẩm thuộc danh mục này, trong đó 1 đã lưu trữ/)).toBeVisible();
  expect(dialog.getByRole('link')).toHaveAttribute('href', '/admin/products?category=4&archived=all');
  expect(dialog.queryByRole('button', { name: 'Xóa hẳn' })).toBeNull();
});

test('an empty list explains what categories are for', async () => {
  api.answer({ 'GET /api/admin/category/': pageOf([]) });
  open();
  expect(await screen.findByText('Chưa có danh mục nào')).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'Thêm danh mục' })).toHaveLength(2);
});

test('a list that failed to load can be retried', async () => {
  api.answer({ 'GET /api/admin/category/': 'unreachable' });
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Không thể tải danh mục.');
  api.answer({ 'GET /api/admin/category/': pageOf([entry()]) });
  await userEvent.click(await button('Thử lại'));
  expect(await button('Sửa Áo thun')).toBeVisible();
});

describe('the size table of a category', () => {
  const TABLE = 'GET /api/admin/category/4/size-table/';
  const PUT_TABLE = 'PUT /api/category/4/size-table/';
  const sizes = ['S', 'M'].map((name, nth) => ({ id: nth + 1, name }));

  beforeEach(() =>
    api.answer({
      [TABLE]: { body: { category: 4, size_table: null } },
      'GET /api/sizes/': { body: sizes },
      [PUT_TABLE]: { body: { category: 4, size_table: null } },
    }),
  );
  const openTable = async () => {
    open();
    await userEvent.click(await button('Bảng kích thước của Áo thun'));
  };
  const paste = async (text: string) => {
    (await screen.findByPlaceholderText('Nhấn vào đây rồi dán')).focus();
    await userEvent.paste(text);
  };
  const saved = () => api.to(PUT_TABLE).map(({ body }) => body);

  test('is pasted from a spreadsheet, and saved', async () => {
    await openTable();
    await paste('Size\tVòng ngực (cm)\tCân nặng\nS\t82-86\t42-48\nm\t86 - 90\t\n');
    await userEvent.click(await button('Lưu bảng'));
    expect(await screen.findByText('Đã lưu bảng kích thước của danh mục Áo thun.')).toBeVisible();
    expect(saved()).toEqual([
      {
        measures: ['chest'],
        rows: [
          { size_id: 1, values: { chest: [82, 86] }, height: null, weight: [42, 48] },
          { size_id: 2, values: { chest: [86, 90] }, height: null, weight: null },
        ],
        was: null,
      },
    ]);
  });

  test('is saved once by a double press: the second would be refused as stale', async () => {
    await openTable();
    await paste('Size\tNgực\nS\t82');
    const save = await button('Lưu bảng');
    inOneRender(() => [1, 2].forEach(() => fireEvent.click(save)));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(saved()).toHaveLength(1);
  });

  test('that somebody else has changed meanwhile is not overwritten, and the input stays', async () => {
    const detail = 'Bảng kích thước vừa được thay đổi ở nơi khác. Hãy đóng cửa sổ này, xem lại rồi sửa.';
    const rows = sizes.map((size) => ({ size, values: { chest: [82, 86] }, height: null, weight: null }));
    const was = { measures: ['chest'], rows };
    api.answer({
      [TABLE]: { body: { category: 4, size_table: was } },
      [PUT_TABLE]: { status: 409, body: { detail, error: detail } },
    });
    await openTable();
    await userEvent.click(await button('Bỏ cỡ M'));
    await userEvent.click(await button('Lưu bảng'));
    expect(await screen.findByText(detail)).toBeVisible();
    expect(saved()).toMatchObject([{ rows: [{ size_id: 1 }], was }]);
    expect(screen.queryByRole('button', { name: 'Bỏ cỡ M' })).toBeNull();
  });

  test('a pasted cell that is wrong stays and is pointed out, and a paste is undone', async () => {
    await openTable();
    await paste('Size\tNgực\tGiá\nS\t82\t1\n4XL\tmười\t2');
    expect(await screen.findByText(/Bỏ qua cột không có trong danh sách số đo: Giá\./)).toBeVisible();
    expect(screen.getByText('Cửa hàng không có cỡ “4XL”')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Ngực (cm) của cỡ 4XL' })).toHaveValue('mười');
    expect(await button('Lưu bảng')).toBeDisabled();
    await userEvent.click(await button('Hoàn tác'));
    expect(screen.queryByRole('textbox', { name: 'Ngực (cm) của cỡ S' })).toBeNull();
  });

  test('cells without headings fill the table from the cell that they are pasted into', async () => {
    const row = (size: (typeof sizes)[number]) => ({ size, values: {}, height: null, weight: null });
    api.answer({
      [TABLE]: { body: { category: 4, size_table: { measures: ['chest', 'waist'], rows: sizes.map(row) } } },
    });
    await openTable();
    (await screen.findByRole('textbox', { name: 'Ngực (cm) của cỡ S' })).focus();
    await userEvent.paste('82\t64\n86\t68\n90\t72');
    expect(screen.getByRole('textbox', { name: 'Eo (cm) của cỡ M' })).toHaveValue('68');
    expect(screen.getByText(/Phần dán ra ngoài bảng bị bỏ qua/)).toBeVisible();
  });

  test.each<[string, () => Promise<void>]>([
    ['a pasted table', () => paste('Cỡ\tNgực\nS\t82')],
    ['a removed row', async () => userEvent.click(await button('Bỏ cỡ M'))],
  ])('%s is not given up without a question', async (_name, change) => {
    const rows = sizes.map((size) => ({ size, values: { chest: [82, 86] }, height: null, weight: null }));
    api.answer({ [TABLE]: { body: { category: 4, size_table: { measures: ['chest'], rows } } } });
    await openTable();
    await change();
    await userEvent.click(await button('Đóng'));
    expect(screen.getByText('Đóng và bỏ những gì đã nhập?')).toBeVisible();
  });

  test('is removed after a confirmation', async () => {
    const DELETE_TABLE = 'DELETE /api/category/4/size-table/';
    const rows = sizes.map((size) => ({ size, values: { chest: [82, 86] }, height: null, weight: null }));
    api.answer({
      [TABLE]: { body: { category: 4, size_table: { measures: ['chest'], rows } } },
      [DELETE_TABLE]: { status: 204 },
    });
    await openTable();
    await userEvent.click(await button('Xóa bảng'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Xóa bảng kích thước của Áo thun?' }));
    expect(api.to(DELETE_TABLE)).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Xóa bảng' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.to(DELETE_TABLE)).toHaveLength(1);
  });

  test('a refused table stays, with the message at its cell', async () => {
    const fields = { 'rows.0.size_id': ['Kích cỡ không tồn tại'] };
    api.answer({ [PUT_TABLE]: { status: 400, body: { detail: 'Dữ liệu không hợp lệ', error: '', ...fields } } });
    await openTable();
    await paste('Cỡ\tNgực\nS\t82');
    await userEvent.click(await button('Lưu bảng'));
    expect(await screen.findByText('Kích cỡ không tồn tại')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Ngực (cm) của cỡ S' })).toHaveValue('82');
  });

  test('a failure to load offers another try', async () => {
    api.answer({ [TABLE]: 'unreachable' });
    await openTable();
    await screen.findByRole('alert');
    api.answer({ [TABLE]: { body: { category: 4, size_table: null } } });
    await userEvent.click(await button('Thử lại'));
    expect(await screen.findByPlaceholderText('Nhấn vào đây rồi dán')).toBeVisible();
  });

  test('brands have none', async () => {
    open('/admin/brands');
    await button('Sửa Nếp');
    expect(screen.queryByRole('button', { name: 'Bảng kích thước của Nếp' })).toBeNull();
  });
});
