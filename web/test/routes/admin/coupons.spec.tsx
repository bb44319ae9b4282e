import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ListedCoupon } from 'contract/orders/coupons';
import { fromShopTime, toShopTime } from '~/routes/admin/coupons/shop-time';
import * as coupons from '~/routes/admin/coupons/route';
import { fakeApi, pageOf } from '../../support/api';
import { signedIn } from '../../support/given';
import { openShop, redirectsShoppers } from '../../support/shop-pages';

const LIST = 'GET /api/coupons/';
const coupon = (changed: Partial<ListedCoupon> = {}): ListedCoupon => ({
  id: 3,
  code: 'TẾT50',
  description: 'Mừng xuân',
  discount_amount: 50_000,
  min_order_amount: 500_000,
  valid_from: '2026-12-31T17:00:00.000Z',
  valid_to: '2027-01-31T16:59:59.000Z',
  is_active: true,
  usage_limit: 100,
  per_user_limit: 1,
  used_count: 7,
  state: 'running',
  ...changed,
});

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  signedIn({ isAdmin: true });
  api = fakeApi({
    [LIST]: pageOf([coupon()]),
  });
});

const open = (address = '/admin/coupons') => openShop({ 'admin/coupons': coupons }, address);
const button = (name: string) => screen.findByRole('button', { name });
const panel = () => within(screen.getByRole('dialog'));

redirectsShoppers(open, () => api.to(LIST));

test('shows discount, validity in Vietnam time, uses and state of each coupon', async () => {
  api.answer({
    [LIST]: pageOf([
      coupon(),
      coupon({
        id: 2,
        state: 'used_up',
        min_order_amount: 0,
        used_count: 1_000,
        usage_limit: 1_000,
        per_user_limit: null,
      }),
      coupon({ id: 1, state: 'off', usage_limit: null, per_user_limit: null, used_count: 0 }),
      coupon({ id: 4, state: 'upcoming' }),
      coupon({ id: 5, state: 'ended' }),
    ]),
  });
  open();
  const [, first, second, third, fourth, fifth] = await screen.findAllByRole('row');
  expect(first).toHaveTextContent(
    /TẾT50Mừng xuân50\.000 VNDđơn từ 500\.000 VNDtừ 01\/01\/2027 00:00đến 31\/01\/2027 23:597 \/ 100mỗi khách 1Đang chạy/,
  );
  expect(second).toHaveTextContent(/mọi đơn hàng.*1\.000 \/ 1\.000Hết lượt/);
  expect(third).toHaveTextContent(/23:590Đã tắt/);
  expect(fourth).toHaveTextContent('Chưa bắt đầu');
  expect(fifth).toHaveTextContent('Đã kết thúc');
});

test('search, state, order and page are in the URL and sent to the server', async () => {
  open('/admin/coupons?search=tết&sort=uses-desc');
  await userEvent.selectOptions(await screen.findByLabelText('Trạng thái'), 'Hết lượt');
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(api.to(LIST).at(-1)?.query))).toEqual({
      search: 'tết',
      state: 'used_up',
      sort: 'uses-desc',
      page: '1',
      page_size: '20',
    }),
  );
});

test('a new coupon is sent with its times in UTC; empty limits mean none', async () => {
  api.answer({ 'POST /api/coupons/': { status: 201, body: coupon() } });
  open();
  await userEvent.click(await button('Thêm mã giảm giá'));
  await userEvent.type(panel().getByLabelText(/^Mã/), 'HÈ');
  await userEvent.type(panel().getByLabelText(/^Giảm/), '20000');
  fireEvent.change(panel().getByLabelText(/^Bắt đầu/), { target: { value: '2027-06-01T00:00' } });
  fireEvent.change(panel().getByLabelText(/^Kết thúc/), { target: { value: '2027-07-01T08:30' } });
  await userEvent.click(panel().getByRole('switch', { name: 'Cho khách dùng mã này' }));
  await userEvent.click(await button('Thêm'));
  expect(await screen.findByText('Đã thêm mã HÈ.')).toBeVisible();
  expect(api.to('POST /api/coupons/')[0]?.body).toEqual({
    code: 'HÈ',
    description: '',
    discount_amount: 20_000,
    min_order_amount: 0,
    valid_from: '2027-05-31T17:00:00.000Z',
    valid_to: '2027-07-01T01:30:00.000Z',
    is_active: false,
    usage_limit: null,
    per_user_limit: null,
  });
});

test('an amount may have dots between the thousands, and a number that cannot be read is sent as typed', async () => {
  const sentence = 'Số lượt phải từ 1';
  api.answer({
    'POST /api/coupons/': { status: 400, body: { detail: sentence, error: sentence, usage_limit: [sentence] } },
  });
  open();
  await userEvent.click(await button('Thêm mã giảm giá'));
  await userEvent.type(panel().getByLabelText(/^Mã/), 'HÈ');
  await userEvent.type(panel().getByLabelText(/^Giảm/), '50.000');
  await userEvent.type(panel().getByLabelText(/^Cho đơn từ/), '10%');
  await userEvent.type(panel().getByLabelText('Tổng số lượt'), '1o');
  await userEvent.click(await button('Thêm'));
  await waitFor(() => expect(panel().getByLabelText('Tổng số lượt')).toBeInvalid());
  expect(panel().getByLabelText('Tổng số lượt')).toHaveValue('1o');
  expect(api.to('POST /api/coupons/')[0]?.body).toMatchObject({
    discount_amount: 50_000,
    min_order_amount: '10%',
    usage_limit: '1o',
  });
});

