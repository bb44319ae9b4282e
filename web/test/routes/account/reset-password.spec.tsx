import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as forgot from '~/routes/account/forgot-password/route';
import * as reset from '~/routes/account/reset-password/route';
import { fakeApi } from '../../support/api';
import { signedIn } from '../../support/given';
import { doublePress, isAt, openShop, press } from '../../support/shop-pages';

const pages = { 'forgot-password': forgot, 'reset-password': reset };
const LINK = '/reset-password?uid=MQ&token=a-token';
const ASK = 'POST /auth/users/reset_password/';
const CONFIRM = 'POST /auth/users/reset_password_confirm/';

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  api = fakeApi({ [ASK]: { status: 204 }, [CONFIRM]: { status: 204 }, 'POST /auth/jwt/logout/': { status: 204 } });
});

const field = (label: string) => screen.findByLabelText(new RegExp(`^${label}`));

describe('a forgotten password', () => {
  test('is reset by e-mail, and can be requested again after a minute', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    openShop(pages, '/forgot-password');
    await user.type(await field('Email'), ' lan@example.com ');
    await user.click(screen.getByRole('button', { name: 'Gửi liên kết' }));
    await api.answered();
    expect(await screen.findByText('lan@example.com')).toBeVisible();
    expect(screen.getByText(/Hãy xem cả hộp thư rác/)).toBeVisible();
    expect(screen.getByRole('button', { name: /^Thử lại sau/ })).toBeDisabled();
    act(() => jest.advanceTimersByTime(61_000));
    await user.click(screen.getByRole('button', { name: 'Gửi lại liên kết' }));
    await api.answered();
    await screen.findByRole('button', { name: /^Thử lại sau/ });
    expect(api.to(ASK).map(({ body }) => body)).toEqual([{ email: 'lan@example.com' }, { email: 'lan@example.com' }]);
  });

  test('for another address can be requested at once: the first may have been mistyped', async () => {
    openShop(pages, '/forgot-password');
    await userEvent.type(await field('Email'), 'lan@example.con');
    await press('Gửi liên kết');
    expect(await screen.findByRole('button', { name: /^Thử lại sau/ })).toBeDisabled();
    await userEvent.type(await field('Email'), '{Backspace}m');
    await press('Gửi liên kết');
    expect(await screen.findByText('lan@example.com')).toBeVisible();
    expect(await screen.findByRole('button', { name: /^Thử lại sau/ })).toBeDisabled();
  });

  test('is asked for once by a double press', async () => {
    openShop(pages, '/forgot-password');
    await userEvent.type(await field('Email'), 'lan@example.com');
    const button = screen.getByRole('button', { name: 'Gửi liên kết' });
    doublePress(button);
    expect(await screen.findByRole('button', { name: /^Thử lại sau/ })).toBeDisabled();
    expect(api.to(ASK)).toHaveLength(1);
  });

  test('shows a missing e-mail beside its field', async () => {
    openShop(pages, '/forgot-password');
    await press('Gửi liên kết');
    expect(await screen.findByText('Vui lòng nhập email')).toBeVisible();
    await waitFor(async () => expect(await field('Email')).toHaveFocus());
    expect(api.to(ASK)).toEqual([]);
  });

  test('keeps the input and shows an error when the server is unreachable', async () => {
    api.answer({ [ASK]: 'unreachable' });
    openShop(pages, '/forgot-password');
    await userEvent.type(await field('Email'), 'lan@example.com');
    await press('Gửi liên kết');
    expect(await screen.findByRole('alert')).toHaveTextContent('Dịch vụ tạm thời gián đoạn');
    expect(await field('Email')).toHaveValue('lan@example.com');
    expect(screen.getByRole('button', { name: 'Gửi liên kết' })).toBeEnabled();
  });
});

