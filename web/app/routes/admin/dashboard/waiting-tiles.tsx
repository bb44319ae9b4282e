import { Link } from '@remix-run/react';
import type { Counts, Dashboard } from 'contract/administration/dashboard';
import { RESENT_MAIL_DAYS } from 'contract/administration/mail-rules';
import { MAX_COUNTED_ORDERS, formatNumber, formatVnd } from 'contract/rules';
import type { ReactNode } from 'react';

/** Pending work and the shop's debts, each number linked to its page. */
export function WaitingTiles({
  counts,
  wallets,
  lowStock,
  soldOutVariants,
}: {
  counts: Counts;
  wallets: Dashboard['wallets'];
  lowStock: number;
  soldOutVariants: number;
}) {
  const tiles = [
    ['Đơn cần giao', counts.orders_to_deliver, '/admin/orders?todo=deliver', MAX_COUNTED_ORDERS],
    ['Đơn đã giao, chưa thu tiền', counts.orders_to_collect, '/admin/orders?todo=collect', MAX_COUNTED_ORDERS],
    ['Yêu cầu hoàn tiền chờ duyệt', counts.pending_refunds, '/admin/refunds?status=pending'],
    ['Cuộc trò chuyện chưa trả lời', counts.unanswered_chats, '/admin/chat?unanswered=1'],
    ['Chuyển khoản chờ đối chiếu', counts.unmatched_transfers, '/admin/bank-transfers?state=unmatched'],
    ['Ảnh đánh giá chờ duyệt', counts.pending_photos, '/admin/reviews?photos=pending'],
    [`Email không gửi được, ${RESENT_MAIL_DAYS} ngày qua`, counts.failed_mails, '/admin/mails?state=failed'],
    ['Webhook bị tắt vì lỗi', counts.disabled_webhooks, '/admin/webhooks'],
    ['Sản phẩm sắp hết hàng', lowStock, '/admin/products?stock=low'],
    ['Sản phẩm có phân loại hết hàng', soldOutVariants, '/admin/products?stock=variant-out'],
  ] satisfies [label: string, count: number, to: string, countedUpTo?: number][];
  return (
    <ul aria-label="Việc cần làm" className="grid grid-cols-2 gap-3 md:grid-cols-3">
      {tiles.map(([label, count, to, countedUpTo = Infinity]) => (
        <Tile key={to} label={label} to={to} isWaiting={count > 0}>
          {formatNumber(count)}
          {count >= countedUpTo && '+'}
        </Tile>
      ))}
      <Tile
        label={`Số dư ${formatNumber(wallets.count)} ví${locked(wallets.locked)}`}
        to="/admin/paybox?sort=balance-desc"
      >
        {formatVnd(wallets.liability)}
      </Tile>
    </ul>
  );
}

const locked = (count: number) => (count > 0 ? ` · ${formatNumber(count)} tạm khóa` : '');

function Tile({
  label,
  to,
  isWaiting = false,
  children,
}: {
  label: string;
  to: string;
  isWaiting?: boolean;
  children: ReactNode;
}) {
  return (
    <li className="min-w-0 max-md:last:col-span-2">
      <Link
        to={to}
        className="grid h-full content-between rounded-lg border border-line bg-surface p-4 hover:border-ink"
      >
        <span className="text-sm text-muted">{label}</span>
        <strong className={`text-lg tabular ${isWaiting ? 'text-signal' : ''}`}>{children}</strong>
      </Link>
    </li>
  );
}
