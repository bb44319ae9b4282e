import { Link } from '@remix-run/react';
import type { Customer } from 'contract/administration/customers';
import { MAX_CUSTOMER_ORDERS, formatNumber, formatVnd } from 'contract/rules';
import type { ReactNode } from 'react';
import { formatTime } from '~/components/display/date';
import { chatWith } from '~/features/order-admin/chat-link';

/** What a customer bought, has in the wallet and wrote, each figure linked to its rows. */
export function CustomerFigures({ customer: { user, orders, wallet, reviews, chat } }: { customer: Customer }) {
  const ordersWith = (filter: string) => `/admin/orders?user=${user.id}${filter}`;
  return (
    <ul aria-label="Số liệu" className="grid gap-3 min-[420px]:grid-cols-2 xl:grid-cols-4">
      <Tile
        label="Đơn hàng"
        to={ordersWith('')}
        hint={orders.last_at ? `Gần nhất ${formatTime(orders.last_at)}` : 'Chưa đặt đơn nào'}
      >
        {formatNumber(orders.count)}
        {orders.count >= MAX_CUSTOMER_ORDERS && ' đơn mới nhất'}
      </Tile>
      <Tile
        label="Đã thanh toán"
        to={ordersWith('&date_of=paid')}
        hint={`${formatNumber(orders.paid)} đơn${orders.refunded > 0 ? ` · đã hoàn ${formatVnd(orders.refunded)}` : ''}`}
      >
        {formatVnd(orders.spent)}
      </Tile>
      {orders.unpaid > 0 && (
        <Tile label="Đơn chờ thanh toán" to={ordersWith('&status=unpaid')} isWaiting>
          {formatNumber(orders.unpaid)}
        </Tile>
      )}
      {wallet ? (
        <Tile
          label="Ví Paybox"
          to={`/admin/paybox?user=${user.id}`}
          hint={walletHint(wallet)}
          isWaiting={wallet.owed > 0}
        >
          {formatVnd(wallet.balance)}
        </Tile>
      ) : (
        <Tile label="Ví Paybox">Chưa mở</Tile>
      )}
      <Tile label="Đánh giá" to={reviews > 0 ? `/admin/reviews?user=${user.id}` : undefined}>
        {formatNumber(reviews)}
      </Tile>
      {chat && (
        <Tile label="Trò chuyện" to={chatWith(user)} hint={formatTime(chat.last_at)} isWaiting={chat.is_unanswered}>
          {chat.is_unanswered ? 'Chưa trả lời' : 'Đã trả lời'}
        </Tile>
      )}
    </ul>
  );
}

function walletHint({ owed, is_active: isActive }: NonNullable<Customer['wallet']>): string | undefined {
  const parts = [owed > 0 && `Nợ ${formatVnd(owed)}`, !isActive && 'Tạm khóa'].filter(Boolean);
  return parts.join(' · ') || undefined;
}

interface TileProps {
  label: string;
  /** The rows behind the figure; absent where there are none. */
  to?: string;
  hint?: string;
  /** Whether it waits for the shop or the customer. */
  isWaiting?: boolean;
  children: ReactNode;
}

function Tile({ label, to, hint, isWaiting = false, children }: TileProps) {
  const content = (
    <>
      <span className="text-sm text-muted">{label}</span>
      <strong className={`text-lg tabular ${isWaiting ? 'text-signal' : ''}`}>{children}</strong>
      {hint && <span className="text-sm text-muted tabular">{hint}</span>}
    </>
  );
  const style = 'grid h-full content-start rounded-lg border border-line bg-surface p-4';
  return (
    <li className="min-w-0">
      {to ? (
        <Link to={to} className={`${style} hover:border-ink`}>
          {content}
        </Link>
      ) : (
        <p className={style}>{content}</p>
      )}
    </li>
  );
}
