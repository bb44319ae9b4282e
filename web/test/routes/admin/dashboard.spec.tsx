import { useFetcher } from '@remix-run/react';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Dashboard, DayFigures } from 'contract/administration/dashboard';
import type { LedgerCheck } from 'contract/money/ledger';
import { shiftDay, shopDay } from 'contract/shop-day';
import * as dashboard from '~/routes/admin/dashboard/route';
import * as layout from '~/routes/admin/layout/route';
import { fakeApi } from '../../support/api';
import { signedIn } from '../../support/given';
import { openShop, redirectsShoppers } from '../../support/shop-pages';

const CHECK = 'GET /api/admin/ledger/';
const FIGURES = 'GET /api/admin/dashboard/';
const COUNTS = 'GET /api/admin/counts/';

const SOUND: LedgerCheck = {
  ...{ checked_at: '2026-01-31T09:30:00.000Z', is_overdue: false, is_running: false, breaches: [] },
  ...{
    waits_for: 'nothing',
    attempted_at: '2026-01-31T09:30:00.000Z',
    reason: null,
    rules_done: 0,
    rules: 26,
    failure: null,
  },
};
const checkAnswer = (check: Partial<LedgerCheck> = {}) => ({ body: { ...SOUND, ...check } });

const NOTHING = { revenue: 0, orders: 0, average_order: null, new_users: 0, conversion: null };
const day = (number: number, figures: Partial<DayFigures> = {}): DayFigures => ({
  day: `2026-03-0${number}`,
  ...NOTHING,
  ...figures,
});

const some = (changed: Partial<Dashboard> = {}): Dashboard => ({
  period: {
    from: '2026-03-03',
    to: '2026-03-04',
    totals: { revenue: 1_500_000, orders: 1_234, average_order: 300_000, new_users: 7, conversion: 62.5 },
    days: [day(3, { revenue: 1_000_000, orders: 2 }), day(4, { revenue: 500_000, orders: 3 })],
  },
  before: {
    from: '2026-03-01',
    to: '2026-03-02',
    totals: { revenue: 1_000_000, orders: 1_300, average_order: null, new_users: 0, conversion: 50 },
    days: [day(1), day(2)],
  },
  best_sellers: [{ id: 5, name: 'Áo thun', image: null, total_stock: 40, sold: 12, total: 2_400_000 }],
  sold_out_variants: 4,
  low_stock: { count: 23, products: [{ id: 6, name: 'Quần tây', image: null, total_stock: 0 }] },
  orders_by_status: { unpaid: 1, paid: 2, delivered: 5, refund_requested: 0, refunded: 0, cancelled: 2 },
  wallets: { liability: 9_000_000, count: 40, locked: 2 },
  counts: {
    orders_to_deliver: 6,
    orders_to_collect: 2,
    pending_refunds: 3,
    unanswered_chats: 1,
    unmatched_transfers: 0,
    pending_photos: 0,
    failed_mails: 0,
    disabled_webhooks: 0,
  },
  ...changed,
});

const none = (): Dashboard =>
  some({
    period: { ...some().period, totals: NOTHING, days: [day(3), day(4)] },
    before: { ...some().before, totals: NOTHING, days: [day(1), day(2)] },
    best_sellers: [],
    sold_out_variants: 0,
    low_stock: { count: 0, products: [] },
    orders_by_status: { unpaid: 0, paid: 0, delivered: 0, refund_requested: 0, refunded: 0, cancelled: 0 },
  });

/** jsdom lays nothing out: everything that is watched is as large as a card. */
class CardSized {
  constructor(private readonly tell: ResizeObserverCallback) {}
  observe(target: Element) {
    const contentRect = { width: 600, height: 176 } as DOMRectReadOnly;
    this.tell([{ target, contentRect } as ResizeObserverEntry], this);
  }
  unobserve() {}
  disconnect() {}
}

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  window.ResizeObserver = CardSized;
  signedIn({ isAdmin: true });
  api = fakeApi({
    [CHECK]: checkAnswer(),
    [FIGURES]: { body: some() },
    [COUNTS]: { body: { pending_refunds: 3, unanswered_chats: 0, failed_mails: 120, disabled_webhooks: 2 } },
  });
});

const open = (address = '/admin') => openShop({ admin: dashboard }, address);
const card = (name: string) => screen.findByRole('region', { name });

redirectsShoppers(open, () => [...api.to(CHECK), ...api.to(FIGURES)]);

