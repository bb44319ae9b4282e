import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Order } from 'contract/orders/orders';
import * as ordersPage from '~/routes/admin/orders/route';
import { fakeApi } from '../../support/api';
import { order, signedIn } from '../../support/given';
import { openShop } from '../../support/shop-pages';

const LIST = 'GET /api/orders/';
const PAID_AT = '2026-01-31T10:00:00.000Z';
const paid = { status: 'paid', isPaid: true, paidAt: PAID_AT } as const;
const delivered = { isDelivered: true, deliveredAt: PAID_AT } as const;
const pageOf = (results: Order[], count = results.length) => ({ body: { count, page: 1, page_size: 20, results } });
const refusal = (detail: string, status = 409) => ({ status, body: { detail, error: detail } });
const PATCH = (id: number) => `PATCH /api/orders/${id}/`;

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  signedIn({ isAdmin: true });
  api = fakeApi({
    [LIST]: pageOf([order({ id: 32, ...paid }), order({ id: 31, ...paid })]),
    'POST /auth/jwt/refresh/': { body: { access: 'access-1', refresh: 'refresh-1' } },
  });
});
afterEach(() => api.restore());

const open = (address = '/admin/orders') => openShop({ 'admin/orders': ordersPage }, address);
const dialog = () => within(screen.getByRole('dialog'));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const pressInDialog = (name: string | RegExp) => userEvent.click(dialog().getByRole('button', { name }));
const selectAll = async () => userEvent.click(await screen.findByRole('checkbox', { name: /^Chọn tất cả/ }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const changes = () =>
  api.calls.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/')).map(({ path }) => path);

describe('delivering several orders', () => {
  test('a retry sends only those that are left, and the selection loses those that are done', async () => {
    api.answer({ [PATCH(32)]: refusal('Đơn hàng đang bận.'), [PATCH(31)]: { body: order() } });
    open();
    await selectAll();
    await press('Đánh dấu đã giao');
    await pressInDialog('Đã giao');
    expect(await dialog().findByRole('alert')).toHaveTextContent(
      'Đã giao 1 đơn hàng.Không thể giao:#32: Đơn hàng đang bận.',
    );
    expect(screen.getByRole('dialog', { name: 'Đơn hàng #32 đã được giao?' })).toBeVisible();
    expect(screen.getByText(/^Đã chọn 1 đơn hàng/)).toBeVisible();
    api.answer({ [PATCH(32)]: { body: order() } });
    await pressInDialog('Đã giao');
    await closed();
    expect(changes()).toEqual(['/api/orders/32/', '/api/orders/31/', '/api/orders/32/']);
    expect(screen.queryByText(/^Đã chọn/)).toBeNull();
  });

  test('one whose first answer was lost is done, and the rest is sent after it', async () => {
    api.answer({ [PATCH(32)]: 'unreachable', [PATCH(31)]: { body: order() } });
    open();
    await selectAll();
    await press('Đánh dấu đã giao');
    await pressInDialog('Đã giao');
    expect(await dialog().findByRole('alert')).toHaveTextContent(/^Chưa xong #32, #31\. Không thể đánh dấu đã giao/);
    api.answer({
      [PATCH(32)]: refusal('Đơn hàng đã được giao.'),
      'GET /api/orders/32/': { body: order({ id: 32, ...paid, ...delivered }) },
    });
    await pressInDialog('Đã giao');
    expect(await screen.findByText('Đã giao 2 đơn hàng, trong đó #32 đã xong từ trước.')).toBeVisible();
    await closed();
    expect(changes()).toEqual(['/api/orders/32/', '/api/orders/32/', '/api/orders/31/']);
  });
});
