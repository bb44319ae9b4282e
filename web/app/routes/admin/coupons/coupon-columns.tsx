import type { CouponState, ListedCoupon } from 'contract/orders/coupons';
import { formatNumber, formatVnd } from 'contract/rules';
import type { Column } from '~/components/admin/list/data-table';
import { StateBadge, type ShownState } from '~/components/display/state-badge';
import { formatTime } from '~/components/display/date';

export const COUPON_STATES = {
  running: { label: 'Đang chạy', tone: 'success' },
  upcoming: { label: 'Chưa bắt đầu', tone: 'warn' },
  ended: { label: 'Đã kết thúc', tone: 'sand' },
  used_up: { label: 'Hết lượt', tone: 'danger' },
  off: { label: 'Đã tắt', tone: 'sand' },
} as const satisfies Record<CouponState, ShownState>;

export const COUPON_COLUMNS: readonly Column<ListedCoupon>[] = [
  {
    label: 'Mã',
    sort: 'code',
    firstSort: 'asc',
    cell: ({ code, description }) => (
      <div className="max-w-72 sm:min-w-32">
        <span className="font-medium [overflow-wrap:anywhere]">{code}</span>
        {description && <span className="block [overflow-wrap:anywhere] text-muted">{description}</span>}
      </div>
    ),
  },
  {
    label: 'Giảm',
    sort: 'discount',
    isNumber: true,
    cell: ({ discount_amount: amount, min_order_amount: min }) => (
      <span>
        <span className="font-medium whitespace-nowrap">{formatVnd(amount)}</span>
        <span className="block text-muted">{min > 0 ? `đơn từ ${formatVnd(min)}` : 'mọi đơn hàng'}</span>
      </span>
    ),
  },
  {
    label: 'Hiệu lực',
    sort: 'end',
    cell: ({ valid_from: from, valid_to: to }) => (
      <span className="text-muted tabular">
        <span className="block">từ {formatTime(from)}</span>
        đến {formatTime(to)}
      </span>
    ),
  },
  {
    label: 'Đã dùng',
    sort: 'uses',
    isNumber: true,
    cell: ({ used_count: uses, usage_limit: limit, per_user_limit: each }) => (
      <span className="whitespace-nowrap">
        {formatNumber(uses)}
        {limit !== null && ` / ${formatNumber(limit)}`}
        {each !== null && <span className="block text-muted">mỗi khách {formatNumber(each)}</span>}
      </span>
    ),
  },
  {
    label: 'Trạng thái',
    cell: ({ state }) => <StateBadge {...COUPON_STATES[state]} />,
  },
];
