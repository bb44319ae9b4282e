import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Customer } from 'contract/administration/customers';
import * as customerPage from '~/routes/admin/customer/route';
import { fakeApi, pageOf } from '../../support/api';
import { order, signedIn } from '../../support/given';
import { openShop, redirectsShoppers } from '../../support/shop-pages';

const ONE = 'GET /api/admin/customers/9/';
const ORDERS = 'GET /api/orders/';
const AT = '2026-01-31T09:30:00.000Z';
const refusal = (status: number, detail: string) => ({ status, body: { detail, error: detail } });

const user = (changed: Partial<Customer['user']> = {}): Customer['user'] => ({
  id: 9,
  username: 'mai',
  email: 'mai@example.com',
  first_name: 'Mai',
  last_name: 'Trần Thị',
  phone: '0912 345 678',
  is_active: true,
  is_staff: false,
  date_joined: AT,
  closed_at: null,
  ...changed,
});
const customer = (changed: Partial<Customer> = {}): Customer => ({
  user: user(),
  orders: { count: 12, paid: 3, spent: 900_000, refunded: 150_000, last_at: AT, unpaid: 1 },
  wallet: { id: 4, balance: 132_100, owed: 0, is_active: true },
  reviews: 2,
  chat: { last_at: AT, is_unanswered: true },
  ...changed,
});
const NEW = { count: 0, paid: 0, spent: 0, refunded: 0, last_at: null, unpaid: 0 };

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  signedIn({ isAdmin: true });
  api = fakeApi({ [ONE]: { body: customer() }, [ORDERS]: pageOf([order(), order({ id: 30 })], 12) });
});

const open = () => openShop({ 'admin/customers/:id': customerPage }, '/admin/customers/9');
/** The link of a figure by its label, with what it says. */
const figure = async (label: string) =>
  within(await screen.findByRole('list', { name: 'Số liệu' })).getByRole('link', { name: new RegExp(`^${label}`) });
const link = (name: string) => screen.getByRole('link', { name });

redirectsShoppers(open, () => api.to(ONE));

test('shows what the customer ordered, has and wrote, each figure linked to its rows', async () => {
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'mai' })).toBeVisible();
  const figures = [
    ['Đơn hàng', '12', '/admin/orders?user=9'],
    ['Đã thanh toán', '900.000 VND3 đơn · đã hoàn 150.000 VND', '/admin/orders?user=9&date_of=paid'],
    ['Đơn chờ thanh toán', '1', '/admin/orders?user=9&status=unpaid'],
    ['Ví Paybox', '132.100 VND', '/admin/paybox?user=9'],
    ['Đánh giá', '2', '/admin/reviews?user=9'],
    ['Trò chuyện', 'Chưa trả lời', '/admin/chat?search=mai&room=1_9'],
  ] as const;
  for (const [label, text, href] of figures) {
    const shown = await figure(label);
    expect(shown).toHaveTextContent(`${label}${text}`);
    expect(shown).toHaveAttribute('href', href);
  }
  expect(screen.getByRole('link', { name: /^mai ?@example/ })).toHaveAttribute('href', 'mailto:mai@example.com');
  expect(link('0912 345 678')).toHaveAttribute('href', 'tel:0912345678');
  expect(link('Giao dịch ví')).toHaveAttribute('href', '/admin/paybox?tab=transactions&wallet=4');
  expect(link('Sửa, khóa tài khoản')).toHaveAttribute('href', '/admin/users?user=9');
  expect(link('Nhật ký')).toHaveAttribute('href', '/admin/audit?subject=user&subject_id=9');
});

test('shows the last orders, with a link to all of them', async () => {
  open();
  expect(await screen.findByRole('link', { name: '#31' })).toHaveAttribute('href', '/admin/orders/31');
  expect(api.to(ORDERS).map(({ query }) => query)).toEqual(['user=9&page=1&page_size=10']);
  expect(link('Xem cả 12 đơn hàng')).toHaveAttribute('href', '/admin/orders?user=9');
});

test('a new account has no orders, no wallet and no conversation, and can be written to', async () => {
  api.answer({
    [ONE]: { body: customer({ user: user({ phone: '' }), orders: NEW, wallet: null, reviews: 0, chat: null }) },
    [ORDERS]: pageOf([]),
  });
  open();
  expect(await screen.findByText('Chưa có đơn hàng nào')).toBeVisible();
  expect(screen.getByText('Chưa mở')).toBeVisible();
  expect(screen.getByText('Chưa có số điện thoại')).toBeVisible();
  expect(screen.queryByText('Đơn chờ thanh toán')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Giao dịch ví' })).toBeNull();
  expect(link('Nhắn tin')).toHaveAttribute('href', '/admin/chat?search=mai&room=1_9');
});

test('a customer that failed to load can be retried; orders that failed leave the figures', async () => {
  api.answer({ [ONE]: refusal(503, 'Bận'), [ORDERS]: refusal(503, 'Đơn hàng đang bận') });
  open();
  expect(await screen.findByText('Bận')).toBeVisible();
  expect(screen.queryByText('Đơn hàng đang bận')).toBeNull();
  api.answer({ [ONE]: { body: customer() } });
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
  expect(await screen.findByText('Đơn hàng đang bận')).toBeVisible();
  expect(await figure('Đơn hàng')).toHaveTextContent('12');
});

test('a closed account says what was erased, and offers neither contact nor changes', async () => {
  const closed = user({ username: 'Đã đóng #9', email: '', phone: '', is_active: false, closed_at: AT });
  api.answer({ [ONE]: { body: customer({ user: { ...closed, first_name: '', last_name: '' }, chat: null }) } });
  open();
  expect(await screen.findByText(/^Tài khoản đã đóng lúc 31\/01\/2026 16:30/)).toBeVisible();
  expect(screen.getByText('Thông tin liên hệ đã được xóa cùng tài khoản.')).toBeVisible();
  expect(screen.queryByText('Đã khóa')).toBeNull();
  for (const name of ['Sửa, khóa tài khoản', 'Nhắn tin']) expect(screen.queryByRole('link', { name })).toBeNull();
  expect(await figure('Đơn hàng')).toHaveAttribute('href', '/admin/orders?user=9');
});

test('an administrator is named as one, with a link to what they changed; the support account writes to nobody', async () => {
  const admin = user({ id: 1, username: 'admin', is_staff: true });
  api.answer({ [ONE]: { body: customer({ user: admin, chat: null }) } });
  open();
  expect(await screen.findByText('Quản trị viên')).toBeVisible();
  expect(link('Việc đã làm')).toHaveAttribute('href', '/admin/audit?actor=1');
  expect(screen.queryByRole('link', { name: 'Nhắn tin' })).toBeNull();
});

test('a locked account, a locked wallet and a debt are shown', async () => {
  const wallet = { id: 4, balance: 0, owed: 70_000, is_active: false };
  api.answer({ [ONE]: { body: customer({ user: user({ is_active: false }), wallet }) } });
  open();
  expect(await screen.findByText('Đã khóa')).toBeVisible();
  expect(await figure('Ví Paybox')).toHaveTextContent('Nợ 70.000 VND · Tạm khóa');
});
