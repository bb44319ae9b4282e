import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Session } from 'contract/accounts/auth';
import * as profile from '~/routes/account/profile/route';
import { fakeApi } from '../../support/api';
import { me, signedIn } from '../../support/given';
import { openShop } from '../../support/shop-pages';

const LIST = 'GET /auth/sessions/';
const session = (changed: Partial<Session> = {}): Session => ({
  id: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  device: 'Chrome trên Windows',
  network: '203.0.113.*',
  created_at: '2026-01-31T09:30:00.000Z',
  last_used_at: '2026-02-01T01:00:00.000Z',
  is_current: true,
  ...changed,
});
const phone = session({ id: '9b2f6a52-97a4-4c3e-8b1d-0a5f2f1f9b11', device: 'Safari trên iPhone', is_current: false });

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  signedIn();
  api = fakeApi({
    [LIST]: { body: [session(), phone] },
    'GET /auth/users/me/': { body: me() },
  });
});

const open = () => openShop({ profile }, '/profile?tab=devices');
const lines = async () =>
  within(await screen.findByRole('list', { name: 'Thiết bị đang đăng nhập' })).getAllByRole('listitem');

test('each device shows its network and times; this device is first, with a sign-out link', async () => {
  open();
  const [here, there] = await lines();
  expect(here).toHaveTextContent('Chrome trên WindowsThiết bị này');
  expect(here).toHaveTextContent('Dùng gần nhất 01/02/2026 08:00, từ mạng 203.0.113.*');
  expect(here).toHaveTextContent('Đăng nhập 31/01/2026 16:30');
  expect(within(here!).getByRole('link', { name: 'Đăng xuất' })).toHaveAttribute('href', '/logout');
  expect(within(there!).getByRole('button', { name: /^Đăng xuất Safari trên iPhone/ })).toBeVisible();
});

test('a signed-out device leaves the list, and the list takes the focus', async () => {
  api.answer({ [`DELETE /auth/sessions/${phone.id}/`]: { status: 204 } });
  open();
  const button = await screen.findByRole('button', { name: /^Đăng xuất Safari trên iPhone/ });
  api.answer({ [LIST]: { body: [session()] } });
  await userEvent.click(button);
  expect(await screen.findByText('Đã đăng xuất thiết bị.')).toBeVisible();
  expect(await screen.findByText('Bạn chỉ đăng nhập trên thiết bị này.')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('list', { name: 'Thiết bị đang đăng nhập' })).toHaveFocus());
});

test('all other devices are signed out at once', async () => {
  api.answer({ 'DELETE /auth/sessions/': { status: 204 } });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Đăng xuất các thiết bị khác' }));
  expect(await screen.findByText('Đã đăng xuất các thiết bị khác.')).toBeVisible();
  expect(api.to('DELETE /auth/sessions/')).toHaveLength(1);
});

test('a failed sign-out shows its error beside the device', async () => {
  api.answer({ [`DELETE /auth/sessions/${phone.id}/`]: 'unreachable' });
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Đăng xuất Safari trên iPhone/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Không thể đăng xuất thiết bị. Vui lòng thử lại.');
});

test('a list that failed to load can be retried', async () => {
  api.answer({ [LIST]: 'unreachable' });
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Không thể tải danh sách thiết bị.');
  api.answer({ [LIST]: { body: [session()] } });
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
  expect(await lines()).toHaveLength(1);
});
