import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as login from '~/routes/account/login/route';
import * as logout from '~/routes/account/logout/route';
import * as register from '~/routes/account/register/route';
import * as dashboard from '~/routes/admin/dashboard/route';
import { fakeApi } from '../../support/api';
import { me, signedIn } from '../../support/given';
import { doublePress, isAt, openShop } from '../../support/shop-pages';

type LoginArgs = Parameters<typeof login.clientLoader>[0];
const providers = { google: true, facebook: false };
const pages = {
  login: {
    ...login,
    clientLoader: (args: LoginArgs) => login.clientLoader({ ...args, serverLoader: () => ({ providers }) as never }),
  },
  register,
  logout,
  admin: dashboard,
};

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  api = fakeApi({
    'POST /auth/jwt/create/': { body: { access: 'a', refresh: 'r', isAdmin: false } },
    'POST /auth/jwt/logout/': { status: 204 },
    'POST /auth/users/': { status: 201, body: { id: 7, username: 'lan', email: 'lan@example.com' } },
    'GET /auth/users/me/': { body: me() },
  });
});

async function send(button: string, fields: Record<string, string> = {}) {
  await screen.findByRole('button', { name: button });
  for (const [label, text] of Object.entries(fields)) await userEvent.type(field(label), text);
  await userEvent.click(screen.getByRole('button', { name: button }));
}

