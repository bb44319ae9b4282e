import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ApiKey } from 'contract/administration/api-keys';
import { API_SCOPES } from 'contract/administration/integration-rules';
import * as keys from '~/routes/admin/api-keys/route';
import { SCOPE_LABELS } from '~/routes/admin/api-keys/scope-labels';
import { fakeApi } from '../../support/api';
import { signedIn } from '../../support/given';
import { openShop, redirectsShoppers, retryFailedLoad } from '../../support/shop-pages';

const LIST = 'GET /api/admin/api-keys/';
const key = (changed: Partial<ApiKey> = {}): ApiKey => ({
  id: 3,
  name: 'Phần mềm kho',
  prefix: 'may_sk_AbCdEf',
  scopes: ['orders:read', 'catalog:write'],
  created_by: { id: 1, username: 'chu' },
  created_at: '2026-01-31T09:30:00.000Z',
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
  state: 'usable',
  ...changed,
});

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  signedIn({ isAdmin: true });
  api = fakeApi({
    [LIST]: { body: [key()] },
  });
});

const open = () => openShop({ 'admin/api-keys': keys }, '/admin/api-keys');

redirectsShoppers(open, () => api.to(LIST));

test('shows what each key may do, who made it, when it was used, and whether it may be used', async () => {
  api.answer({
    [LIST]: {
      body: [
        key({ id: 1, last_used_at: '2026-02-01T09:30:00.000Z' }),
        key({ id: 2, expires_at: '2100-01-31T09:30:00.000Z' }),
        key({ id: 3, expires_at: '2026-01-31T09:30:00.000Z', state: 'expired' }),
        key({ id: 4, state: 'blocked' }),
        key({ id: 5, revoked_at: '2026-01-31T09:30:00.000Z', state: 'revoked' }),
      ],
    },
  });
  open();
  const [, used, ends, over, blocked, revoked] = await screen.findAllByRole('row');
  expect(used).toHaveTextContent(
    /Phần mềm kho.*may_sk_AbCdEf….*Xem đơn hàng, Sửa hàng hóa.*chu.*01\/02\/2026 16:30.*Dùng được.*Không hết hạn/,
  );
  expect(ends).toHaveTextContent(/Chưa dùng.*Dùng được.*đến 31\/01\/2100 16:30/);
  expect(over).toHaveTextContent('Hết hạn31/01/2026 16:30');
  expect(blocked).toHaveTextContent('Người tạo không còn quyền quản trị.');
  expect(revoked).toHaveTextContent('Đã thu hồi');
  expect(within(revoked!).queryByRole('button')).toBeNull();
});

test('a new API key is shown once', async () => {
  api.answer({
    [LIST]: { body: [] },
    'POST /api/admin/api-keys/': () => {
      api.answer({ [LIST]: { body: [key({ id: 9 })] } });
      return { status: 201, body: { ...key({ id: 9 }), key: 'may_sk_AbCdEf123' } };
    },
  });
  open();
  await userEvent.click((await screen.findAllByRole('button', { name: 'Tạo khóa API' }))[0]!);
  const panel = within(screen.getByRole('dialog', { name: 'Tạo khóa API' }));
  for (const scope of API_SCOPES) expect(panel.getByText(SCOPE_LABELS[scope][0])).toBeVisible();
  await userEvent.type(panel.getByLabelText(/^Tên/), 'Phần mềm kho');
  await userEvent.click(panel.getByRole('checkbox', { name: /^Xem đơn hàng/ }));
  await userEvent.selectOptions(panel.getByLabelText(/^Hết hạn sau/), 'Không hết hạn');
  await userEvent.type(panel.getByLabelText(/^Mật khẩu của bạn/), 'bí mật');
  await userEvent.click(panel.getByRole('button', { name: 'Tạo khóa' }));
  expect(await screen.findByText('may_sk_AbCdEf123')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.to('POST /api/admin/api-keys/').map(({ body }) => body)).toEqual([
    { name: 'Phần mềm kho', scopes: ['orders:read'], days: null, current_password: 'bí mật' },
  ]);
});

test('a key ends after 90 days unless another time is chosen', async () => {
  const body = { detail: 'Sai', error: 'Sai', current_password: ['Mật khẩu hiện tại không đúng'] };
  api.answer({ 'POST /api/admin/api-keys/': { status: 400, body } });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Tạo khóa API' }));
  await userEvent.type(screen.getByLabelText(/^Tên/), 'Kho');
  await userEvent.click(screen.getByRole('button', { name: 'Tạo khóa' }));
  expect(await screen.findByText('Mật khẩu hiện tại không đúng')).toBeVisible();
  expect(screen.getByLabelText(/^Tên/)).toHaveValue('Kho');
  expect(api.to('POST /api/admin/api-keys/')[0]?.body).toMatchObject({ days: 90, scopes: [] });
});

test('an API key is revoked after a confirmation', async () => {
  api.answer({
    'DELETE /api/admin/api-keys/3/': () => {
      api.answer({ [LIST]: { body: [key({ revoked_at: '2026-01-31T09:30:00.000Z', state: 'revoked' })] } });
      return { status: 204 };
    },
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Thu hồi khóa Phần mềm kho' }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Thu hồi' }));
  expect(await screen.findByText('Khóa API đã bị thu hồi.')).toBeVisible();
  expect(await screen.findByText('Đã thu hồi')).toBeVisible();
});

test('an empty list explains API keys, and a failed load can be retried', async () => {
  await retryFailedLoad(open, api, { [LIST]: { body: [] } });
  expect(await screen.findByText('Chưa có khóa API nào')).toBeVisible();
});
