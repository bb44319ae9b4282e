import { act as inOneRender, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AdminProductRow } from 'contract/catalog/products';
import type { BulkOutcome } from 'contract/catalog/bulk-edit';
import * as products from '~/routes/admin/products/route';
import { fakeApi, pageOf } from '../../../support/api';
import { signedIn } from '../../../support/given';
import { openShop, redirectsShoppers, retryFailedLoad } from '../../../support/shop-pages';

const LIST = 'GET /api/admin/products/';
const BULK = 'POST /api/admin/products/bulk/';
const row = (changed: Partial<AdminProductRow> = {}): AdminProductRow => ({
  id: 5,
  name: 'Áo thun',
  description: 'Vải mềm',
  image: null,
  pictures: 0,
  price: 150_000,
  min_price: 150_000,
  oldPrice: null,
  brand: 1,
  category: 2,
  has_variants: false,
  variants: 0,
  total_stock: 12,
  total_sold: 3,
  createdAt: '2026-01-31T09:30:00.000Z',
  archived_at: null,
  stock_alerts: 0,
  is_ordered: false,
  ...changed,
});
const outcome = (changed: Partial<BulkOutcome> = {}): { body: BulkOutcome } => ({
  body: {
    products: 1,
    changed: 1,
    unchanged: 0,
    refused: 1,
    digest: 'as-shown',
    lines: [
      {
        product: 6,
        variant: 12,
        name: 'Đầm',
        choice: 'Đỏ, S',
        price_before: 1_000,
        price_after: -1_000,
        stock_before: 1,
        stock_after: 1,
        refused: 'Giá phải lớn hơn 0',
      },
      {
        product: 5,
        variant: null,
        name: 'Áo thun',
        choice: '',
        price_before: 150_000,
        price_after: 148_000,
        stock_before: 12,
        stock_after: 12,
        refused: null,
      },
    ],
    ...changed,
  },
});

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  signedIn({ isAdmin: true });
  const group = { description: '', image: null, product_count: 1 };
  api = fakeApi({
    [LIST]: pageOf([row(), row({ id: 6, name: 'Đầm', total_stock: 0, is_ordered: true })]),
    'GET /api/brands/': { body: [{ id: 1, title: 'Mây', ...group }] },
    'GET /api/category/': { body: [{ id: 2, title: 'Áo', ...group }] },
  });
});

const open = (at = '/admin/products') => openShop({ 'admin/products': products }, at);
const lastQuery = () => api.to(LIST).at(-1)?.query;

redirectsShoppers(open, () => api.to(LIST));

test('shows name, taxonomy, price, stock and sales of each product', async () => {
  api.answer({
    [LIST]: pageOf([
      row({ total_stock: 4, has_variants: true, variants: 6, min_price: 120_000, oldPrice: 200_000 }),
      row({ id: 6, name: 'Đầm', total_stock: 0, archived_at: '2026-01-31T09:30:00.000Z' }),
    ]),
  });
  open();
  const [, shirt, dress] = await screen.findAllByRole('row');
  expect(shirt).toHaveTextContent(/Áo thun.*Vải mềm.*Áo.*Mây.*120\.000 VND.*200\.000 VND.*6 phân loại.*4.*Sắp hết.*3/);
  expect(dress).toHaveTextContent(/Đã lưu trữ.*Hết hàng/);
  expect(within(shirt!).getByRole('link', { name: 'Sửa Áo thun' })).toHaveAttribute('href', '/admin/products/5');
  expect(screen.getByRole('link', { name: 'Thêm sản phẩm' })).toHaveAttribute('href', '/admin/products/new');
});

test('filters, order and page are in the URL and sent to the server', async () => {
  open('/admin/products?search=ao&stock=low&archived=1&page=2&sort=name-asc');
  await screen.findAllByRole('row');
  expect(lastQuery()).toBe('search=ao&stock=low&archived=1&sort=name-asc&page=2&page_size=20');
  await userEvent.selectOptions(screen.getByLabelText('Thương hiệu'), 'Mây');
  expect(
    await screen.findByText('/admin/products?search=ao&stock=low&archived=1&sort=name-asc&brand=1', {
      selector: 'output',
    }),
  ).toBeInTheDocument();
  expect(screen.getByLabelText('Tồn kho')).toHaveValue('low');
  await userEvent.click(screen.getByRole('link', { name: 'Giá' }));
  expect(await screen.findByText(/sort=price-desc/, { selector: 'output' })).toBeInTheDocument();
});

