import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TwoFactor } from 'contract/accounts/two-factor';
import * as login from '~/routes/account/login/route';
import * as dashboard from '~/routes/admin/dashboard/route';
import * as adminProfile from '~/routes/admin/profile/route';
import { fakeApi, type Reply } from '../../support/api';
import { me, signedIn } from '../../support/given';
import { isAt, openShop, press } from '../../support/shop-pages';

const STATE = 'GET /auth/two-factor/';
const SIGN_IN = 'POST /auth/jwt/create/';
const off: TwoFactor = { is_on: false, is_required: false, recovery_codes_left: 0 };
const on: TwoFactor = { is_on: true, is_required: false, recovery_codes_left: 10 };
const CODES = Array.from({ length: 10 }, (_, i) => `AAAA${i}-BBBB${i}`);
const refusal = (status: number, field: string, sentence: string) => ({
  status,
  body: { detail: sentence, error: sentence, [field]: [sentence] },
});

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi({
    [STATE]: { body: off },
    'GET /auth/sessions/': { body: [] },
    'GET /auth/users/me/': { body: me({ isAdmin: true }) },
  });
});

const type = async (label: RegExp, text: string) => userEvent.type(await screen.findByLabelText(label), text);

describe('signing in', () => {
  type LoginArgs = Parameters<typeof login.clientLoader>[0];
  const pages = {
    login: {
      ...login,
      clientLoader: (args: LoginArgs) =>
        login.clientLoader({ ...args, serverLoader: () => ({ providers: null }) as never }),
    },
  };
  const prompt = 'Vui lòng nhập mã từ ứng dụng xác thực';
  async function firstStep() {
    api.answer({ [SIGN_IN]: refusal(401, 'otp', prompt) });
    openShop(pages, '/login');
    await screen.findByRole('button', { name: 'Đăng nhập' });
    await type(/^Tên đăng nhập/, 'lan');
    await type(/^Mật khẩu/, 'secret');
    await press('Đăng nhập');
    await screen.findByLabelText(/^Mã xác thực/);
  }

  test('asks for the code in the same form, with autofill, and sends all three fields', async () => {
    await firstStep();
    const code = await screen.findByLabelText(/^Mã xác thực/);
    await waitFor(() => expect(code).toHaveFocus());
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    expect(code).toHaveAttribute('inputmode', 'numeric');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Xác thực hai lớp' })).toBeVisible();
    api.answer({ [SIGN_IN]: { body: { access: 'a', refresh: 'r', isAdmin: true } } });
    await userEvent.type(code, '123456');
    await press('Xác nhận');
    await isAt('/admin');
    expect(api.to(SIGN_IN).at(-1)?.body).toEqual({ username: 'lan', password: 'secret', otp: '123456' });
  });

  test('a wrong code shows an error beside its field and allows a retry', async () => {
    await firstStep();
    const wrong = 'Mã xác thực không đúng hoặc đã được dùng. Vui lòng nhập mã mới.';
    api.answer({ [SIGN_IN]: refusal(401, 'otp', wrong) });
    await type(/^Mã xác thực/, '000000');
    await press('Xác nhận');
    const code = await screen.findByLabelText(/^Mã xác thực/);
    await waitFor(() => expect(code).toBeInvalid());
    expect(code).toHaveAccessibleDescription(new RegExp(wrong));
    await waitFor(() => expect(code).toHaveFocus());
  });

  test('a recovery code signs in too, and a button leads back', async () => {
    await firstStep();
    await press('Dùng mã khôi phục');
    const code = await screen.findByLabelText(/^Mã khôi phục/);
    expect(code).toHaveFocus();
    await userEvent.type(code, 'AAAAA-BBBBB');
    await press('Xác nhận');
    await waitFor(() => expect(api.to(SIGN_IN)).toHaveLength(2));
    expect(api.to(SIGN_IN).at(-1)?.body).toEqual({
      username: 'lan',
      password: 'secret',
      recovery_code: 'AAAAA-BBBBB',
    });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Quay lại' })).toBeEnabled());
    await press('Quay lại');
    expect(await screen.findByRole('button', { name: 'Đăng nhập' })).toBeVisible();
    expect(screen.getByLabelText(/^Tên đăng nhập/)).toHaveValue('lan');
    expect(screen.queryByLabelText(/^Mã/)).toBeNull();
  });

  test('while a code is checked, nobody can go back or choose another kind of code', async () => {
    await firstStep();
    let answer = (_: Reply) => {};
    const reply = new Promise<Reply>((resolve) => (answer = resolve));
    api.answer({ [SIGN_IN]: () => reply });
    await type(/^Mã xác thực/, '000000');
    await press('Xác nhận');
    for (const name of ['Quay lại', 'Dùng mã khôi phục']) {
      await waitFor(() => expect(screen.getByRole('button', { name })).toBeDisabled());
    }
    answer(refusal(401, 'otp', 'Mã xác thực không đúng'));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Quay lại' })).toBeEnabled());
    expect(screen.getByRole('button', { name: 'Dùng mã khôi phục' })).toBeEnabled();
    expect(screen.getByLabelText(/^Mã xác thực/)).toBeInvalid();
  });
});

