import { Link } from '@remix-run/react';
import type { Dashboard, Figures } from 'contract/administration/dashboard';
import { formatNumber } from 'contract/rules';
import { shopDay } from 'contract/shop-day';
import { ArrowDownRight, ArrowUpRight } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type FigureChart from './figure-chart.client';
import { Skeleton } from '~/components/feedback/skeleton';
import { useModule } from '~/lib/use-module';

// The chart library is large and works only in browsers.
const loadChart = () => import('./figure-chart.client');

interface FigureCardProps {
  label: string;
  /** Explains the figure when the label is not enough. */
  hint?: string;
  figure: keyof Figures;
  data: Pick<Dashboard, 'period' | 'before'>;
  format: (value: number) => string;
  /** Path of the figure's rows. */
  to: string;
  /** A percentage, compared in percentage points. */
  isShare?: boolean;
  className?: string;
}

/** A figure of a period: its total, the change from the period before, and a chart by day, unless it is one day. */
export function FigureCard({ label, hint, figure, data, format, to, isShare, className = '' }: FigureCardProps) {
  const { period, before } = data;
  const [now, then] = [period.totals[figure], before.totals[figure]];
  const points = period.days.map((day, i) => ({
    day: day.day,
    value: day[figure],
    dayBefore: before.days[i]?.day ?? '',
    valueBefore: before.days[i]?.[figure] ?? null,
  }));
  const isDay = period.from === period.to;
  // A part of a day is not compared with a whole one.
  const isToday = isDay && period.to === shopDay(new Date());
  const isEmpty = points.every(({ value, valueBefore }) => !value && !valueBefore);
  return (
    <FigureFrame label={label} className={className}>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <Link to={to} className="text-xl font-bold tabular underline-offset-4 hover:underline">
          {now === null ? '–' : format(now)}
        </Link>
        {!isToday && <Change now={now} then={then} isShare={isShare} />}
      </p>
      <p className="text-sm text-muted">
        {isToday ? 'Cả ngày hôm qua' : isDay ? 'Ngày trước' : 'Kỳ trước'}:{' '}
        <span className="tabular">{then === null ? '–' : format(then)}</span>
        {hint && ` · ${hint}`}
      </p>
      {!isDay && (
        <div className="mt-2 h-44" aria-hidden="true">
          {isEmpty ? (
            <p className="grid h-full place-content-center rounded-md bg-paper text-sm text-muted">Chưa có dữ liệu</p>
          ) : (
            <LoadedChart points={points} format={format} />
          )}
        </div>
      )}
    </FigureFrame>
  );
}

/** The chart; without its script, the figures above say the same. */
function LoadedChart(props: ComponentProps<typeof FigureChart>) {
  const { module, hasFailed } = useModule(loadChart);
  if (module) return <module.default {...props} />;
  if (!hasFailed) return <Skeleton className="size-full" />;
  return <p className="grid h-full place-content-center text-sm text-muted">Không tải được biểu đồ</p>;
}

/** The placeholder of a card. */
export const FigureSkeleton = ({ label, className = '' }: { label: string; className?: string }) => (
  <FigureFrame label={label} className={className}>
    <Skeleton className="h-7 w-40" />
    <Skeleton className="mt-1.5 h-4.5 w-32" />
    <Skeleton className="mt-2 h-44 w-full" />
  </FigureFrame>
);

const FigureFrame = ({ label, className, children }: { label: string; className: string; children: ReactNode }) => (
  <section aria-label={label} className={`min-w-0 rounded-lg border border-line bg-surface p-4 ${className}`}>
    <h2 className="text-sm font-medium text-muted">{label}</h2>
    {children}
  </section>
);

/** The change from the period before; nothing without a value to compare with. */
function Change({ now, then, isShare = false }: { now: number | null; then: number | null; isShare?: boolean }) {
  if (now === null || then === null || (!isShare && then <= 0)) return null;
  const change = isShare ? now - then : (100 * (now - then)) / then;
  const size = Math.abs(change);
  const words = `${size >= 100 ? formatNumber(size) : (Math.round(size * 10) / 10).toLocaleString('vi-VN')}${isShare ? ' điểm' : '%'}`;
  const isUp = change >= 0;
  const Arrow = isUp ? ArrowUpRight : ArrowDownRight;
  return (
    <span
      className={`inline-flex items-center gap-0.5 text-sm font-medium tabular ${isUp ? 'text-accent' : 'text-signal'}`}
    >
      <Arrow aria-hidden="true" className="size-4" />
      <span className="sr-only">{isUp ? 'tăng' : 'giảm'} </span>
      {words}
    </span>
  );
}