describe('the products of a colour or a size', () => {
  beforeEach(() =>
    api.answer({
      'GET /api/colors/': { body: [{ id: 3, name: 'Đỏ', hex_code: '#cc2222' }] },
      'GET /api/sizes/': { body: [{ id: 4, name: 'XL' }] },
    }),
  );

  test('are named, and each filter is removed alone', async () => {
    open('/admin/products?color=3&size=4&archived=all&page=2');
    const red = await screen.findByRole('link', { name: 'Chỉ sản phẩm có màu Đỏ , xem sản phẩm mọi màu' });
    expect(lastQuery()).toBe('color=3&size=4&archived=all&page=2&page_size=20');
    expect(red).toHaveAttribute('href', '/admin/products?size=4&archived=all');
    expect(screen.getByRole('link', { name: /^Chỉ sản phẩm có kích cỡ XL/ })).toHaveAttribute(
      'href',
      '/admin/products?color=3&archived=all',
    );
    expect(screen.getByLabelText('Tình trạng')).toHaveValue('all');
    await userEvent.click(red);
    expect(await screen.findByText('/admin/products?size=4&archived=all', { selector: 'output' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /^Chỉ sản phẩm có màu/ })).toBeNull();
  });

  test('are those that a bulk edit changes', async () => {
    api.answer({ [BULK]: outcome() });
    open('/admin/products?color=3');
    await userEvent.click(await screen.findByRole('button', { name: 'Sửa hàng loạt (2)' }));
    await userEvent.selectOptions(within(screen.getByRole('dialog')).getByLabelText('Tồn kho'), 'Đặt số lượng mới');
    await userEvent.type(screen.getByLabelText('Tồn kho: bao nhiêu'), '20');
    await userEvent.click(screen.getByRole('button', { name: 'Xem trước' }));
    await waitFor(() => expect(api.to(BULK)).toHaveLength(1));
    expect(api.to(BULK)[0]?.body).toMatchObject({ filter: { color: '3', size: '' } });
  });

  test('need no further calls without the filter', async () => {
    open();
    await screen.findAllByRole('row');
    expect(api.to('GET /api/colors/')).toEqual([]);
  });
});

test.each([
  ['/admin/products', 'Chưa có sản phẩm nào'],
  ['/admin/products?stock=out', 'Không tìm thấy gì'],
  ['/admin/products?page=9', 'Không còn gì ở trang này'],
])('%s shows the empty state', async (address, sentence) => {
  api.answer({ [LIST]: pageOf([]) });
  open(address);
  expect(await screen.findByText(sentence)).toBeVisible();
});

test('a list that failed to load can be retried', async () => {
  await retryFailedLoad(open, api, { [LIST]: pageOf([row()]) });
  expect(await screen.findByText('Vải mềm')).toBeVisible();
});