test('an edited coupon keeps its unchanged fields', async () => {
  api.answer({ 'PUT /api/coupons/3/': { body: coupon() } });
  open();
  await userEvent.click(await button('Sửa mã TẾT50'));
  expect(panel().getByLabelText(/^Bắt đầu/)).toHaveValue('2027-01-01T00:00');
  expect(panel().getByText(/Đã dùng 7/)).toBeVisible();
  await userEvent.clear(panel().getByLabelText('Tổng số lượt'));
  await userEvent.type(panel().getByLabelText('Tổng số lượt'), '200');
  await userEvent.click(await button('Lưu'));
  expect(await screen.findByText('Đã lưu mã TẾT50.')).toBeVisible();
  const valuesOf = ({ id: _id, used_count: _uses, state: _state, ...values }: ReturnType<typeof coupon>) => values;
  const body = { ...valuesOf(coupon({ usage_limit: 200 })), was: coupon() };
  expect(api.to('PUT /api/coupons/3/')[0]?.body).toEqual(body);
});

test('errors are shown beside their fields, the first field has the focus, and the input stays', async () => {
  const fields = {
    discount_amount: ['Số tiền phải là số nguyên'],
    valid_to: ['Ngày kết thúc phải sau ngày bắt đầu'],
  };
  api.answer({ 'POST /api/coupons/': { status: 400, body: { detail: 'Sai', error: 'Sai', ...fields } } });
  open();
  await userEvent.click(await button('Thêm mã giảm giá'));
  await userEvent.type(panel().getByLabelText(/^Mã/), 'HÈ');
  fireEvent.change(panel().getByLabelText(/^Kết thúc/), { target: { value: '' } });
  await userEvent.click(await button('Thêm'));
  await waitFor(() => expect(panel().getByLabelText(/^Giảm/)).toHaveFocus());
  expect(panel().getByLabelText(/^Giảm/)).toHaveAccessibleDescription(fields.discount_amount[0]);
  expect(panel().getByLabelText(/^Kết thúc/)).toBeInvalid();
  expect(panel().getByText('Ngày kết thúc phải sau ngày bắt đầu')).toBeVisible();
  expect(panel().getByLabelText(/^Mã/)).toHaveValue('HÈ');
  expect(api.to('POST /api/coupons/')[0]?.body).toMatchObject({ discount_amount: null, valid_to: '' });
});

test('deleting a used coupon explains the effect on its orders', async () => {
  api.answer({ 'DELETE /api/coupons/3/': { status: 204 } });
  open();
  await userEvent.click(await button('Xóa mã TẾT50'));
  const dialog = within(screen.getByRole('dialog', { name: 'Xóa mã giảm giá TẾT50?' }));
  expect(dialog.getByText(/đã dùng cho 7 đơn hàng.*giữ nguyên mã/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Xóa hẳn' }));
  expect(await screen.findByText('Đã xóa mã TẾT50.')).toBeVisible();
});

test('deleting an unused coupon says that it is unused', async () => {
  api.answer({ [LIST]: pageOf([coupon({ used_count: 0 })]) });
  open();
  await userEvent.click(await button('Xóa mã TẾT50'));
  expect(screen.getByText(/^Chưa đơn hàng nào dùng mã này/)).toBeVisible();
});

test.each([
  ['/admin/coupons', 'Chưa có mã giảm giá nào'],
  ['/admin/coupons?state=off', 'Không tìm thấy gì'],
])('%s shows the empty state', async (address, sentence) => {
  api.answer({ [LIST]: pageOf([]) });
  open(address);
  expect(await screen.findByText(sentence)).toBeVisible();
});

test('a list that failed to load can be retried', async () => {
  api.answer({ [LIST]: 'unreachable' });
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Không thể tải mã giảm giá.');
  api.answer({ [LIST]: pageOf([coupon()]) });
  await userEvent.click(await button('Thử lại'));
  expect(await button('Sửa mã TẾT50')).toBeVisible();
});

test.each([
  ['2026-12-31T17:00:00.000Z', '2027-01-01T00:00'],
  ['2027-01-31T16:59:59.000Z', '2027-01-31T23:59:59'],
  ['2026-02-28T23:05:00.000Z', '2026-03-01T06:05'],
])('%s is %s in Vietnam time, in both directions', (iso, local) => {
  expect(toShopTime(iso)).toBe(local);
  expect(fromShopTime(local)).toBe(iso);
});

test.each(['', 'mai', '2026-02', '0026-01-31T16:30', '0926-01-31T16:30'])(
  'a coupon rejects "%s" as a local time',
  (typed) => {
    expect(['', '2026-01-31T17:00:00.000Z']).toContain(fromShopTime(typed));
  },
);
