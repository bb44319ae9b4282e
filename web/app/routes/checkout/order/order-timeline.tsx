import type { Order } from 'contract/orders/orders';
import { Check, X } from 'lucide-react';
import { formatTime } from '~/components/display/date';

interface Step {
  label: string;
  /** When it happened; null for a future step. */
  at: string | null;
  /** True for a step that ends the order or a request. */
  isEnd?: boolean;
}

/** The past and next steps of an order. */
export function OrderTimeline({ order }: { order: Order }) {
  return (
    <ol>
      {stepsOf(order).map(({ label, at, isEnd }) => {
        const isAhead = at === null;
        const Mark = isEnd ? X : Check;
        return (
          // The line connects a step's mark with the next one.
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
  const { createdAt, paidAt, parcel, deliveredAt, refund_request: request, isCancelled, isRefunded } = order;
  const isOver = isCancelled || isRefunded;
  const isRejected = request?.isApproved === false;
  // Sorted, because a delivery may follow the request; ISO times sort as texts.
  const happened = [
    { label: 'Đặt hàng', at: createdAt },
    { label: 'Thanh toán', at: paidAt },
    { label: 'Gửi hàng', at: parcel?.sent_at ?? null },
    { label: 'Giao hàng', at: deliveredAt },
    { label: 'Yêu cầu hoàn tiền', at: request?.createdAt ?? null },
    { label: 'Yêu cầu hoàn tiền bị từ chối', at: isRejected ? request.decidedAt : null, isEnd: true },
    // An approval pays at once.
    { label: request?.isApproved ? 'Duyệt yêu cầu và hoàn tiền' : 'Hoàn tiền', at: order.refundedAt },
    { label: order.isExpired ? 'Tự hủy vì quá thời hạn' : 'Hủy đơn hàng', at: order.cancelledAt, isEnd: true },
  ].filter((step): step is Step & { at: string } => step.at !== null);
  happened.sort((one, other) => one.at.localeCompare(other.at));
  const steps: Step[] = happened;
  if (request && request.isApproved === null) steps.push({ label: 'Duyệt yêu cầu hoàn tiền', at: null });
  if (!isOver && !paidAt) steps.push({ label: 'Thanh toán', at: null });
  if (!isOver && !deliveredAt) steps.push({ label: 'Giao hàng', at: null });
  return steps;
}
