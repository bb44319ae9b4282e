import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AdminUser } from 'contract/accounts/admin-users';
import * as users from '~/routes/admin/users/route';
import { fakeApi, pageOf } from '../../support/api';
import { signedIn } from '../../support/given';
import { dialog, openShop, press, redirectsShoppers } from '../../support/shop-pages';

const LIST = 'GET /auth/users/';
const user = (changed: Partial<AdminUser> = {}): AdminUser => ({
  id: 9,
  username: 'mai',
  email: 'mai@example.com',
  first_name: 'Mai',
  last_name: 'Trần Thị',
  is_active: true,
  is_staff: false,
  date_joined: '2026-01-31T09:30:00.000Z',
  ...changed,
});
const refusal = (status: number, body: Record<string, unknown>) => ({ status, body });

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  signedIn({ isAdmin: true });
  api = fakeApi({
    [LIST]: pageOf([user(), user({ id: 7, username: 'lan', email: 'lan@example.com', is_staff: true })]),
  });
});

const open = (address = '/admin/users') => openShop({ 'admin/users': users }, address);

redirectsShoppers(open, () => api.to(LIST));

test('shows each account with links to its orders, wallet, reviews and chat', async () => {
  open('/admin/users?is_staff=false&sort=name-asc');
  const row = within(await screen.findByRole('row', { name: /mai ?@example/ }));
  expect(row.getByText('Trần Thị Mai')).toBeVisible();
  expect(row.getByText('31/01/2026 16:30')).toBeVisible();
  expect(row.getByRole('link', { name: 'mai' })).toHaveAttribute('href', '/admin/customers/9');
  expect(row.getByRole('link', { name: 'Đơn hàng của mai' })).toHaveAttribute('href', '/admin/orders?user=9');
  expect(row.getByRole('link', { name: 'Ví của mai' })).toHaveAttribute('href', '/admin/paybox?user=9');
  expect(row.getByRole('link', { name: 'Đánh giá của mai' })).toHaveAttribute('href', '/admin/reviews?user=9');
  const log = '/admin/audit?subject=user&subject_id=9';
  expect(row.getByRole('link', { name: 'Nhật ký về mai' })).toHaveAttribute('href', log);
  expect(Object.fromEntries(new URLSearchParams(api.to(LIST)[0]?.query))).toEqual({
    is_staff: 'false',
    sort: 'name-asc',
    page: '1',
    page_size: '20',
  });
});

test('one account is named, with a way back to all', async () => {
  open('/admin/users?user=9');
  await userEvent.click(await screen.findByRole('link', { name: /^Chỉ tài khoản mai/ }));
  expect(await screen.findByText('/admin/users', { selector: 'output' })).toBeInTheDocument();
  expect(api.to(LIST).map(({ query }) => new URLSearchParams(query).get('user'))).toEqual(['9', null]);
});

