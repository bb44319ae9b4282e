import { Link } from '@remix-run/react';
import type { WalletTransaction } from 'contract/money/paybox';
import { formatVnd } from 'contract/rules';
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { StateBadge } from '~/components/display/state-badge';
import { formatTime } from '~/components/display/date';
import { Empty } from '~/components/feedback/empty';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { TRANSACTION_STATES } from '~/features/wallet/transaction-states';

interface TransactionsProps {
  transactions: readonly WalletTransaction[];
  error: string | null;
}

/** The wallet's transactions, newest first: sign and colour show the direction, with the balance after each. */
export function Transactions({ transactions, error }: TransactionsProps) {
  if (error) {
    return <RetryAlert>{error}</RetryAlert>;
  }
  if (transactions.length === 0) {
    return <Empty title="Chưa có giao dịch nào">Nạp tiền lần đầu để bắt đầu dùng ví.</Empty>;
  }
  return (
    <ul className="divide-y divide-line border-y border-line">
      {transactions.map((line) => (
        <TransactionLine key={line.id} line={line} />
      ))}
    </ul>
  );
}

function TransactionLine({ line }: { line: WalletTransaction }) {
  const isIncoming = line.is_incoming;
  const isDone = line.status === 'COMPLETED';
  const Icon = isIncoming ? ArrowDownLeft : ArrowUpRight;
  return (
    <li className="grid grid-cols-[auto_1fr_auto] items-baseline gap-x-3 gap-y-0.5 py-4">
      <span
        className={`row-span-3 grid size-9 place-content-center self-start rounded-full ${isDone && isIncoming ? 'bg-accent-soft text-accent' : 'bg-sand text-ink'}`}
      >
        <Icon aria-hidden="true" className="size-4.5" />
      </span>
      <p className="flex items-center gap-x-2 gap-y-1 font-medium max-sm:flex-col max-sm:items-start">
        {line.transaction_type_display}
        <StateBadge {...TRANSACTION_STATES[line.status]} />
      </p>
      <strong
        className={`tabular justify-self-end whitespace-nowrap ${!isDone ? 'text-muted' : isIncoming ? 'text-accent' : 'text-signal'}`}
      >
        {isIncoming ? '+' : '−'}
        {formatVnd(line.amount)}
      </strong>
      <p className="col-start-2 col-end-4 text-sm break-words">
        {line.order_info ? (
          <Link to={`/orders/${line.order_info.id}`} className="underline underline-offset-4">
            {line.description}
          </Link>
        ) : (
          line.description
        )}
      </p>
      <p className="tabular text-sm text-muted max-sm:text-xs">{formatTime(line.created_at)}</p>
      {line.balance_after !== null && (
        <p className="tabular text-right text-sm whitespace-nowrap text-muted max-sm:text-xs">
          Số dư {formatVnd(line.balance_after)}
        </p>
      )}
    </li>
  );
}
