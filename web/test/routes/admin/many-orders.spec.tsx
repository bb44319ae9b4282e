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
const inCash = { paymentMethod: 'COD' } as const;
const pageOf = (results: Order[], count = results.length) => ({ body: { count, page: 1, page_size: 20, results } });
const refusal = (detail: string, status = 409) => ({ status, body: { detail, error: detail } });
const PATCH = (id: number) => `PATCH /api/orders/${id}/`;
const CASH = (id: number) => `POST /api/admin/orders/${id}/cash/`;

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
    expect(screen.getByText('Đã chọn 1 đơn hàng')).toBeVisible();
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

describe('the pages of the list', () => {
  const PAGES: Record<string, Order[]> = { 1: [order({ id: 32, ...paid })], 2: [order({ id: 31, ...paid })] };
  beforeEach(() =>
    api.answer({ [LIST]: ({ query }) => pageOf(PAGES[new URLSearchParams(query).get('page') ?? ''] ?? [], 140) }),
  );

  test('have as many orders as the address says', async () => {
    open('/admin/orders?todo=deliver&page=2');
    expect(await screen.findByText('21-21 trong 140')).toBeVisible();
    expect(screen.getByRole('link', { name: 'In phiếu giao 1 đơn ở trang này' })).toBeVisible();
    await userEvent.selectOptions(screen.getByLabelText('Số đơn mỗi trang'), '100');
    expect(await screen.findByText('/admin/orders?todo=deliver&page_size=100', { selector: 'output' })).toBeVisible();
    expect(await screen.findByText('1-1 trong 140')).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Phân trang' })).toHaveTextContent('Trang 1 / 2');
    expect(new URLSearchParams(api.to(LIST).at(-1)?.query).get('page_size')).toBe('100');
  });

  test.each(['7', '1000', 'x'])('have 20 orders for the size %s, which is none', async (size) => {
    open(`/admin/orders?page_size=${size}`);
    await screen.findByText('1-1 trong 140');
    expect(new URLSearchParams(api.to(LIST)[0]?.query).get('page_size')).toBe('20');
  });

  test('keep what is selected on others, and actions are for all of it', async () => {
    api.answer({ [PATCH(31)]: { body: order() }, [PATCH(32)]: { body: order() } });
    open();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Chọn đơn hàng #32' }));
    await userEvent.click(screen.getByRole('link', { name: 'Trang sau' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Chọn đơn hàng #31' }));
    expect(screen.getByText(/^Đã chọn 2/)).toHaveTextContent('Đã chọn 2 đơn hàng (+1 ở trang khác)');
    expect(screen.getByRole('link', { name: 'In phiếu giao' })).toHaveAttribute('href', '/admin/slips?orders=32,31');
    await press('Đánh dấu đã giao');
    await pressInDialog('Đã giao');
    await closed();
    expect(changes()).toEqual(['/api/orders/32/', '/api/orders/31/']);
    expect(screen.queryByText(/^Đã chọn/)).toBeNull();
  });
});

describe('recording the cash of several orders', () => {
  const due = (id: number, totalPrice: number) => order({ id, ...inCash, ...delivered, totalPrice });

  test('asks with their sum, sends each amount, and reports a refusal by order', async () => {
    api.answer({
      [LIST]: pageOf([due(34, 100_000), due(33, 250_000), order({ id: 32, ...paid }), due(31, 50_000)]),
      [CASH(34)]: { body: order() },
      [CASH(33)]: refusal('Đơn hàng đã bị hủy.'),
      [CASH(31)]: { body: order() },
    });
    open();
    await selectAll();
    await press('Thu tiền (3)');
    expect(screen.getByRole('dialog', { name: 'Đã thu 400.000 VND tiền mặt của 3 đơn hàng?' })).toBeVisible();
    expect(dialog().getByText(/không thể hoàn tác/)).toBeVisible();
    await pressInDialog('Đã thu 400.000 VND');
    expect(await dialog().findByRole('alert')).toHaveTextContent(
      'Đã ghi nhận tiền mặt của 2 đơn hàng.Không thể ghi nhận:#33: Đơn hàng đã bị hủy.',
    );
    expect(screen.getByRole('dialog', { name: 'Đã thu 250.000 VND tiền mặt của đơn hàng #33?' })).toBeVisible();
    expect([34, 33, 31].map((id) => api.to(CASH(id)).map(({ body }) => body))).toEqual([
      [{ amount: 100_000 }],
      [{ amount: 250_000 }],
      [{ amount: 50_000 }],
    ]);
    expect(screen.getByText('Đã chọn 2 đơn hàng')).toBeVisible();
  });

  test('an order whose cash is recorded already is done, one that was paid in another way is not', async () => {
    api.answer({
      [LIST]: pageOf([due(32, 100_000), due(31, 50_000)]),
      ...Object.fromEntries([31, 32].map((id) => [CASH(id), refusal('Đơn hàng đã được thanh toán.')])),
      'GET /api/orders/32/': { body: order({ id: 32, ...paid, ...inCash }) },
      'GET /api/orders/31/': { body: order({ id: 31, ...paid, paymentMethod: 'VietQR' }) },
    });
    open('/admin/orders?todo=collect');
    await press('Thu tiền 2 đơn');
    await pressInDialog('Đã thu 150.000 VND');
    expect(await dialog().findByRole('alert')).toHaveTextContent(
      'Đã ghi nhận tiền mặt của 1 đơn hàng, trong đó #32 đã xong từ trước.Không thể ghi nhận:#31: Đơn hàng đã được thanh toán.',
    );
  });

  test('is offered in the row of a delivered order, and warns before one that is not', async () => {
    api.answer({ [LIST]: pageOf([due(32, 100_000), order({ id: 31, ...inCash })]), [CASH(32)]: { body: order() } });
    open();
    await selectAll();
    await press('Thu tiền');
    expect(dialog().getByText(/^Chưa được đánh dấu đã giao: #31/)).toBeVisible();
    await pressInDialog('Không');
    expect(screen.queryByRole('button', { name: 'Thu tiền đơn hàng #31' })).toBeNull();
    await press('Thu tiền đơn hàng #32');
    await pressInDialog('Đã thu 100.000 VND');
    expect(await screen.findByText('Đã ghi nhận tiền mặt của 1 đơn hàng.')).toBeVisible();
    await closed();
  });
});
