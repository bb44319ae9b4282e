import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type TooltipContentProps,
} from 'recharts';
import { formatDay } from '~/components/display/date';

/** A day of the period, and its counterpart in the period before; null without a figure. */
export interface ChartPoint {
  day: string;
  value: number | null;
  dayBefore: string;
  valueBefore: number | null;
}

interface FigureChartProps {
  points: readonly ChartPoint[];
  /** Formats a full figure for the tooltip. */
  format: (value: number) => string;
}

const compact = new Intl.NumberFormat('vi-VN', { notation: 'compact', maximumFractionDigits: 1 });
const AXIS = { fontSize: 12, fill: 'var(--color-muted)' };
const shortDay = (day: string) => formatDay(day).slice(0, 5);

/**
 * A chart of a figure by day, with the period before dashed. A file of its own, so that its library loads on demand.
 */
export default function FigureChart({ points, format }: FigureChartProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={[...points]} margin={{ top: 8, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="day"
          tickFormatter={shortDay}
          tick={AXIS}
          tickLine={false}
          axisLine={{ stroke: 'var(--color-line-strong)' }}
          minTickGap={28}
        />
        <YAxis
          tickFormatter={(value: number) => compact.format(value)}
          tick={AXIS}
          tickLine={false}
          axisLine={false}
          width={52}
          allowDecimals={false}
        />
        <Tooltip content={(props) => <PointedAt {...props} format={format} />} isAnimationActive={false} />
        <Line
          dataKey="valueBefore"
          stroke="var(--color-line-strong)"
          strokeWidth={1.5}
          strokeDasharray="4 4"
          dot={false}
          isAnimationActive={false}
        />
        <Area
          dataKey="value"
          stroke="var(--color-accent)"
          strokeWidth={2}
          fill="var(--color-accent-soft)"
          fillOpacity={0.7}
          dot={points.length === 1}
          isAnimationActive={false}
        />
      </ComposedChart>
    </ResponsiveContainer>
  );
}

function PointedAt({ active, payload, format }: TooltipContentProps & Pick<FigureChartProps, 'format'>) {
  const point = payload[0]?.payload as ChartPoint | undefined;
  if (!active || !point) return null;
  const spoken = (value: number | null) => (value === null ? 'không có' : format(value));
  return (
    <div className="rounded-md border border-line bg-surface px-3 py-2 text-sm shadow-card">
      <p>
        {formatDay(point.day)}: <strong className="tabular">{spoken(point.value)}</strong>
      </p>
      <p className="text-muted">
        {formatDay(point.dayBefore)}: <span className="tabular">{spoken(point.valueBefore)}</span>
      </p>
    </div>
  );
}
