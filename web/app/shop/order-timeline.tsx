import type { Order } from 'contract/orders';
import { Check, X } from 'lucide-react';
import { formatTime } from '~/ui/date';

interface Step {
  label: string;
  /** When it happened, where the order knows; null is still to come. */
  at?: string | null;
  /** Whether it ended something. */
  isEnd?: boolean;
}

/** What happened to an order, and what comes next. */
export function OrderTimeline({ order }: { order: Order }) {
  return (
    <ol>
      {stepsOf(order).map(({ label, at, isEnd }) => {
        const isAhead = at === null;
        const Mark = isEnd ? X : Check;
        return (
          // The line leads from a step's mark down to the next one's.
          <li
            key={label}
            className="relative flex gap-3 pb-4 before:absolute before:top-6 before:bottom-0 before:left-[0.6875rem] before:border-l before:border-line-strong last:pb-0 last:before:hidden"
          >
            <span
              className={`mt-0.5 grid size-5.5 shrink-0 place-content-center rounded-full ${isAhead ? 'border border-line-strong' : isEnd ? 'bg-ink text-paper' : 'bg-accent text-on-accent'}`}
            >
              {!isAhead && <Mark aria-hidden="true" className="size-3.5" strokeWidth={3} />}
            </span>
            <p className={isAhead ? 'text-muted' : ''}>
              {label}
              {isAhead && <span className="sr-only"> (chưa xong)</span>}
              {at && <span className="tabular block text-sm text-muted">{formatTime(at)}</span>}
            </p>
          </li>
        );
      })}
    </ol>
  );
}

function stepsOf(order: Order): Step[] {
  const { createdAt, paidAt, deliveredAt, refund_request: request, isCancelled, isRefunded } = order;
  const isOver = isCancelled || isRefunded;
  // A delivery after the request is told after it: ISO times sort as texts.
  const happened = [
    { label: 'Đặt hàng', at: createdAt },
    { label: 'Thanh toán', at: paidAt },
    { label: 'Giao hàng', at: deliveredAt },
    { label: 'Yêu cầu hoàn tiền', at: request?.createdAt ?? null },
  ].filter((step): step is { label: string; at: string } => step.at !== null);
  happened.sort((one, other) => one.at.localeCompare(other.at));
  const steps: Step[] = happened;
  // Of these the order knows that they happened, and not when.
  if (request?.isApproved === false) steps.push({ label: 'Yêu cầu hoàn tiền bị từ chối', isEnd: true });
  if (isRefunded) steps.push({ label: 'Hoàn tiền' });
  if (isCancelled) steps.push({ label: 'Hủy đơn hàng', isEnd: true });
  if (request && request.isApproved === null) steps.push({ label: 'Duyệt yêu cầu hoàn tiền', at: null });
  if (!isOver && !paidAt) steps.push({ label: 'Thanh toán', at: null });
  if (!isOver && !deliveredAt) steps.push({ label: 'Giao hàng', at: null });
  return steps;
}