test('administrators cannot lock, demote or close their own account, and the row says why', async () => {
  open();
  const own = await screen.findByRole('button', { name: 'Khóa lan' });
  expect(own).toBeDisabled();
  expect(own).toHaveAccessibleDescription('Tài khoản của bạn: không thể tự khóa, bỏ quyền hay đóng.');
  expect(screen.getByRole('button', { name: 'Bỏ quyền quản trị lan' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Đóng tài khoản lan' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Sửa lan' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Khóa mai' })).toBeEnabled();
});

test('creating an account requires the password twice', async () => {
  api.answer({ 'POST /auth/users/': { status: 201, body: { id: 10, username: 'nga', email: 'nga@example.com' } } });
  open();
  await press('Thêm người dùng');
  await userEvent.type(dialog().getByLabelText(/Tên đăng nhập/), 'nga');
  await userEvent.type(dialog().getByLabelText(/Email/), 'nga@example.com');
  await userEvent.type(dialog().getByLabelText(/^Mật khẩu/), 'mat-khau-1');
  await userEvent.type(dialog().getByLabelText(/Nhập lại mật khẩu/), 'mat-khau-1');
  await press('Tạo tài khoản');
  expect(await screen.findByText('Đã tạo tài khoản nga.')).toBeVisible();
  expect(api.to('POST /auth/users/')[0]?.body).toEqual({
    username: 'nga',
    email: 'nga@example.com',
    password: 'mat-khau-1',
    re_password: 'mat-khau-1',
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an error is shown beside its field, and the input stays', async () => {
  const taken = 'Email đã được sử dụng';
  api.answer({ 'PUT /auth/users/9/': refusal(400, { detail: taken, error: taken, email: [taken] }) });
  open();
  await press('Sửa mai');
  const email = dialog().getByLabelText(/Email/);
  await userEvent.clear(email);
  await userEvent.type(email, 'lan@example.com');
  await userEvent.type(dialog().getByLabelText(/Mật khẩu của bạn/), 'admin-123');
  await press('Lưu');
  await waitFor(() => expect(email).toBeInvalid());
  expect(email).toHaveAccessibleDescription(taken);
  await waitFor(() => expect(email).toHaveFocus());
  expect(email).toHaveValue('lan@example.com');
  expect(api.to('PUT /auth/users/9/')[0]?.body).toEqual({
    username: 'mai',
    email: 'lan@example.com',
    password: '',
    current_password: 'admin-123',
    was: user(),
  });
});

test('a user name is changed without the administrator’s own password; an e-mail or a password asks for it', async () => {
  const wrong = 'Mật khẩu hiện tại không đúng';
  api.answer({ 'PUT /auth/users/9/': refusal(400, { detail: wrong, error: wrong, current_password: [wrong] }) });
  open();
  await press('Sửa mai');
  const own = () => dialog().queryByLabelText(/Mật khẩu của bạn/);
  await userEvent.type(dialog().getByLabelText(/Tên đăng nhập/), '2');
  expect(own()).toBeNull();
  const email = dialog().getByLabelText(/Email/);
  await userEvent.type(email, '.vn');
  expect(own()).toBeVisible();
  await userEvent.clear(email);
  await userEvent.type(email, 'mai@example.com');
  expect(own()).toBeNull();
  await userEvent.type(dialog().getByLabelText(/Mật khẩu mới/), 'moi-1234');
  await userEvent.type(dialog().getByLabelText(/Mật khẩu của bạn/), 'nham');
  await press('Lưu');
  await waitFor(() => expect(own()).toBeInvalid());
  await waitFor(() => expect(own()).toHaveFocus());
  expect(own()).toHaveAccessibleDescription(new RegExp(wrong));
});

test.each([
  ['Khóa mai', 'Khóa', user(), { is_active: false }, 'Đã khóa tài khoản mai.'],
  ['Mở khóa mai', 'Mở khóa', user({ is_active: false }), { is_active: true }, 'Đã mở khóa tài khoản mai.'],
  [
    'Mở khóa mai',
    'Mở khóa',
    user({ is_active: false, is_staff: true }),
    { is_active: true },
    'Đã mở khóa tài khoản mai.',
  ],
  ['Cấp quyền quản trị mai', 'Cấp quyền quản trị', user(), { is_staff: true }, 'mai đã là quản trị viên.'],
  [
    'Bỏ quyền quản trị mai',
    'Bỏ quyền quản trị',
    user({ is_staff: true }),
    { is_staff: false },
    'mai không còn là quản trị viên.',
  ],
])(
  '%s asks for confirmation; what gives or takes the role asks for the own password too',
  async (button, confirm, listed, rights, done) => {
    api.answer({ [LIST]: pageOf([listed]), 'PATCH /auth/users/9/': { body: { ...listed, ...rights } } });
    open();
    await press(button);
    expect(screen.getByRole('dialog', { name: `${confirm} mai?` })).toBeVisible();
    expect(api.to('PATCH /auth/users/9/')).toEqual([]);
    const own = dialog().queryByLabelText(/Mật khẩu của bạn/);
    expect(own !== null).toBe('is_staff' in rights);
    if (own) await userEvent.type(own, 'admin-123');
    await userEvent.click(dialog().getByRole('button', { name: confirm }));
    expect(await screen.findByText(done)).toBeVisible();
    expect(api.to('PATCH /auth/users/9/')[0]?.body).toEqual({
      ...rights,
      ...(own && { current_password: 'admin-123' }),
    });
  },
);

test('a refusal to demote the last administrator shows the server’s message', async () => {
  const detail = 'Cửa hàng phải còn ít nhất một quản trị viên';
  api.answer({
    [LIST]: pageOf([user({ is_staff: true })]),
    'PATCH /auth/users/9/': refusal(409, { detail, error: detail }),
  });
  open();
  await press('Bỏ quyền quản trị mai');
  await userEvent.click(dialog().getByRole('button', { name: 'Bỏ quyền quản trị' }));
  expect(await dialog().findByRole('alert')).toHaveTextContent(detail);
});

test('the closing dialog says what is deleted and what stays', async () => {
  api.answer({ 'DELETE /auth/users/9/': { status: 204 } });
  open();
  await press('Đóng tài khoản mai');
  expect(dialog().getByText(/được giữ lại dưới tên ẩn danh/)).toBeVisible();
  await userEvent.click(dialog().getByRole('button', { name: 'Đóng tài khoản' }));
  expect(await screen.findByText('Đã đóng tài khoản mai.')).toBeVisible();
});

test('a refused closing lists what blocks it, with links', async () => {
  const detail = 'Chưa thể đóng tài khoản: còn nợ cửa hàng 20.000 VND; đơn hàng #12 có yêu cầu hoàn tiền chờ duyệt.';
  const reasons = [
    { kind: 'debt', amount: 20_000, order: null },
    { kind: 'refund_pending', amount: null, order: 12 },
  ];
  api.answer({ 'DELETE /auth/users/9/': { status: 409, body: { detail, error: detail, reasons } } });
  open();
  await press('Đóng tài khoản mai');
  await userEvent.click(dialog().getByRole('button', { name: 'Đóng tài khoản' }));
  expect(await dialog().findByText(detail)).toBeVisible();
  expect(dialog().getByRole('link', { name: 'Khoản nợ: 20.000 VND' })).toHaveAttribute('href', '/admin/paybox?user=9');
  const order = dialog().getByRole('link', { name: 'Đơn hàng #12: yêu cầu hoàn tiền chờ duyệt' });
  expect(order).toHaveAttribute('href', '/admin/orders/12');
});

test('a failed closing without a server message shows the default message', async () => {
  api.answer({ 'DELETE /auth/users/9/': 'unreachable' });
  open();
  await press('Đóng tài khoản mai');
  await userEvent.click(dialog().getByRole('button', { name: 'Đóng tài khoản' }));
  expect(await dialog().findByRole('alert')).toHaveTextContent('Error deleting user. Please try again.');
});

test('a list that failed to load can be retried and shows no accounts', async () => {
  api.answer({ [LIST]: 'unreachable' });
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Không thể tải danh sách người dùng.');
  expect(screen.queryByRole('table')).toBeNull();
  api.answer({ [LIST]: pageOf([user()]) });
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
  expect(await screen.findByText('mai@example.com')).toBeVisible();
});