describe('the link of the mail', () => {
  async function choose(password: string, confirmation = password) {
    if (password) await userEvent.type(await field('Mật khẩu mới'), password);
    if (confirmation) await userEvent.type(await field('Xác nhận mật khẩu mới'), confirmation);
    await press('Đổi mật khẩu');
  }

  test('is removed from the URL at once and sets the new password', async () => {
    signedIn();
    openShop(pages, LINK);
    await isAt('/reset-password');
    await choose('bí mật mới');
    await isAt('/login');
    expect(screen.getByText('Đổi mật khẩu thành công!')).toBeVisible();
    expect(api.to(CONFIRM)[0]?.body).toEqual({ uid: 'MQ', token: 'a-token', new_password: 'bí mật mới' });
    expect(localStorage.getItem('authTokens')).toBeNull();
  });

  test('is used once by a double press: the second would find it used', async () => {
    openShop(pages, LINK);
    for (const label of ['Mật khẩu mới', 'Xác nhận mật khẩu mới'])
      await userEvent.type(await field(label), 'bí mật mới');
    const button = screen.getByRole('button', { name: 'Đổi mật khẩu' });
    doublePress(button);
    await isAt('/login');
    expect(api.to(CONFIRM)).toHaveLength(1);
  });

  test.each([
    ['', '', 'Vui lòng nhập mật khẩu mới', 'Mật khẩu mới'],
    ['12345', '12345', 'Mật khẩu mới phải có ít nhất 6 ký tự', 'Mật khẩu mới'],
    ['123456', '123457', 'Mật khẩu xác nhận không khớp', 'Xác nhận mật khẩu mới'],
  ])('a password "%s", repeated as "%s", is rejected beside its field', async (password, again, sentence, wrong) => {
    openShop(pages, LINK);
    await choose(password, again);
    expect(await screen.findByText(sentence)).toBeVisible();
    await waitFor(async () => expect(await field(wrong)).toHaveFocus());
    expect(api.to(CONFIRM)).toEqual([]);
  });

  test('stays valid after a mistake and after a failed request', async () => {
    api.answer({ [CONFIRM]: 'unreachable' });
    openShop(pages, LINK);
    await choose('123456', '123457');
    await screen.findByText('Mật khẩu xác nhận không khớp');
    await userEvent.type(await field('Xác nhận mật khẩu mới'), '{Backspace}6');
    await press('Đổi mật khẩu');
    // It may have been done: only its answer was lost.
    expect(await screen.findByText(/^Chưa rõ mật khẩu đã được đổi hay chưa/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Đăng nhập' })).toHaveAttribute('href', '/login');
    api.answer({ [CONFIRM]: { status: 204 } });
    await press('Đổi mật khẩu');
    await isAt('/login');
  });

  test('that the server rejects leads to a new request', async () => {
    const detail = 'Liên kết không còn hiệu lực';
    api.answer({ [CONFIRM]: { status: 400, body: { detail, error: detail, token: [detail] } } });
    openShop(pages, LINK);
    await choose('123456');
    expect(await screen.findByRole('alert')).toHaveTextContent('không hợp lệ hoặc đã hết hạn');
    expect(screen.getByRole('link', { name: 'Yêu cầu liên kết mới' })).toHaveAttribute('href', '/forgot-password');
    expect(screen.getByRole('link', { name: 'Đăng nhập' })).toHaveAttribute('href', '/login');
  });

  test('a password that the server rejects shows the error beside its field', async () => {
    const new_password = ['Mật khẩu tối đa 128 ký tự'];
    api.answer({ [CONFIRM]: { status: 400, body: { detail: new_password[0], error: new_password[0], new_password } } });
    openShop(pages, LINK);
    await choose('123456');
    expect(await screen.findByText('Mật khẩu tối đa 128 ký tự')).toBeVisible();
    expect(await field('Mật khẩu mới')).toHaveValue('123456');
  });

  test.each(['/reset-password', '/reset-password?uid=MQ', '/reset-password?uid=&token='])(
    'that is incomplete (%s) shows an error',
    async (address) => {
      openShop(pages, address);
      expect(await screen.findByRole('link', { name: 'Yêu cầu liên kết mới' })).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Đổi mật khẩu' })).toBeNull();
    },
  );
});
