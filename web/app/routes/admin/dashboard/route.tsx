import { Link, useLoaderData, useRevalidator } from '@remix-run/react';
import type { Dashboard as Data } from 'contract/administration/dashboard';
import { formatNumber, formatVnd } from 'contract/rules';
import { useEffect, type ComponentProps } from 'react';
import { adminLoader, loadPage, type Loaded } from '~/components/admin/run-action';
import { BestSellers, LowStock, OrdersByStatus } from './dashboard-lists';
import { WaitingTiles } from './waiting-tiles';
import { FigureCard, FigureSkeleton } from './figure-card';
import { DaysFilter } from '~/components/admin/list/filter-bar';
import { LedgerLine } from './ledger-line';
import { useListAddress } from '~/components/admin/list/list-url';
import { AdminPage } from '~/components/admin/list/list-page';
import { getDashboard } from '~/api/admin/dashboard';
import { getLedgerCheck } from '~/api/admin/ledger';
import { adminPage } from '~/components/shop/page-title';
import { formatDay } from '~/components/display/date';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { Skeleton } from '~/components/feedback/skeleton';

export const meta = adminPage('Tổng quan');

const RANGES = [1, 7, 30, 90];
const USUAL_DAYS = '30';
/** Reload interval of the figures and tiles. */
const RELOAD_MS = 60_000;

/** Loads the figures and the ledger check in parallel. Either may fail alone. */
export const clientLoader = adminLoader(async ({ request }) => {
  const params = new URL(request.url).searchParams;
  const query = { days: params.get('days'), from: params.get('from'), to: params.get('to') };
  const [figures, ledger] = await Promise.all([
    loadPage(request, (signal) => getDashboard(query, signal), 'Không thể tải số liệu của cửa hàng.'),
    loadPage(request, getLedgerCheck, 'Không thể tải kết quả kiểm tra sổ sách.'),
  ]);
  return { figures, ledger };
});

export const HydrateFallback = () => <DashboardPage />;

export default function Dashboard() {
  useReloading();
  return <DashboardPage {...useLoaderData<typeof clientLoader>()} />;
}

/** Reloads the page each minute while it is visible, and when it is seen again: an owner leaves it open all day. */
function useReloading() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const reload = () => {
      if (document.visibilityState === 'visible') revalidate();
    };
    const timer = setInterval(reload, RELOAD_MS);
    document.addEventListener('visibilitychange', reload);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', reload);
    };
  }, [revalidate]);
}

/** The page, with placeholders for data that is not loaded. */
function DashboardPage({ figures, ledger }: Partial<Awaited<ReturnType<typeof clientLoader>>>) {
  const { isTurning } = useListAddress();
  return (
    <AdminPage title="Tổng quan" actions={<Range />}>
      {ledger ? <Ledger ledger={ledger} /> : <Skeleton className="h-13 w-full" />}
      {!figures || isTurning ? (
        <DashboardSkeleton />
      ) : figures.error !== null ? (
        <RetryAlert>{figures.error}</RetryAlert>
      ) : (
        <DashboardFigures data={figures.data} />
      )}
    </AdminPage>
  );
}

/** Chooses the period: the last days, or from one day to another. */
function Range() {
  const { params } = useListAddress();
  const isChosen = params.has('from') || params.has('to');
  const days = isChosen ? null : (params.get('days') ?? USUAL_DAYS);
  return (
    <div className="flex flex-wrap items-end gap-2">
      <nav aria-label="Khoảng thời gian" className="flex flex-wrap gap-1">
        {RANGES.map((range) => (
          <Link
            key={range}
            to={`/admin?days=${range}`}
            preventScrollReset
            aria-current={days === String(range) ? 'true' : undefined}
            className="inline-flex min-h-11 items-center rounded-md border border-line-strong px-3 text-sm hover:bg-sand aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper"
          >
            {range === 1 ? 'Hôm nay' : `${range} ngày`}
          </Link>
        ))}
      </nav>
      <DaysFilter />
    </div>
  );
}

const Ledger = ({ ledger: { data, error } }: { ledger: Loaded<Parameters<typeof LedgerLine>[0]['check']> }) =>
  data ? <LedgerLine check={data} /> : <RetryAlert>{error}</RetryAlert>;

const percent = (share: number) => `${share.toLocaleString('vi-VN')}%`;
const GRID = 'grid gap-3 md:grid-cols-2 xl:grid-cols-3';

const PAID_ORDERS = '/admin/orders?date_of=paid&';

/** The cards with their charts. Each leads to a list of the same days. */
const FIGURES = [
  {
    label: 'Doanh thu',
    hint: 'đã trừ hoàn tiền',
    figure: 'revenue',
    format: formatVnd,
    list: PAID_ORDERS,
    className: 'md:col-span-2',
  },
  { label: 'Đơn đã thanh toán', figure: 'orders', format: formatNumber, list: PAID_ORDERS },
  { label: 'Giá trị đơn trung bình', figure: 'average_order', format: formatVnd, list: PAID_ORDERS },
  { label: 'Người dùng mới', figure: 'new_users', format: formatNumber, list: '/admin/users?' },
  {
    label: 'Tỷ lệ thanh toán',
    hint: 'đơn đặt trong kỳ đã được trả tiền',
    figure: 'conversion',
    isShare: true,
    format: percent,
    list: '/admin/orders?',
  },
] satisfies readonly (Omit<ComponentProps<typeof FigureCard>, 'data' | 'to'> & { list: string })[];

function DashboardFigures({ data }: { data: Data }) {
  const { from, to } = data.period;
  const within = `from=${from}&to=${to}`;
  return (
    <>
      <p className="text-sm text-muted">
        {from === to
          ? `Ngày ${formatDay(from)}, so với ${formatDay(data.before.from)}.`
          : `Từ ${formatDay(from)} đến ${formatDay(to)}, so với ${formatDay(data.before.from)} – ${formatDay(data.before.to)} (nét đứt).`}
      </p>
      <WaitingTiles
        counts={data.counts}
        wallets={data.wallets}
        lowStock={data.low_stock.count}
        soldOutVariants={data.sold_out_variants}
      />
      <div className={GRID}>
        {FIGURES.map(({ list, ...card }) => (
          <FigureCard key={card.figure} data={data} to={`${list}${within}`} {...card} />
        ))}
      </div>
      <div className={GRID}>
        <OrdersByStatus data={data} />
        <BestSellers products={data.best_sellers} />
        <LowStock low={data.low_stock} />
      </div>
    </>
  );
}

const DashboardSkeleton = () => (
  <div aria-busy="true" className="grid gap-4">
    <Skeleton className="h-5 w-72 max-w-full" />
    <Skeleton className="h-23 w-full" />
    <div className={GRID}>
      {FIGURES.map(({ label, className }) => (
        <FigureSkeleton key={label} label={label} className={className} />
      ))}
    </div>
  </div>
);