describe('the figures', () => {
  test('are compared with the period before and link to their lists', async () => {
    open();
    const revenue = await card('Doanh thu');
    expect(revenue).toHaveTextContent(/1\.500\.000 VND.*tăng 50%.*Kỳ trước: 1\.000\.000 VND/);
    expect(within(revenue).getByRole('link')).toHaveAttribute(
      'href',
      '/admin/orders?date_of=paid&from=2026-03-03&to=2026-03-04',
    );
    expect(await card('Đơn đã thanh toán')).toHaveTextContent(/1\.234.*giảm 5,1%.*Kỳ trước: 1\.300/);
    expect(await card('Tỷ lệ thanh toán')).toHaveTextContent(/62,5%.*tăng 12,5 điểm/);
    // There was nothing before to compare it with.
    expect(await card('Giá trị đơn trung bình')).toHaveTextContent(/300\.000 VND.*Kỳ trước: –/);
    const users = await card('Người dùng mới');
    expect(users).not.toHaveTextContent('tăng');
    expect(within(users).getByRole('link')).toHaveAttribute('href', '/admin/users?from=2026-03-03&to=2026-03-04');
  });

  test('are drawn by day', async () => {
    open();
    const revenue = await card('Doanh thu');
    expect(await within(revenue).findByText('03/03')).toBeInTheDocument();
    expect(within(revenue).getByText('04/03')).toBeInTheDocument();
    expect(within(revenue).getByText(/^1\sTr$/)).toBeInTheDocument();
  });

  test('show an empty state for a period without data', async () => {
    api.answer({ [FIGURES]: { body: none() } });
    open();
    expect(await card('Doanh thu')).toHaveTextContent(/0 VND.*Chưa có dữ liệu/);
    expect(await card('Giá trị đơn trung bình')).toHaveTextContent('–');
    expect(screen.getByText('Không có đơn nào được đặt trong kỳ này.')).toBeVisible();
    expect(screen.getByText('Chưa có sản phẩm nào được bán trong kỳ này.')).toBeVisible();
    expect(screen.getByText('Mọi sản phẩm đều còn đủ hàng.')).toBeVisible();
  });

  test('that failed to load can be retried, while the ledger status is shown', async () => {
    api.answer({ [FIGURES]: { status: 503, body: { detail: 'Bận', error: 'Bận' } } });
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Bận');
    expect(screen.getByText(/Sổ sách khớp/)).toBeVisible();
    api.answer({ [FIGURES]: { body: some() } });
    await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
    expect(await card('Doanh thu')).toBeVisible();
  });
});

test('orders that wait are counted up to a bound, and more are shown as such', async () => {
  const counts = { ...some().counts, orders_to_deliver: 1_000, orders_to_collect: 999, pending_refunds: 1_500 };
  api.answer({ [FIGURES]: { body: some({ counts }) } });
  open();
  const tiles = within(await screen.findByRole('list', { name: 'Việc cần làm' })).getAllByRole('link');
  expect(tiles.slice(0, 3).map((tile) => tile.textContent)).toEqual([
    'Đơn cần giao1.000+',
    'Đơn đã giao, chưa thu tiền999',
    'Yêu cầu hoàn tiền chờ duyệt1.500',
  ]);
});

test('pending work and debts link to their pages', async () => {
  open();
  const tiles = within(await screen.findByRole('list', { name: 'Việc cần làm' })).getAllByRole('link');
  expect(tiles.map((tile) => [tile.textContent, tile.getAttribute('href')])).toEqual([
    ['Đơn cần giao6', '/admin/orders?todo=deliver'],
    ['Đơn đã giao, chưa thu tiền2', '/admin/orders?todo=collect'],
    ['Yêu cầu hoàn tiền chờ duyệt3', '/admin/refunds?status=pending'],
    ['Cuộc trò chuyện chưa trả lời1', '/admin/chat?unanswered=1'],
    ['Chuyển khoản chờ đối chiếu0', '/admin/bank-transfers?state=unmatched'],
    ['Ảnh đánh giá chờ duyệt0', '/admin/reviews?photos=pending'],
    ['Email không gửi được, 7 ngày qua0', '/admin/mails?state=failed'],
    ['Webhook bị tắt vì lỗi0', '/admin/webhooks'],
    ['Sản phẩm sắp hết hàng23', '/admin/products?stock=low'],
    ['Sản phẩm có phân loại hết hàng4', '/admin/products?stock=variant-out'],
    ['Số dư 40 ví · 2 tạm khóa9.000.000 VND', '/admin/paybox?sort=balance-desc'],
  ]);
});

test('order states, best sellers and low stock link to their lists', async () => {
  open();
  const states = await card('Đơn đặt trong kỳ theo trạng thái');
  expect(within(states).getByRole('link', { name: 'Đã giao 5' })).toHaveAttribute(
    'href',
    '/admin/orders?status=delivered&from=2026-03-03&to=2026-03-04',
  );
  const best = await card('Bán chạy trong kỳ');
  expect(best).toHaveTextContent(/Áo thun.*12.*2\.400\.000 VND/);
  expect(within(best).getByRole('link', { name: 'Áo thun' })).toHaveAttribute('href', '/admin/products/5');
  const low = await card('Sắp hết hàng (23)');
  expect(low).toHaveTextContent(/Quần tây.*Hết hàng/);
  expect(within(low).getByRole('link', { name: 'Quần tây' })).toHaveAttribute('href', '/admin/products/6');
});

