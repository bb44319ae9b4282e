import { Link } from '@remix-run/react';
import type { DeletionBlocker } from 'contract/accounts/profile';
import { formatVnd } from 'contract/rules';
import type { Failure } from '~/api/http/client';

interface DeletionBlockersProps {
  failure: Failure;
  orderPath: (id: number) => string;
  walletPath: string;
}

/** Links to each blocker of an account deletion. Renders nothing for other failures. */
export function DeletionBlockers({ failure, orderPath, walletPath }: DeletionBlockersProps) {
  const reasons = (failure.body?.reasons ?? []) as DeletionBlocker[];
  if (reasons.length === 0) return null;
  return (
    <ul aria-label="Điều còn phải giải quyết" className="grid gap-1 text-sm">
      {reasons.map((reason, nth) => (
        <li key={nth}>
          <Link
            to={reason.order === null ? walletPath : orderPath(reason.order)}
            className="inline-flex min-h-9 items-center underline underline-offset-4"
          >
            {describeBlocker(reason)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function describeBlocker({ kind, amount, order }: DeletionBlocker): string {
  const sum = formatVnd(amount ?? 0);
  switch (kind) {
    case 'balance':
      return `Số dư ví: ${sum}`;
    case 'debt':
      return `Khoản nợ: ${sum}`;
    case 'open_payment':
      return order === null ? `Khoản nạp chưa hoàn tất: ${sum}` : `Đơn hàng #${order}: lượt thanh toán thẻ đang mở`;
    case 'open_chargeback':
      return order === null
        ? `Khoản nạp đang được hoàn hoặc khiếu nại với ngân hàng: ${sum}`
        : `Đơn hàng #${order}: tiền thẻ đang được hoàn hoặc khiếu nại với ngân hàng`;
    case 'unpaid_delivery':
      return `Đơn hàng #${order}: đã giao, chưa thu tiền`;
    case 'unpaid_parcel':
      return `Đơn hàng #${order}: đang giao, chưa thu tiền`;
    case 'undelivered':
      return `Đơn hàng #${order}: chưa giao`;
    case 'refund_pending':
      return `Đơn hàng #${order}: yêu cầu hoàn tiền chờ duyệt`;
  }
}
