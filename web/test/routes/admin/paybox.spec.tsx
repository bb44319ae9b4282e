import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AdminWallet, WalletTransaction } from 'contract/money/paybox';
import * as paybox from '~/routes/admin/paybox/route';
import { fakeApi, pageOf } from '../../support/api';
import { signedIn } from '../../support/given';
import { openShop, redirectsShoppers } from '../../support/shop-pages';

const WALLETS = 'GET /api/admin/paybox/wallets/';
const WALLET_TOTALS = 'GET /api/admin/paybox/wallets/totals/';
const LINES = 'GET /api/admin/paybox/transactions/';
const LINE_TOTALS = 'GET /api/admin/paybox/transactions/totals/';
const CHANGE = 'PATCH /api/admin/paybox/wallets/4/';

const wallet = (changed: Partial<AdminWallet> = {}): AdminWallet => ({
  id: 4,
  balance: 250_000,
  is_active: true,
  created_at: '2026-01-31T09:30:00.000Z',
  updated_at: '2026-02-01T09:30:00.000Z',
  user_info: { id: 7, username: 'lan', email: 'lan@example.com' },
  owed: 0,
  ...changed,
});
const line = (changed: Partial<WalletTransaction> = {}): WalletTransaction => ({
  id: 9,
  transaction_type: 'PAYMENT',
  transaction_type_display: 'Thanh toán',
  amount: 120_000,
  is_incoming: false,
  status: 'COMPLETED',
  description: 'Thanh toán đơn hàng #31',
  order_info: { id: 31 },
  balance_after: 130_000,
  created_at: '2026-01-31T17:30:00.000Z',
  wallet_info: { user_username: 'lan' },
  ...changed,
});

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  signedIn({ isAdmin: true });
  api = fakeApi({
    [WALLETS]: pageOf([wallet()]),
    [WALLET_TOTALS]: { body: { count: 41, locked: 2, liability: 9_000_000, owed: 70_000 } },
    [LINES]: pageOf([line()]),
    [LINE_TOTALS]: { body: { count: 1_000_000, incoming: 500_000, outgoing: 120_000 } },
  });
});

const open = (address = '/admin/paybox') => openShop({ 'admin/paybox': paybox }, address);
const queries = (name: string) => api.to(name).map(({ query }) => query);

redirectsShoppers(open, () => api.to(WALLETS));

