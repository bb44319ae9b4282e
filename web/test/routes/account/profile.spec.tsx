import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Me } from 'contract/accounts/profile';
import * as profile from '~/routes/account/profile/route';
import { BROKEN, fakeApi } from '../../support/api';
import { me, order, signedIn } from '../../support/given';
import { AccountMenu } from '~/routes/shop/layout/account-menu';
import { useUser } from '~/api/account/session';
import { doublePress, isAt, openShop, press } from '../../support/shop-pages';

let api: ReturnType<typeof fakeApi>;

const lan: Partial<Me> = { first_name: 'Lan', last_name: 'Nguyễn', phone: '0912345678', address: '1 Tràng Tiền' };

/** Lan's account, as the server and this browser know it. */
function answerProfile(changed: Partial<Me> = {}) {
  signedIn(changed);
  api.answer({ 'GET /auth/users/me/': { body: me(changed) } });
}

beforeEach(() => {
  api = fakeApi({
    'POST /auth/jwt/logout/': { status: 204 },
    'GET /api/orders/': { body: { count: 0, page: 1, page_size: 10, results: [] } },
  });
  answerProfile(lan);
});

const open = (address = '/profile') => openShop({ profile }, address);
const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}( \\*)?$`));
const retype = async (label: string, text: string) => {
  await userEvent.clear(field(label));
  if (text) await userEvent.type(field(label), text);
};
const panel = async (name: string) => within(await screen.findByRole('tabpanel', { name }));

describe('access', () => {
  test('a guest is redirected to the home page', async () => {
    localStorage.clear();
    open();
    await isAt('/');
  });

  test('an administrator may see it', async () => {
    answerProfile({ ...lan, isAdmin: true });
    open('/profile?tab=orders');
    expect(await screen.findByRole('link', { name: 'Xem đơn hàng của khách' })).toHaveAttribute(
      'href',
      '/admin/orders',
    );
    expect(api.to('GET /api/orders/')).toEqual([]);
  });

  test('signing out in another tab leads home at once', async () => {
    open();
    await screen.findByText('Nguyễn Lan');
    localStorage.removeItem('authTokens');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'authTokens' })));
    await isAt('/');
  });

  test('a login that the server ended leads to the sign-in page and back', async () => {
    api.answer({ 'GET /auth/users/me/': { status: 401 }, 'POST /auth/jwt/refresh/': { status: 401 } });
    open();
    await isAt('/login?redirect=/profile');
    expect(screen.getByText('Vui lòng đăng nhập lại')).toBeVisible();
  });

  test('a login that ended while something was typed shows a message on the home page', async () => {
    open('/profile?tab=password');
    await userEvent.type(await screen.findByLabelText(/^Mật khẩu hiện tại/), 'cu-123456');
    await userEvent.type(field('Mật khẩu mới'), 'moi-123456');
    await userEvent.type(field('Xác nhận mật khẩu mới'), 'moi-123456');
    api.answer({ 'POST /auth/users/set_password/': { status: 401 }, 'POST /auth/jwt/refresh/': { status: 401 } });
    await press('Đổi mật khẩu');
    await isAt('/');
    expect(screen.getByText('Vui lòng đăng nhập lại')).toBeVisible();
  });
});

test('the account menu links to the profile and shows the user', async () => {
  answerProfile({ ...lan, avatar: '/media/lan/320.webp' });
  const Menu = () => <AccountMenu user={useUser()!} />;
  const { container } = openShop({ page: { default: Menu }, profile }, '/page');
  await userEvent.click(await screen.findByLabelText('Tài khoản của lan'));
  expect(container.querySelector('img')).toHaveAttribute('src', '/media/lan/320.webp');
  expect(screen.getByRole('link', { name: 'Đăng xuất' })).toHaveAttribute('href', '/logout');
  await userEvent.click(screen.getByRole('link', { name: 'Tài khoản' }));
  await isAt('/profile');
});

describe('personal info', () => {
  test('is shown from the server', async () => {
    api.answer({ 'GET /auth/users/me/': { body: me({ ...lan, gender: 'female', birth_date: '2001-02-03' }) } });
    open();
    expect(await screen.findByText('03/02/2001')).toBeVisible();
    expect(screen.getByText('Nữ')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Đăng xuất' })).toHaveAttribute('href', '/logout');
  });

  test('opens for editing when it is empty', async () => {
    answerProfile();
    open();
    expect(await screen.findByRole('button', { name: 'Lưu thay đổi' })).toBeVisible();
  });

  test.each(['first_name', 'last_name', 'phone', 'address'])('is shown when there is a %s', async (name) => {
    answerProfile({ [name]: '0912345678' });
    open();
    expect(await screen.findByRole('button', { name: 'Chỉnh sửa' })).toBeVisible();
  });

  test('is saved with empty texts, and user name and e-mail only if changed; the message disappears after 3 s', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    api.answer({ 'PATCH /auth/users/me/': { body: me({ ...lan, first_name: 'Mai', phone: '' }) } });
    open();
    await api.answered();
    await user.click(await screen.findByRole('button', { name: 'Chỉnh sửa' }));
    expect(field('Họ')).toHaveFocus();
    await user.clear(field('Tên'));
    await user.type(field('Tên'), '  Mai ');
    await user.clear(field('Số điện thoại'));
    await user.click(screen.getByRole('button', { name: 'Lưu thay đổi' }));
    await api.answered();
    expect(await screen.findByText('Cập nhật thông tin thành công!')).toBeVisible();
    expect(api.to('PATCH /auth/users/me/').map(({ body }) => body)).toEqual([
      { first_name: 'Mai', last_name: 'Nguyễn', phone: '', gender: '', birth_date: '', address: '1 Tràng Tiền' },
    ]);
    expect(screen.getByText('Nguyễn Mai')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Chỉnh sửa' })).toHaveFocus();
    act(() => jest.advanceTimersByTime(2_900));
    expect(screen.getByText('Cập nhật thông tin thành công!')).toBeVisible();
    act(() => jest.advanceTimersByTime(200));
    expect(screen.queryByText('Cập nhật thông tin thành công!')).toBeNull();
  });

  test('asks for the current password only when needed, and sends the changes', async () => {
    api.answer({ 'PATCH /auth/users/me/': { body: me({ ...lan, email: 'moi@example.com' }) } });
    open();
    await press('Chỉnh sửa');
    const edit = await panel('Thông tin cá nhân');
    const current = () => edit.queryByLabelText(/^Mật khẩu hiện tại/);
    expect(current()).toBeNull();
    await userEvent.clear(edit.getByLabelText(/^Email/));
    await userEvent.type(edit.getByLabelText(/^Email/), 'moi@example.com');
    await userEvent.type(edit.getByLabelText(/^Mật khẩu mới/), 'mat-khau-2');
    await press('Lưu thay đổi');
    expect(await edit.findByText('Vui lòng nhập mật khẩu hiện tại')).toBeVisible();
    await waitFor(() => expect(current()).toHaveFocus());
    expect(api.to('PATCH /auth/users/me/')).toEqual([]);

    await userEvent.type(current()!, 'mat-khau-1');
    await press('Lưu thay đổi');
    await screen.findByText('Cập nhật thông tin thành công!');
    expect(api.to('PATCH /auth/users/me/')[0]?.body).toMatchObject({
      email: 'moi@example.com',
      password: 'mat-khau-2',
      current_password: 'mat-khau-1',
    });
  });

  test('refuses a year of birth of two digits', async () => {
    open();
    await press('Chỉnh sửa');
    fireEvent.change(field('Ngày sinh'), { target: { value: '0095-01-31' } });
    await press('Lưu thay đổi');
    expect(await screen.findByText('Ngày sinh không hợp lệ')).toBeVisible();
    expect(api.to('PATCH /auth/users/me/')).toEqual([]);
  });

  test('shows errors beside their fields and keeps the input', async () => {
    const fields = { birth_date: ['Ngày sinh phải là một ngày đã qua'], phone: ['Số điện thoại sai'] };
    const detail = 'Số điện thoại sai';
    api.answer({ 'PATCH /auth/users/me/': { status: 400, body: { detail, error: detail, ...fields } } });
    open();
    await press('Chỉnh sửa');
    await retype('Số điện thoại', '12');
    await press('Lưu thay đổi');
    expect(await screen.findByText('Ngày sinh phải là một ngày đã qua')).toBeVisible();
    await waitFor(() => expect(field('Số điện thoại')).toHaveFocus());
    expect(field('Số điện thoại')).toHaveValue('12');
    expect(field('Ngày sinh')).toBeInvalid();
  });

  test.each([
    [
      'the server says why',
      { status: 409, body: { detail: 'Tài khoản vừa được thay đổi' } },
      'Tài khoản vừa được thay đổi',
    ],
    ['it does not', { status: 409 }, 'Cập nhật thông tin thất bại'],
    ['there is no answer', 'unreachable' as const, 'Cập nhật thông tin thất bại. Vui lòng thử lại!'],
  ])('a failed save shows the reason: %s', async (_, reply, sentence) => {
    api.answer({ 'PATCH /auth/users/me/': reply });
    open();
    await press('Chỉnh sửa');
    await retype('Tên', 'Mai');
    await press('Lưu thay đổi');
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(field('Tên')).toHaveValue('Mai');
  });

  test('is shown from this browser with a retry while the server is unreachable', async () => {
    api.answer({ 'GET /auth/users/me/': 'unreachable' });
    open();
    expect(await screen.findByText('Không thể tải thông tin mới nhất.')).toBeVisible();
    expect(screen.getByText('0912345678')).toBeVisible();
    api.answer({ 'GET /auth/users/me/': { body: me({ ...lan, phone: '0987654321' }) } });
    await press('Thử lại');
    expect(await screen.findByText('0987654321')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Không thể tải thông tin mới nhất.')).toBeNull());
  });
});

describe('changing the password', () => {
  const enter = async (current: string, next: string, again: string) => {
    const form = await panel('Đổi mật khẩu');
    for (const [label, text] of [
      [/^Mật khẩu hiện tại/, current],
      [/^Mật khẩu mới/, next],
      [/^Xác nhận mật khẩu mới/, again],
    ] as const) {
      await userEvent.clear(form.getByLabelText(label));
      if (text) await userEvent.type(form.getByLabelText(label), text);
    }
    return form;
  };
  const fill = async (...texts: Parameters<typeof enter>) => {
    const form = await enter(...texts);
    await userEvent.click(form.getByRole('button', { name: 'Đổi mật khẩu' }));
    return form;
  };

  test.each([
    ['', '', '', 'Vui lòng nhập mật khẩu hiện tại'],
    ['cu', '', 'x', 'Vui lòng nhập mật khẩu mới'],
    ['cu', 'a', 'b', 'Mật khẩu xác nhận không khớp'],
    ['cu', 'abcde', 'abcde', 'Mật khẩu mới phải có ít nhất 6 ký tự'],
  ])('from %p to %p, repeated as %p, shows: %s', async (current, next, again, sentence) => {
    open('/profile?tab=password');
    const form = await fill(current, next, again);
    expect((await form.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([sentence]);
    expect(document.activeElement).toBeInvalid();
    expect(api.to('POST /auth/users/set_password/')).toEqual([]);
  });

  test('shows the success and clears the form', async () => {
    api.answer({ 'POST /auth/users/set_password/': { status: 204 } });
    open('/profile?tab=password');
    const form = await fill('mat-khau-1', 'mat-khau-2', 'mat-khau-2');
    expect(await form.findByText('Đổi mật khẩu thành công!')).toBeVisible();
    expect(form.getByLabelText(/^Mật khẩu hiện tại/)).toHaveValue('');
    expect(api.to('POST /auth/users/set_password/').map(({ body }) => body)).toEqual([
      { current_password: 'mat-khau-1', password: 'mat-khau-2' },
    ]);
  });

  test('happens once by a double press: the second would not know the old password', async () => {
    api.answer({ 'POST /auth/users/set_password/': { status: 204 } });
    open('/profile?tab=password');
    const form = await enter('mat-khau-1', 'mat-khau-2', 'mat-khau-2');
    const button = form.getByRole('button', { name: 'Đổi mật khẩu' });
    doublePress(button);
    expect(await form.findByText('Đổi mật khẩu thành công!')).toBeVisible();
    expect(api.to('POST /auth/users/set_password/')).toHaveLength(1);
  });

  test('with a wrong current password shows the error beside it', async () => {
    const detail = 'Mật khẩu hiện tại không đúng';
    const body = { detail, error: detail, current_password: [detail] };
    api.answer({ 'POST /auth/users/set_password/': { status: 400, body } });
    open('/profile?tab=password');
    const form = await fill('sai', 'mat-khau-2', 'mat-khau-2');
    expect(await form.findByText('Đổi mật khẩu thất bại. Vui lòng kiểm tra mật khẩu hiện tại!')).toBeVisible();
    expect(form.getByText(detail)).toBeVisible();
    await waitFor(() => expect(form.getByLabelText(/^Mật khẩu hiện tại/)).toHaveFocus());
    expect(form.getByLabelText(/^Mật khẩu mới/)).toHaveValue('mat-khau-2');
  });

  test.each([
    ['without a response says that it is unknown, and what shows it', 'unreachable' as const, /^Chưa rõ mật khẩu đã/],
    ['that fails can be retried', BROKEN, 'Đổi mật khẩu thất bại. Vui lòng thử lại!'],
  ])('%s', async (_, reply, sentence) => {
    api.answer({ 'POST /auth/users/set_password/': reply });
    open('/profile?tab=password');
    const form = await fill('mat-khau-1', 'mat-khau-2', 'mat-khau-2');
    expect(await form.findByText(sentence)).toBeVisible();
  });
});

describe('my orders', () => {
  const list = (count: number, ...results: unknown[]) => ({ body: { count, page: 1, page_size: 10, results } });
  const pageAsked = () => api.to('GET /api/orders/').at(-1)?.query;

  test('link to their pages with state, total and day', async () => {
    api.answer({ 'GET /api/orders/': list(2, order({ id: 32, status: 'paid' }), order()) });
    open();
    await userEvent.click(await screen.findByRole('tab', { name: 'Đơn hàng của tôi' }));
    await isAt('/profile?tab=orders');
    const rows = await screen.findAllByRole('link', { name: /^Đơn hàng #/ });
    expect(rows.map((row) => row.getAttribute('href'))).toEqual(['/orders/32', '/orders/31']);
    expect(rows[0]).toHaveTextContent(/Đã thanh toán.*31\/01\/2026 16:30 · 1 sản phẩm.*157\.500 VND/);
    expect(pageAsked()).toBe('page=1&page_size=10');
  });

  test('are paginated', async () => {
    api.answer({ 'GET /api/orders/': list(11, order()) });
    open('/profile?tab=orders');
    await userEvent.click(await screen.findByRole('link', { name: 'Trang sau' }));
    await isAt('/profile?tab=orders&page=2');
    expect(pageAsked()).toBe('page=2&page_size=10');
  });

  test('show placeholders while they load', async () => {
    let arrive = () => {};
    const late = new Promise<void>((resolve) => (arrive = resolve));
    api.answer({ 'GET /api/orders/': () => late.then(() => list(1, order())) });
    open();
    await userEvent.click(await screen.findByRole('tab', { name: 'Đơn hàng của tôi' }));
    expect(await screen.findByRole('status', { name: 'Đang tải đơn hàng…' })).toBeVisible();
    arrive();
    expect(await screen.findByText('Đơn hàng #31')).toBeVisible();
  });

  test('show an empty state', async () => {
    open('/profile?tab=orders');
    expect(await screen.findByText('Bạn chưa có đơn hàng nào')).toBeVisible();
  });

  test('that failed to load can be retried', async () => {
    api.answer({ 'GET /api/orders/': { status: 503 } });
    open('/profile?tab=orders');
    expect(await screen.findByText('Không thể tải đơn hàng.')).toBeVisible();
    api.answer({ 'GET /api/orders/': list(1, order()) });
    await press('Thử lại');
    expect(await screen.findByText('Đơn hàng #31')).toBeVisible();
  });

  test('a 403 signs out', async () => {
    api.answer({ 'GET /api/orders/': { status: 403, body: { detail: 'Tài khoản đã bị khóa' } } });
    open('/profile?tab=orders');
    await isAt('/login?redirect=/profile%3Ftab%3Dorders');
    expect(localStorage.getItem('authTokens')).toBeNull();
  });
});

test('favourites are one of its tabs', async () => {
  open('/profile?tab=favorites');
  expect(await screen.findByRole('tab', { name: 'Yêu thích', selected: true })).toBeVisible();
  const { getByRole } = await panel('Yêu thích');
  expect(getByRole('status', { name: 'Đang tải danh sách yêu thích' })).toBeVisible();
});

test('a favourites tab whose script fails to load says so, and loads it on retry', async () => {
  const list = '~/routes/account/profile/favorites-tab';
  jest.doMock(list, () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  open('/profile?tab=favorites');
  expect(await screen.findByText('Không thể tải danh sách yêu thích.')).toBeVisible();
  jest.dontMock(list);
  await press('Thử lại');
  const { findByRole } = await panel('Yêu thích');
  expect(await findByRole('status', { name: 'Đang tải danh sách yêu thích' })).toBeVisible();
});

describe('personal data', () => {
  test('is saved as a file', async () => {
    const saved: Blob[] = [];
    URL.createObjectURL = (blob: Blob) => `blob:${saved.push(blob)}`;
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    api.answer({ 'GET /auth/users/me/data/': { body: { user: { username: 'lan' } } } });
    open();
    await press('Tải dữ liệu của tôi');
    await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
    expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('may-du-lieu-cua-toi.json');
    expect(saved[0]?.type).toBe('application/json');
  });

  test('that fails to load shows the error', async () => {
    api.answer({ 'GET /auth/users/me/data/': 'unreachable' });
    open();
    await press('Tải dữ liệu của tôi');
    expect(await screen.findByText(/^Dịch vụ tạm thời gián đoạn/)).toBeVisible();
  });
});

describe('closing the account', () => {
  const ask = async (password: string) => {
    if (!screen.queryByRole('dialog')) await press('Đóng tài khoản');
    const dialog = within(await screen.findByRole('dialog', { name: 'Đóng tài khoản lan?' }));
    if (password) await userEvent.type(dialog.getByLabelText(/^Mật khẩu hiện tại/), password);
    await userEvent.click(dialog.getByRole('button', { name: 'Đóng tài khoản' }));
    return dialog;
  };

  test('requires the password, signs out and shows a message on the home page', async () => {
    api.answer({ 'POST /auth/users/me/close/': { status: 204 } });
    open();
    await press('Đóng tài khoản');
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(dialog.getByLabelText(/^Mật khẩu hiện tại/)).toHaveFocus());
    await ask('');
    expect(await dialog.findByText('Vui lòng nhập mật khẩu hiện tại')).toBeVisible();
    await ask('mat-khau-1');
    await isAt('/');
    expect(screen.getByText('Tài khoản của bạn đã được đóng.')).toBeVisible();
    expect(screen.queryByText('Vui lòng đăng nhập lại')).toBeNull();
    expect(localStorage).toHaveLength(0);
    expect(api.to('POST /auth/users/me/close/').map(({ body }) => body)).toEqual([{ current_password: 'mat-khau-1' }]);
  });

  test('happens once by a double press', async () => {
    api.answer({ 'POST /auth/users/me/close/': { status: 204 } });
    open();
    await press('Đóng tài khoản');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText(/^Mật khẩu hiện tại/), 'mat-khau-1');
    const button = dialog.getByRole('button', { name: 'Đóng tài khoản' });
    doublePress(button);
    await isAt('/');
    expect(api.to('POST /auth/users/me/close/')).toHaveLength(1);
  });

  test('cannot be called off once it is under way', async () => {
    api.answer({ 'POST /auth/users/me/close/': () => new Promise(() => {}) });
    open();
    const dialog = await ask('mat-khau-1');
    expect(dialog.getByRole('button', { name: 'Giữ lại' })).toBeDisabled();
    expect(dialog.getByRole('button', { name: 'Đóng' })).toBeDisabled();
  });

  test('is refused while money is left, with links to the blockers', async () => {
    const detail = 'Chưa thể đóng tài khoản: ví Paybox còn 50.000 VND; đơn hàng #12 đã thanh toán nhưng chưa giao.';
    const reasons = [
      { kind: 'balance', amount: 50_000, order: null },
      { kind: 'undelivered', amount: null, order: 12 },
    ];
    api.answer({ 'POST /auth/users/me/close/': { status: 409, body: { detail, error: detail, reasons } } });
    open();
    const dialog = await ask('mat-khau-1');
    expect(await dialog.findByText(detail)).toBeVisible();
    expect(dialog.getByRole('link', { name: 'Số dư ví: 50.000 VND' })).toHaveAttribute('href', '/paybox');
    expect(dialog.getByRole('link', { name: 'Đơn hàng #12: chưa giao' })).toHaveAttribute('href', '/orders/12');
    expect(localStorage.getItem('authTokens')).not.toBeNull();
  });
});
