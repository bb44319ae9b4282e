import { Link } from '@remix-run/react';
import type { WalletTransaction } from 'contract/money/paybox';
import { formatVnd } from 'contract/rules';
import { StateBadge } from '~/components/display/state-badge';
import { formatTime } from '~/components/display/date';
import { TRANSACTION_STATES } from '~/features/wallet/transaction-states';
import { DataTable, type Column } from '~/components/admin/list/data-table';

export const TYPES: Record<WalletTransaction['transaction_type'], string> = {
  DEPOSIT: 'Nạp tiền',
  PAYMENT: 'Thanh toán',
  REFUND: 'Hoàn tiền',
  TRANSFER: 'Điều chỉnh',
};

const COLUMNS: readonly Column<WalletTransaction>[] = [
  {
    label: 'Thời gian',
    sort: 'created',
    cell: ({ id, created_at: at }) => (
      <span className="whitespace-nowrap tabular">
        {formatTime(at)}
        <span className="block text-muted">#{id}</span>
      </span>
    ),
  },
  {
    label: 'Chủ ví',
    cell: ({ wallet_info: { user_username: name } }) => <span className="[overflow-wrap:anywhere]">{name}</span>,
  },
  {
    label: 'Nội dung',
    cell: ({ transaction_type_display: type, description, order_info: order }) => (
      <>
        <span className="font-medium">{type}</span>
        <span className="block text-muted">
          {order ? (
            <Link to={`/admin/orders/${order.id}`} className="underline underline-offset-4">
              {description}
            </Link>
          ) : (
            description
          )}
        </span>
      </>
    ),
  },
  {
    label: 'Số tiền',
    sort: 'amount',
    isNumber: true,
    cell: ({ amount, status, is_incoming: isIncoming }) => (
      <span
        className={`font-medium whitespace-nowrap ${status !== 'COMPLETED' ? 'text-muted' : isIncoming ? 'text-accent' : 'text-signal'}`}
      >
        {isIncoming ? '+' : '−'}
        {formatVnd(amount)}
      </span>
    ),
  },
  {
    label: 'Số dư sau',
    isNumber: true,
    isMinor: true,
    cell: ({ balance_after: balance }) => (
      <span className="whitespace-nowrap text-muted">{balance === null ? '–' : formatVnd(balance)}</span>
    ),
  },
  {
    label: 'Trạng thái',
    cell: ({ status }) => <StateBadge {...TRANSACTION_STATES[status]} />,
  },
];

/** The transactions of all wallets. */
export const TransactionTable = ({ lines }: { lines: readonly WalletTransaction[] | undefined }) => (
  <DataTable caption="Giao dịch của các ví" columns={COLUMNS} rows={lines} />
);