describe('the period', () => {
  test('is in the URL and sent to the server', async () => {
    open();
    expect(await screen.findByRole('link', { name: '30 ngày' })).toHaveAttribute('aria-current', 'true');
    await userEvent.click(screen.getByRole('link', { name: '7 ngày' }));
    expect(await screen.findByText('/admin?days=7', { selector: 'output' })).toBeInTheDocument();
    expect(api.to(FIGURES).map(({ query }) => query)).toEqual(['', 'days=7']);
  });

  describe('of one day', () => {
    const oneDay = (from: string, before: string) => {
      const { period, before: earlier } = some();
      api.answer({
        [FIGURES]: {
          body: some({
            period: { ...period, from, to: from, days: [{ ...day(3), day: from }] },
            before: { ...earlier, from: before, to: before, days: [{ ...day(2), day: before }] },
          }),
        },
      });
    };

    test('is compared with the day before, without a chart', async () => {
      oneDay('2026-03-03', '2026-03-02');
      open('/admin?from=2026-03-03&to=2026-03-03');
      expect(await card('Doanh thu')).toHaveTextContent(
        '1.500.000 VNDtăng 50%Ngày trước: 1.000.000 VND · đã trừ hoàn tiền',
      );
      expect(screen.getByText('Ngày 03/03/2026, so với 02/03/2026.')).toBeVisible();
      expect(document.querySelector('section .h-44')).toBeNull();
    });

    test('that is not over is shown beside the whole day before, without a change', async () => {
      const today = shopDay(new Date());
      oneDay(today, shiftDay(today, -1));
      open('/admin?days=1');
      expect(await card('Doanh thu')).toHaveTextContent(
        /^Doanh thu1\.500\.000 VNDCả ngày hôm qua: 1\.000\.000 VND · đã trừ hoàn tiền$/,
      );
      expect(screen.getByRole('link', { name: 'Hôm nay' })).toHaveAttribute('aria-current', 'true');
    });
  });

  test('may be chosen by day', async () => {
    open('/admin?from=2026-03-03&to=2026-03-04');
    await card('Doanh thu');
    expect(api.to(FIGURES).at(-1)?.query).toBe('from=2026-03-03&to=2026-03-04');
    expect(screen.getByLabelText('Từ ngày')).toHaveValue('2026-03-03');
    for (const link of within(screen.getByRole('navigation', { name: 'Khoảng thời gian' })).getAllByRole('link')) {
      expect(link).not.toHaveAttribute('aria-current');
    }
  });
});

describe('the ledger status', () => {
  test('shows that the ledger is sound, and since when', async () => {
    open();
    expect(await screen.findByText(/Sổ sách khớp/)).toHaveTextContent('31/01/2026 16:30');
  });

  test('lists each broken invariant', async () => {
    api.answer({
      [CHECK]: checkAnswer({ breaches: [{ rule: 'no wallet is below zero', rows: [{ id: 1 }, { id: 2 }] }] }),
    });
    open();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('1 quy tắc bị vi phạm');
    expect(alert).toHaveTextContent('no wallet is below zero (2)');
  });

  test.each([
    ['was never made', { checked_at: null }, 'Sổ sách chưa được kiểm tra lần nào.'],
    ['is being made for the first time', { checked_at: null, is_running: true }, 'Sổ sách đang được kiểm tra lần đầu.'],
    [
      'was never tried',
      { checked_at: null, attempted_at: null, waits_for: 'worker' },
      /kiểm tra trong phút đầu .*hãy xem nó có đang chạy không/,
    ],
    [
      'is long ago, without a worker',
      { is_overdue: true, waits_for: 'worker' },
      /không có tiến trình nền .* nào kiểm tra/,
    ],
    [
      'is long ago, because it reads everything',
      { is_overdue: true, is_running: true, waits_for: 'full_check', reason: 'many_new_rows', rules_done: 7 },
      /đang được kiểm tra lại từ .*vì có nhiều dữ liệu mới: xong 7 trong 26 quy tắc/,
    ],
    [
      'is long ago, because it fails each minute',
      { is_overdue: true, waits_for: 'failure', failure: 'canceling statement due to lock timeout' },
      /không xong: canceling statement due to lock timeout/,
    ],
  ] satisfies [string, Partial<LedgerCheck>, unknown][])('says when the check %s', async (_name, check, text) => {
    api.answer({ [CHECK]: checkAnswer(check) });
    open();
    const line = (await screen.findByText(/^(Sổ sách|Lần kiểm tra sổ sách)/)).closest('[role=status]');
    expect(line).toHaveTextContent(text);
  });

  test('that failed to load can be retried, while the figures are shown', async () => {
    api.answer({ [CHECK]: { status: 503, body: { detail: 'x' } } });
    open();
    const retry = await screen.findByRole('button', { name: 'Thử lại' });
    expect(await card('Doanh thu')).toBeVisible();
    api.answer({ [CHECK]: checkAnswer() });
    await userEvent.click(retry);
    expect(await screen.findByText(/Sổ sách khớp/)).toBeInTheDocument();
  });
});