describe('wallets', () => {
  test('are listed with their balances and the totals of all pages', async () => {
    api.answer({ [WALLETS]: pageOf([wallet(), wallet({ id: 5, is_active: false, balance: 0, owed: 70_000 })], 41) });
    open();
    const [, first, second] = await screen.findAllByRole('row');
    expect(first).toHaveTextContent(/lan.*lan@example\.com.*250\.000 VND.*Đang hoạt động/);
    expect(second).toHaveTextContent('Tạm khóa');
    expect(within(first!).getByRole('link', { name: 'lan' })).toHaveAttribute('href', '/admin/customers/7');
    expect(within(first!).getByRole('link', { name: 'Giao dịch của lan' })).toHaveAttribute(
      'href',
      '/admin/paybox?tab=transactions&wallet=4',
    );
    expect(screen.getByLabelText('Tổng của các ví được lọc')).toHaveTextContent(/41.*2.*9\.000\.000 VND.*70\.000 VND/);
    expect(screen.getByRole('link', { name: 'Trang sau' })).toHaveAttribute('href', '/admin/paybox?page=2');
    expect(api.to(LINES)).toEqual([]);
  });

  test('are filtered, searched and sorted by the server, totals included', async () => {
    open();
    await userEvent.selectOptions(await screen.findByLabelText('Trạng thái'), 'Tạm khóa');
    await userEvent.type(screen.getByRole('searchbox'), 'lan{Enter}');
    await userEvent.click(await screen.findByRole('link', { name: 'Số dư' }));
    const last = await screen.findByText('/admin/paybox?state=locked&search=lan&sort=balance-desc', {
      selector: 'output',
    });
    expect(last).toBeInTheDocument();
    expect(queries(WALLETS).at(-1)).toBe('search=lan&state=locked&sort=balance-desc&page=1&page_size=20');
    expect(queries(WALLET_TOTALS).at(-1)).toBe(queries(WALLETS).at(-1));
  });

  test('of one customer are named, with a way back to all', async () => {
    open('/admin/paybox?user=7');
    await userEvent.click(await screen.findByRole('link', { name: /^Chỉ ví của lan/ }));
    expect(await screen.findByText('/admin/paybox', { selector: 'output' })).toBeInTheDocument();
    expect(queries(WALLETS)).toEqual(['user=7&page=1&page_size=20', 'page=1&page_size=20']);
    expect(queries(WALLET_TOTALS)).toEqual(queries(WALLETS));
  });

  test('are locked after a confirmation with owner and balance', async () => {
    api.answer({
      [CHANGE]: () => {
        api.answer({ [WALLETS]: pageOf([wallet({ is_active: false })]) });
        return { body: wallet({ is_active: false }) };
      },
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Tạm khóa ví của lan' }));
    const dialog = screen.getByRole('dialog', { name: 'Tạm khóa ví của lan?' });
    expect(dialog).toHaveTextContent(/lan \(lan@example\.com\).*250\.000 VND/);
    expect(api.to(CHANGE)).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Tạm khóa' }));
    expect(await screen.findByText('Đã tạm khóa ví của lan.')).toBeVisible();
    expect(api.to(CHANGE)[0]?.body).toEqual({ is_active: false });
    expect(await screen.findByRole('button', { name: 'Mở khóa ví của lan' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('stay unchanged when the confirmation is declined', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Tạm khóa ví của lan' }));
    await userEvent.click(screen.getByRole('button', { name: 'Không' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(api.to(CHANGE)).toEqual([]);
  });

  test('a failed lock shows the reason and can be retried', async () => {
    api.answer({
      [WALLETS]: pageOf([wallet({ is_active: false })]),
      [CHANGE]: { status: 404, body: { detail: 'Không tìm thấy ví.' } },
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Mở khóa ví của lan' }));
    const dialog = screen.getByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Mở khóa' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Không tìm thấy ví.');
    api.answer({ [CHANGE]: { body: wallet() } });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Mở khóa' }));
    expect(await screen.findByText('Đã mở khóa ví của lan.')).toBeVisible();
  });
});

describe('transactions', () => {
  const TAB = '/admin/paybox?tab=transactions';

  test('are listed with sign, order and state, and the totals in and out of all pages', async () => {
    api.answer({
      [LINES]: pageOf([
        line(),
        line({
          id: 8,
          transaction_type: 'DEPOSIT',
          transaction_type_display: 'Nạp tiền',
          is_incoming: true,
          status: 'PENDING',
          balance_after: null,
          order_info: null,
        }),
        line({ id: 7, transaction_type: 'TRANSFER', is_incoming: false, amount: 35_000, order_info: null }),
        line({ id: 6, transaction_type: 'TRANSFER', is_incoming: true, amount: 1_000, order_info: null }),
      ]),
    });
    open(TAB);
    const [, payment, deposit, taken, credited] = await screen.findAllByRole('row');
    expect(payment).toHaveTextContent(/01\/02\/2026 00:30.*lan.*Thanh toán.*−120\.000 VND.*130\.000 VND.*Hoàn tất/);
    expect(within(payment!).getByRole('link')).toHaveAttribute('href', '/admin/orders/31');
    expect(deposit).toHaveTextContent(/Nạp tiền.*\+120\.000 VND.*Đang chờ/);
    expect(taken).toHaveTextContent('−35.000 VND');
    expect(credited).toHaveTextContent('+1.000 VND');
    expect(screen.getByLabelText('Tổng của các giao dịch được lọc')).toHaveTextContent(
      /1\.000\.000.*500\.000 VND.*120\.000 VND.*380\.000 VND/,
    );
    expect(api.to(WALLETS)).toEqual([]);
  });

  test('take every filter from the URL', async () => {
    open(
      `${TAB}&wallet=4&type=PAYMENT&status=COMPLETED&from=2026-01-01&to=2026-01-31&search=%2331&sort=amount-desc&page=2`,
    );
    expect(await screen.findByRole('link', { name: /Chỉ ví của lan/ })).toHaveAttribute(
      'href',
      `${TAB}&type=PAYMENT&status=COMPLETED&from=2026-01-01&to=2026-01-31&search=%2331&sort=amount-desc`,
    );
    expect(queries(LINES)).toEqual([
      'search=%2331&wallet=4&type=PAYMENT&status=COMPLETED&from=2026-01-01&to=2026-01-31&sort=amount-desc&page=2&page_size=20',
    ]);
    expect(screen.getByLabelText('Loại')).toHaveValue('PAYMENT');
  });

  test('are exported as a file with the same filters', async () => {
    const EXPORT = 'GET /api/admin/paybox/transactions/export/';
    api.answer({ [EXPORT]: { status: 503, body: { detail: 'Bận' } } });
    open(`${TAB}&type=REFUND`);
    await userEvent.click(await screen.findByRole('button', { name: 'Xuất CSV' }));
    expect(await screen.findByText('Bận')).toBeVisible();
    expect(queries(EXPORT)).toEqual(['type=REFUND']);
  });
});

test.each([
  ['/admin/paybox', 'Chưa có ví nào'],
  ['/admin/paybox?state=locked', 'Không tìm thấy gì'],
  ['/admin/paybox?tab=transactions', 'Chưa có giao dịch nào'],
  ['/admin/paybox?tab=transactions&page=9', 'Không còn gì ở trang này'],
])('%s shows the empty state', async (address, sentence) => {
  api.answer({ [WALLETS]: pageOf([]), [LINES]: pageOf([]) });
  open(address);
  expect(await screen.findByText(sentence)).toBeVisible();
});

test.each([
  ['/admin/paybox', WALLETS, '250.000 VND'],
  ['/admin/paybox?tab=transactions', LINES, '−120.000 VND'],
])('%s that failed to load can be retried', async (address, call, shown) => {
  api.answer({ [call]: { status: 503 } });
  open(address);
  expect(await screen.findByRole('alert')).toHaveTextContent('Không thể tải dữ liệu Paybox');
  api.answer({ [call]: call === WALLETS ? pageOf([wallet()]) : pageOf([line()]) });
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
  expect(await screen.findByText(shown)).toBeVisible();
});