describe('in the profile of an administrator', () => {
  beforeEach(() => signedIn({ isAdmin: true }));
  const open = () => openShop({ 'admin/profile': adminProfile }, '/admin/profile');
  const part = async () => within(await screen.findByRole('region', { name: 'Xác thực hai lớp' }));

  test('the second factor is set up by QR code or text, and the recovery codes are shown once', async () => {
    api.answer({
      'POST /auth/two-factor/setup/': {
        body: { secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', otpauth_url: 'otpauth://totp/MAY:lan?secret=ABCD' },
      },
      'POST /auth/two-factor/confirm/': { body: { recovery_codes: CODES } },
    });
    open();
    await press('Bật xác thực hai lớp');
    expect(await screen.findByRole('img', { name: 'Mã QR cho ứng dụng xác thực' })).toBeVisible();
    expect(screen.getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeVisible();
    const within2fa = await part();
    // There are none before the set-up.
    expect(within2fa.queryByRole('button', { name: 'Dùng mã khôi phục' })).toBeNull();
    await userEvent.type(within2fa.getByLabelText(/^Mã xác thực/), '123456');
    await userEvent.type(within2fa.getByLabelText(/^Mật khẩu hiện tại/), 'secret');
    api.answer({ [STATE]: { body: on } });
    await press('Xác nhận và bật');
    const codes = within(await screen.findByRole('list', { name: 'Mã khôi phục' }));
    expect(codes.getAllByRole('listitem').map((item) => item.textContent)).toEqual(CODES);
    expect(api.to('POST /auth/two-factor/confirm/')[0]?.body).toEqual({ otp: '123456', current_password: 'secret' });
    await press('Tôi đã lưu các mã');
    expect(await screen.findByText('Còn 10 mã khôi phục chưa dùng.')).toBeVisible();
    expect(screen.queryByText(CODES[0]!)).toBeNull();
  });

  test('the second factor is switched off with code and password; errors are beside their fields', async () => {
    api.answer({
      [STATE]: { body: on },
      'POST /auth/two-factor/off/': refusal(400, 'otp', 'Mã xác thực không đúng'),
    });
    open();
    await press('Tắt xác thực hai lớp');
    const within2fa = await part();
    const code = within2fa.getByLabelText(/^Mã xác thực/);
    await userEvent.type(code, '000000');
    await userEvent.type(within2fa.getByLabelText(/^Mật khẩu hiện tại/), 'secret');
    await press('Tắt xác thực hai lớp');
    await waitFor(() => expect(code).toBeInvalid());
    // The page is loaded again after the refusal, too.
    await waitFor(() => expect(within2fa.getByRole('button', { name: 'Tắt xác thực hai lớp' })).toBeEnabled());
    api.answer({ [STATE]: { body: off }, 'POST /auth/two-factor/off/': { status: 204 } });
    await press('Tắt xác thực hai lớp');
    expect(await screen.findByText('Đã tắt xác thực hai lớp.')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Bật xác thực hai lớp' })).toBeVisible();
  });

  test.each([
    ['Tắt xác thực hai lớp', 'Tắt xác thực hai lớp', 'POST /auth/two-factor/off/'],
    ['Tạo mã khôi phục mới', 'Tạo mã mới', 'POST /auth/two-factor/recovery-codes/'],
  ])('without the phone, "%s" takes a recovery code; its errors are beside its field', async (choice, submit, call) => {
    api.answer({ [STATE]: { body: on }, [call]: refusal(400, 'recovery_code', 'Mã khôi phục không đúng') });
    open();
    await press(choice);
    await press('Dùng mã khôi phục');
    const within2fa = await part();
    const code = within2fa.getByLabelText(/^Mã khôi phục/);
    expect(code).toHaveFocus();
    expect(within2fa.queryByLabelText(/^Mã xác thực/)).toBeNull();
    await userEvent.type(within2fa.getByLabelText(/^Mật khẩu hiện tại/), 'secret');
    await press(submit);
    await waitFor(() => expect(code).toHaveAccessibleDescription(/Mã khôi phục không đúng/));
    // A blank code is sent as one: the refusal names the field that is shown.
    expect(api.to(call).at(-1)?.body).toEqual({ recovery_code: '', current_password: 'secret' });
    await waitFor(() => expect(within2fa.getByRole('button', { name: submit })).toBeEnabled());
    await userEvent.type(code, 'AAAAA-BBBBB');
    await press(submit);
    await waitFor(() => expect(api.to(call)).toHaveLength(2));
    expect(api.to(call).at(-1)?.body).toEqual({ recovery_code: 'AAAAA-BBBBB', current_password: 'secret' });
    await waitFor(() => expect(within2fa.getByRole('button', { name: 'Dùng ứng dụng xác thực' })).toBeEnabled());
    await press('Dùng ứng dụng xác thực');
    expect(within2fa.getByLabelText(/^Mã xác thực/)).not.toHaveAttribute('aria-invalid', 'true');
  });

  test('when the shop requires a second factor, every admin page redirects here with the reason', async () => {
    const why = 'Cửa hàng bắt buộc quản trị viên bật xác thực hai lớp.';
    api.answer({
      [STATE]: { body: { ...off, is_required: true } },
      'GET /api/admin/dashboard/': { status: 403, body: { detail: why, error: why, reason: 'two_factor_required' } },
    });
    openShop({ admin: dashboard, 'admin/profile': adminProfile }, '/admin');
    await isAt('/admin/profile');
    expect(await screen.findByText(/Cửa hàng bắt buộc quản trị viên bật xác thực hai lớp/)).toBeVisible();
  });
});