describe('archiving a product', () => {
  test('a product is removed after a confirmation with its name, and the list is reloaded', async () => {
    api.answer({ 'DELETE /api/products/5/': { status: 204 } });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Xóa Áo thun' }));
    const dialog = screen.getByRole('dialog', { name: 'Xóa “Áo thun”?' });
    api.answer({ [LIST]: pageOf([row({ id: 6, name: 'Đầm' })]) });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Xóa hẳn' }));
    expect(await screen.findByText('“Áo thun” không còn trong cửa hàng.')).toBeVisible();
    // It closes once the list was loaded anew, which the sentence does not wait for.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('link', { name: 'Sửa Áo thun' })).toBeNull();
  });

  test('a removed product is no longer among those chosen for a bulk edit', async () => {
    api.answer({ 'DELETE /api/products/5/': { status: 204 } });
    open();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Chọn Áo thun' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Chọn Đầm' }));
    await userEvent.click(screen.getByRole('button', { name: 'Xóa Áo thun' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Xóa hẳn' }));
    expect(await screen.findByText('“Áo thun” không còn trong cửa hàng.')).toBeVisible();
    expect(await screen.findByText(/^Đã chọn 1 sản phẩm/)).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Chọn Đầm' })).toBeChecked();
  });

  test('a product with orders is archived; a failure is shown in the dialog', async () => {
    api.answer({ 'DELETE /api/products/6/': { status: 503, body: { detail: 'Bận', error: 'Bận' } } });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Lưu trữ Đầm' }));
    const dialog = screen.getByRole('dialog', { name: 'Lưu trữ “Đầm”?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Lưu trữ' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Bận');
  });

  test('an archived product is restored', async () => {
    api.answer({
      [LIST]: pageOf([row({ archived_at: '2026-01-31T09:30:00.000Z' })]),
      'POST /api/admin/products/5/restore/': { body: {} },
    });
    open('/admin/products?archived=1');
    await userEvent.click(await screen.findByRole('button', { name: 'Khôi phục Áo thun' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Khôi phục' }));
    expect(await screen.findByText('“Áo thun” đã trở lại cửa hàng.')).toBeVisible();
  });
});

describe('a bulk edit', () => {
  const choose = async () => {
    await userEvent.click(await screen.findByLabelText('Chọn Áo thun'));
    await userEvent.click(screen.getByRole('button', { name: 'Sửa hàng loạt (1)' }));
    await userEvent.selectOptions(screen.getByLabelText('Giá'), 'Cộng thêm, hoặc trừ (VND)');
    await userEvent.type(screen.getByLabelText('Giá: bao nhiêu'), '-2.000');
  };
  const wanted = { ids: [5], price: { by: 'add', value: -2_000 } };

  test('is applied only after a preview', async () => {
    api.answer({ [BULK]: outcome() });
    open();
    await choose();
    expect(screen.getByRole('button', { name: 'Thay đổi' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Xem trước' }));
    expect(await screen.findByText('1 mục thay đổi, 0 giữ nguyên, 1 bị từ chối.')).toBeVisible();
    expect(screen.getByText('Giá phải lớn hơn 0')).toBeVisible();
    expect(screen.getByRole('row', { name: /Áo thun 150\.000 → 148\.000/ })).toBeVisible();
    expect(api.to(BULK).map(({ body }) => body)).toEqual([{ ...wanted, preview: true }]);
    await userEvent.click(screen.getByRole('button', { name: 'Thay đổi 1 mục' }));
    expect(await screen.findByText('Đã thay đổi 1 mục.')).toBeVisible();
    expect(api.to(BULK).at(-1)?.body).toEqual({ ...wanted, preview: false, seen: 'as-shown' });
    expect(api.to(BULK)[0]?.headers.get('Idempotency-Key')).toBeNull();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is applied once by a double press', async () => {
    api.answer({ [BULK]: outcome() });
    open();
    await choose();
    await userEvent.click(screen.getByRole('button', { name: 'Xem trước' }));
    const apply = await screen.findByRole('button', { name: 'Thay đổi 1 mục' });
    inOneRender(() => [1, 2].forEach(() => fireEvent.click(apply)));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.to(BULK).map(({ body }) => body)).toEqual([
      { ...wanted, preview: true },
      { ...wanted, preview: false, seen: 'as-shown' },
    ]);
  });

  /** Previews an edit of one product and applies it; the answer is lost. */
  async function applyUnanswered() {
    api.answer({ [BULK]: outcome() });
    open();
    await choose();
    await userEvent.click(screen.getByRole('button', { name: 'Xem trước' }));
    const apply = await screen.findByRole('button', { name: 'Thay đổi 1 mục' });
    api.answer({ [BULK]: 'unreachable' });
    await userEvent.click(apply);
  }

  test('whose answer is lost is sent again with the same key, and then is done once', async () => {
    await applyUnanswered();
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByRole('alert')).toHaveTextContent(/có thể giá và tồn kho đã thay đổi/);
    // The preview may be of products that have changed since.
    expect(dialog.queryByRole('table')).toBeNull();
    expect(dialog.getByRole('button', { name: 'Xem trước' })).toBeDisabled();
    api.answer({ [BULK]: outcome() });
    await userEvent.click(dialog.getByRole('button', { name: 'Thử lại' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [, lost, repeated] = api.to(BULK).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(lost).toMatch(/^[0-9a-f]{32}$/);
    expect(repeated).toBe(lost);
  });

  test('that is previewed again after a lost answer is a new one with a new key', async () => {
    await applyUnanswered();
    await screen.findByText(/có thể giá và tồn kho đã thay đổi/);
    await userEvent.click(screen.getByRole('button', { name: 'Đóng' }));
    await userEvent.click(screen.getByRole('button', { name: 'Đóng, bỏ thay đổi' }));
    api.answer({ [BULK]: outcome() });
    await userEvent.click(screen.getByRole('button', { name: 'Sửa hàng loạt (1)' }));
    await userEvent.selectOptions(screen.getByLabelText('Giá'), 'Cộng thêm, hoặc trừ (VND)');
    await userEvent.type(screen.getByLabelText('Giá: bao nhiêu'), '-2.000');
    await userEvent.click(screen.getByRole('button', { name: 'Xem trước' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Thay đổi 1 mục' }));
    expect(await screen.findByText('Đã thay đổi 1 mục.')).toBeVisible();
    const [, lost, , again] = api.to(BULK);
    expect(again?.body).toEqual(lost?.body);
    expect(again?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
    expect(again?.headers.get('Idempotency-Key')).not.toBe(lost?.headers.get('Idempotency-Key'));
  });

  test('that is refused needs another preview', async () => {
    api.answer({ [BULK]: outcome() });
    open();
    await choose();
    await userEvent.click(screen.getByRole('button', { name: 'Xem trước' }));
    const apply = await screen.findByRole('button', { name: 'Thay đổi 1 mục' });
    const detail = 'Sản phẩm vừa được thay đổi.';
    api.answer({ [BULK]: { status: 409, body: { detail, error: detail } } });
    await userEvent.click(apply);
    expect(await screen.findByText(detail)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Thay đổi' })).toBeDisabled();
    api.answer({ [BULK]: outcome() });
    await userEvent.click(screen.getByRole('button', { name: 'Xem trước' }));
    expect(await screen.findByRole('button', { name: 'Thay đổi 1 mục' })).toBeEnabled();
    expect(screen.queryByText(detail)).toBeNull();
  });

  test('cannot be closed or changed while it is applied', async () => {
    api.answer({ [BULK]: outcome() });
    open();
    await choose();
    await userEvent.click(screen.getByRole('button', { name: 'Xem trước' }));
    const apply = await screen.findByRole('button', { name: 'Thay đổi 1 mục' });
    api.answer({ [BULK]: () => new Promise<never>(() => {}) });
    await userEvent.click(apply);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Đóng' })).toBeDisabled());
    expect(screen.getByLabelText('Giá: bao nhiêu')).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Xem trước' })).toBeDisabled();
  });

  test('needs another preview after a change', async () => {
    api.answer({ [BULK]: outcome() });
    open();
    await choose();
    await userEvent.click(screen.getByRole('button', { name: 'Xem trước' }));
    await screen.findByRole('button', { name: 'Thay đổi 1 mục' });
    await userEvent.type(screen.getByLabelText('Giá: bao nhiêu'), '0');
    expect(screen.getByRole('button', { name: 'Thay đổi' })).toBeDisabled();
  });

  test('cannot be applied while another preview loads', async () => {
    api.answer({ [BULK]: outcome() });
    open();
    await choose();
    await userEvent.click(screen.getByRole('button', { name: 'Xem trước' }));
    await screen.findByRole('button', { name: 'Thay đổi 1 mục' });
    api.answer({ [BULK]: () => new Promise<never>(() => {}) });
    await userEvent.type(screen.getByLabelText('Giá: bao nhiêu'), '0');
    await userEvent.click(screen.getByRole('button', { name: 'Xem trước' }));
    await waitFor(() => expect(api.to(BULK)).toHaveLength(2));
    expect(screen.getByRole('button', { name: 'Thay đổi' })).toBeDisabled();
  });

  test.each(['2,5', '2.5'])('reads the percentage %s as no whole number', async (typed) => {
    api.answer({ [BULK]: outcome() });
    open();
    await choose();
    await userEvent.selectOptions(screen.getByLabelText('Giá'), 'Tăng, hoặc giảm (%)');
    await userEvent.clear(screen.getByLabelText('Giá: bao nhiêu'));
    await userEvent.type(screen.getByLabelText('Giá: bao nhiêu'), typed);
    await userEvent.click(screen.getByRole('button', { name: 'Xem trước' }));
    await waitFor(() => expect(api.to(BULK)[0]?.body).toMatchObject({ price: { by: 'percent', value: null } }));
  });

  test.each(['199.000,00', '199000.00', '12,5'])('reads the price %s as no whole number', async (typed) => {
    api.answer({ [BULK]: outcome() });
    open();
    await choose();
    await userEvent.selectOptions(screen.getByLabelText('Giá'), 'Đặt giá mới (VND)');
    await userEvent.clear(screen.getByLabelText('Giá: bao nhiêu'));
    await userEvent.type(screen.getByLabelText('Giá: bao nhiêu'), typed);
    await userEvent.click(screen.getByRole('button', { name: 'Xem trước' }));
    await waitFor(() => expect(api.to(BULK)[0]?.body).toMatchObject({ price: { by: 'set', value: null } }));
  });

  test('can cover all products of the current filters; a rejection is shown', async () => {
    const detail = 'Mỗi lần chỉ sửa được tối đa 5.000 sản phẩm.';
    api.answer({ [LIST]: pageOf([row()], 45), [BULK]: { status: 400, body: { detail, error: detail } } });
    open('/admin/products?stock=low');
    await userEvent.click(await screen.findByRole('button', { name: 'Sửa hàng loạt (45)' }));
    await userEvent.selectOptions(within(screen.getByRole('dialog')).getByLabelText('Tồn kho'), 'Đặt số lượng mới');
    await userEvent.type(screen.getByLabelText('Tồn kho: bao nhiêu'), '20');
    await userEvent.click(screen.getByRole('button', { name: 'Xem trước' }));
    expect(await screen.findByText(detail)).toBeVisible();
    expect(api.to(BULK)[0]?.body).toMatchObject({ filter: { stock: 'low' }, stock: { by: 'set', value: 20 } });
  });
});