describe('the badges of the sidebar', () => {
  const frame = () => openShop({ 'admin/refunds': layout }, '/admin/refunds');
  const badge = async (label: string) => (await screen.findAllByRole('link', { name: new RegExp(`^${label}`) }))[0];

  test('show pending counts and refresh while the page is visible', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    frame();
    await api.answered();
    expect(await screen.findAllByText('99+')).not.toEqual([]);
    expect(await badge('Yêu cầu hoàn tiền')).toHaveTextContent('3 đang chờ');
    expect(await badge('Tư vấn')).not.toHaveTextContent('đang chờ');
    expect(await badge('Webhook')).toHaveTextContent('2 đang chờ');
    const callCount = api.to(COUNTS).length;
    api.answer({ [COUNTS]: { body: { pending_refunds: 0, unanswered_chats: 8, failed_mails: 0 } } });
    await act(() => jest.advanceTimersByTimeAsync(30_100));
    await api.answered();
    expect(api.to(COUNTS)).toHaveLength(callCount + 1);
    expect(await badge('Tư vấn')).toHaveTextContent('8 đang chờ');
    expect(await badge('Yêu cầu hoàn tiền')).not.toHaveTextContent('đang chờ');

    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await act(() => jest.advanceTimersByTimeAsync(90_000));
    expect(api.to(COUNTS)).toHaveLength(callCount + 1);
  });

  test('are counted anew after an action of the page', async () => {
    const page = {
      clientAction: () => null,
      default: function Page() {
        const fetcher = useFetcher();
        return (
          <button onClick={() => fetcher.submit({}, { method: 'post', action: '/admin/refunds?done' })}>Duyệt</button>
        );
      },
    };
    openShop(
      {
        'admin/refunds': {
          ...layout,
          ...page,
          default: () => (
            <>
              <layout.default />
              <page.default />
            </>
          ),
        },
      },
      '/admin/refunds',
    );
    await api.answered();
    expect(await badge('Yêu cầu hoàn tiền')).toHaveTextContent('3 đang chờ');
    api.answer({ [COUNTS]: { body: { pending_refunds: 0 } } });
    await userEvent.click(screen.getByRole('button', { name: 'Duyệt' }));
    await waitFor(async () => expect(await badge('Yêu cầu hoàn tiền')).not.toHaveTextContent('đang chờ'));
  });

  test('are those of the dashboard, which loads anew each minute and when it is seen again', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    open();
    expect(await screen.findByRole('link', { name: /^Yêu cầu hoàn tiền chờ duyệt/ })).toHaveTextContent('3');
    api.answer({ [FIGURES]: { body: some({ counts: { ...some().counts, pending_refunds: 8 } }) } });
    await act(() => jest.advanceTimersByTimeAsync(60_100));
    await api.answered();
    expect(await screen.findByRole('link', { name: /^Yêu cầu hoàn tiền chờ duyệt/ })).toHaveTextContent('8');
    const sight = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const calls = api.to(FIGURES).length;
    await act(() => jest.advanceTimersByTimeAsync(180_000));
    expect(api.to(FIGURES)).toHaveLength(calls);
    sight.mockRestore();
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await api.answered();
    expect(api.to(FIGURES)).toHaveLength(calls + 1);
  });

  test('keep the last counts when the request fails', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    frame();
    await api.answered();
    expect(await screen.findAllByText('99+')).not.toEqual([]);
    api.answer({ [COUNTS]: 'unreachable' });
    await act(() => jest.advanceTimersByTimeAsync(30_100));
    await api.answered();
    expect(await badge('Yêu cầu hoàn tiền')).toHaveTextContent('3 đang chờ');
  });
});

test.each([
  ['/admin', 'Tổng quan'],
  ['/admin/orders', 'Đơn hàng'],
  ['/admin/orders/31', 'Đơn hàng'],
])('at %s the sidebar marks %s alone as the open page', async (address, label) => {
  openShop({ [address.slice(1)]: layout }, address);
  const [sidebar] = await screen.findAllByRole('navigation', { name: 'Quản trị' });
  const open = within(sidebar!).getAllByRole('link', { current: 'page' });
  expect(open.map(({ textContent }) => textContent)).toEqual([expect.stringContaining(label)]);
});