const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`));
const right = { 'Tên đăng nhập': 'lan', 'Mật khẩu': 'secret' };

describe('signing in', () => {
  test.each([
    ['shipping', '/shipping'],
    ['/orders/5?tab=1', '/orders/5?tab=1'],
    ['https://evil.example/', '/'],
    ['//evil.example', '/'],
  ])('follows redirect=%s if it is a path of the shop', async (redirect, expected) => {
    openShop(pages, `/login?redirect=${encodeURIComponent(redirect)}`);
    await send('Đăng nhập', right);
    await isAt(expected);
  });

  test('leads an administrator to the back office', async () => {
    api.answer({ 'GET /auth/users/me/': { body: me({ isAdmin: true }) } });
    openShop(pages, '/login?redirect=shipping');
    await send('Đăng nhập', right);
    expect(await screen.findByRole('heading', { level: 1, name: 'Tổng quan' })).toBeVisible();
  });

  test('says that a page asks for it, and welcomes whoever comes of their own', async () => {
    openShop(pages, '/login?redirect=shipping');
    expect(await screen.findByText('Vui lòng đăng nhập để tiếp tục.')).toBeVisible();
    cleanup();
    openShop(pages, '/login');
    expect(await screen.findByText('Chào mừng bạn trở lại MAY.')).toBeVisible();
  });

  test('skips the form for a signed-in user', async () => {
    signedIn();
    openShop(pages, '/login?redirect=paybox');
    await isAt('/paybox');
  });

  test('signs in once by a double press: a code of the second factor counts once', async () => {
    openShop(pages, '/login?redirect=paybox');
    const button = await screen.findByRole('button', { name: 'Đăng nhập' });
    for (const [label, text] of Object.entries(right)) await userEvent.type(field(label), text);
    doublePress(button);
    await isAt('/paybox');
    expect(api.to('POST /auth/jwt/create/')).toHaveLength(1);
  });

  test('shows missing fields beside them and focuses the first', async () => {
    openShop(pages, '/login');
    await send('Đăng nhập', { 'Mật khẩu': 'secret' });
    expect(await screen.findByText('Vui lòng nhập tên đăng nhập')).toBeVisible();
    await waitFor(() => expect(field('Tên đăng nhập')).toHaveFocus());
    expect(api.to('POST /auth/jwt/create/')).toEqual([]);
  });

  test('shows the server’s message and keeps the input', async () => {
    const detail = 'Tên đăng nhập hoặc mật khẩu không đúng';
    api.answer({ 'POST /auth/jwt/create/': { status: 401, body: { detail, error: detail } } });
    openShop(pages, '/login');
    await send('Đăng nhập', right);
    expect(await screen.findByText(detail)).toBeVisible();
    expect(field('Tên đăng nhập')).toHaveValue('lan');
    expect(field('Mật khẩu')).toHaveValue('secret');
  });

  test('too often shows a countdown and then allows a retry', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const detail = 'Bạn đã thử quá nhiều lần.';
    const refusal = { status: 429, headers: { 'Retry-After': '65' }, body: { detail, error: detail } };
    api.answer({ 'POST /auth/jwt/create/': refusal });
    openShop(pages, '/login');
    await screen.findByRole('button', { name: 'Đăng nhập' });
    await user.type(field('Tên đăng nhập'), 'lan');
    await user.type(field('Mật khẩu'), 'secret');
    await user.click(screen.getByRole('button', { name: 'Đăng nhập' }));
    await api.answered();
    expect(await screen.findByText(detail)).toBeVisible();
    expect(screen.getByRole('button', { name: /^Thử lại sau 1:0[45]$/ })).toBeDisabled();
    act(() => jest.advanceTimersByTime(30_000));
    expect(screen.getByRole('button', { name: /^Thử lại sau 3[45] giây$/ })).toBeDisabled();
    act(() => jest.advanceTimersByTime(35_000));
    expect(screen.getByRole('button', { name: 'Đăng nhập' })).toBeEnabled();
    expect(field('Mật khẩu')).toHaveValue('secret');
  });

  test('too often blocks the user name only; another name may be tried at once', async () => {
    api.answer({ 'POST /auth/jwt/create/': { status: 429, headers: { 'Retry-After': '65' } } });
    openShop(pages, '/login');
    await send('Đăng nhập', right);
    expect(await screen.findByRole('button', { name: /^Thử lại sau/ })).toBeDisabled();
    await userEvent.type(field('Tên đăng nhập'), '2');
    expect(screen.getByRole('button', { name: 'Đăng nhập' })).toBeEnabled();
  });

  test('links to the password reset, the terms and the privacy policy', async () => {
    openShop(pages, '/login');
    expect(await screen.findByRole('link', { name: 'Quên mật khẩu?' })).toHaveAttribute('href', '/forgot-password');
    expect(screen.getByRole('link', { name: 'Điều khoản dịch vụ' })).toHaveAttribute('href', '/terms');
    expect(screen.getByRole('link', { name: 'Chính sách bảo mật' })).toHaveAttribute('href', '/privacy');
  });

  test('by Google or Facebook fetches the tokens and goes on to the page', async () => {
    api.answer({ 'POST /auth/jwt/social/': { body: { access: 'a', refresh: 'r', isAdmin: false } } });
    openShop(pages, '/login?social=done&redirect=paybox');
    await isAt('/paybox');
    expect(JSON.parse(localStorage.getItem('authTokens') ?? '')).toEqual({ access: 'a', refresh: 'r' });
  });

  test.each([
    ['done', 'Đăng nhập không thành công. Vui lòng thử lại.'],
    ['email-taken', 'Email này đã có tài khoản tại cửa hàng. Vui lòng đăng nhập bằng mật khẩu.'],
    [
      'administrator',
      'Tài khoản quản trị chỉ đăng nhập bằng mật khẩu. Nếu chưa có mật khẩu, hãy đặt tại “Quên mật khẩu?”.',
    ],
    ['cancelled', 'Bạn đã hủy đăng nhập. Bạn có thể thử lại hoặc dùng mật khẩu.'],
    ['nonsense', 'Đăng nhập không thành công. Vui lòng thử lại.'],
  ])('by Google or Facebook shows the error %s', async (social, sentence) => {
    api.answer({ 'POST /auth/jwt/social/': { status: 401, body: { detail: 'x', error: 'x' } } });
    openShop(pages, `/login?social=${social}`);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(localStorage.getItem('authTokens')).toBeNull();
  });

  test('by Google is a link if it is set up, else a disabled button', async () => {
    openShop(pages, '/login');
    expect(await screen.findByRole('link', { name: 'Google' })).toHaveAttribute('href', '/auth/google/');
    expect(screen.getByRole('button', { name: 'Facebook' })).toBeDisabled();
  });
});

describe('registering', () => {
  const account = { ...right, Email: 'lan@example.com' };

  test('signs in and goes on', async () => {
    openShop(pages, '/register?redirect=shipping');
    await send('Tạo tài khoản', account);
    await isAt('/shipping');
    expect(api.to('POST /auth/users/')[0]?.body).toEqual({
      username: 'lan',
      email: 'lan@example.com',
      password: 'secret',
    });
    expect(localStorage.getItem('authTokens')).toContain('"access":"a"');
  });

  test('opens one account by a double press', async () => {
    openShop(pages, '/register?redirect=shipping');
    const button = await screen.findByRole('button', { name: 'Tạo tài khoản' });
    for (const [label, text] of Object.entries(account)) await userEvent.type(field(label), text);
    doublePress(button);
    await isAt('/shipping');
    expect(api.to('POST /auth/users/')).toHaveLength(1);
  });

  test('shows the server’s errors beside their fields', async () => {
    const email = ['Email đã được dùng'];
    api.answer({ 'POST /auth/users/': { status: 400, body: { detail: email[0], error: email[0], email } } });
    openShop(pages, '/register');
    await send('Tạo tài khoản', account);
    expect(await screen.findByText('Email đã được dùng')).toBeVisible();
    await waitFor(() => expect(field('Email')).toHaveFocus());
    expect(field('Email')).toHaveValue('lan@example.com');
  });

  test('without an answer says that the account may have been opened', async () => {
    api.answer({ 'POST /auth/users/': 'unreachable' });
    openShop(pages, '/register');
    await send('Tạo tài khoản', account);
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Chưa rõ tài khoản đã được tạo hay chưa/);
    expect(field('Email')).toHaveValue('lan@example.com');
  });

  test('requires all three fields', async () => {
    openShop(pages, '/register');
    await send('Tạo tài khoản');
    expect(await screen.findByText('Vui lòng nhập email')).toBeVisible();
    await waitFor(() => expect(field('Tên đăng nhập')).toHaveFocus());
    expect(api.calls).toEqual([]);
  });
});

test('signing out ends the session and goes to the sign-in page', async () => {
  signedIn();
  openShop(pages, '/logout');
  await isAt('/login');
  expect(localStorage).toHaveLength(0);
});

test('signing out forgets address, gift note and coupon, and keeps the cart', async () => {
  signedIn();
  for (const key of ['shippingAddress', 'giftNote', 'couponCode', 'checkoutOwner', 'unfinishedOrders', 'cartItems'])
    localStorage.setItem(key, '"của Lan"');
  openShop(pages, '/logout');
  await isAt('/login');
  expect(Object.keys(localStorage)).toEqual(['cartItems']);
});

test('signing out forgets what was typed in a chat, for a refund or as an address', async () => {
  signedIn();
  for (const key of ['typedAddress 7', 'refundReason 7 31', 'chatDraft 7 1_7', 'chatOutbox 7 1_7'])
    sessionStorage.setItem(key, '"của Lan"');
  openShop(pages, '/logout');
  await isAt('/login');
  expect(sessionStorage).toHaveLength(0);
});

describe('the back office', () => {
  test('redirects a shopper to the home page', async () => {
    signedIn();
    openShop(pages, '/admin');
    await isAt('/');
  });

  test('asks a guest to sign in', async () => {
    openShop(pages, '/admin');
    await isAt('/login?redirect=/admin');
  });
});
