import { Link } from '@remix-run/react';
import type { AdminOrder, OrderEvent } from 'contract/orders/orders';
import { formatVnd } from 'contract/rules';
import type { ReactNode } from 'react';
import { PAYMENT_IN_TEXT, PAYMENT_NAMES } from '~/features/orders/order-labels';
import { Badge } from '~/components/display/badge';
import { StateBadge } from '~/components/display/state-badge';
import { formatTime } from '~/components/display/date';
import { CopyButton } from '~/components/form/copy-button';
import { Disputes } from './disputes';

/** A section of an order with its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-2 rounded-lg border border-line bg-surface p-4">
      <h2 className="text-base">{title}</h2>
      {children}
    </section>
  );
}

const TRANSITIONS: Record<OrderEvent['transition'], string> = {
  place: 'Đặt hàng',
  pay: 'Thanh toán',
  cancel: 'Hủy đơn',
  expire: 'Hết hạn thanh toán, tự hủy',
  send: 'Gửi hàng',
  undo_send: 'Xóa thông tin gửi hàng',
  deliver: 'Giao hàng',
  undo_delivery: 'Rút lại xác nhận giao hàng',
  request_refund: 'Yêu cầu hoàn tiền',
  approve_refund: 'Duyệt hoàn tiền',
  reject_refund: 'Từ chối hoàn tiền',
  delete_refund: 'Xóa yêu cầu hoàn tiền',
  return_late_payment: 'Thanh toán đến muộn, chuyển vào ví',
  return_wrong_payment: 'Chuyển khoản sai số tiền, chuyển vào ví',
  card_refund: 'Tiền đã về thẻ',
  card_dispute: 'Chủ thẻ khiếu nại',
  card_return: 'Ngân hàng trả lại tiền cho cửa hàng',
};

const ACTORS: Record<OrderEvent['actor']['is'], string> = {
  buyer: 'khách hàng',
  admin: 'quản trị viên',
  provider: 'cổng thanh toán',
  shop: 'hệ thống',
};

/** The events of an order with their time and actor. */
export function OrderEvents({ events }: { events: readonly OrderEvent[] }) {
  return (
    <ol className="grid gap-2.5">
      {events.map(({ id, transition, statusBefore, actor, createdAt, paidWith, reason }) => (
        <li key={id} className="grid grid-cols-[auto_1fr] gap-x-3 text-sm">
          <time dateTime={createdAt} className="text-muted tabular">
            {formatTime(createdAt)}
          </time>
          <p className="min-w-0 [overflow-wrap:anywhere]">
            {transition === 'approve_refund' && statusBefore !== 'refund_requested'
              ? 'Cửa hàng hoàn tiền'
              : TRANSITIONS[transition]}
            {paidWith && ` bằng ${PAYMENT_IN_TEXT[paidWith]}`}
            <span className="text-muted">
              {' · '}
              {actor.username ? `${actor.username} (${ACTORS[actor.is]})` : ACTORS[actor.is]}
            </span>
            {reason && <span className="block whitespace-pre-line">Lý do: {reason}</span>}
          </p>
        </li>
      ))}
    </ol>
  );
}

const INTENT_STATES = {
  open: { label: 'Đang chờ', tone: 'warn' },
  settled: { label: 'Đã thu', tone: 'success' },
  closed: { label: 'Đã đóng', tone: 'sand' },
} as const;

/** An order's payment method, payment intents and ledger transfers. */
export function OrderMoney({ order }: { order: AdminOrder }) {
  return (
    <div className="grid gap-3 text-sm">
      <p>
        {PAYMENT_NAMES[order.paymentMethod]}
        <span className="block text-muted">
          {order.paidAt ? `Thanh toán lúc ${formatTime(order.paidAt)}` : 'Chưa thanh toán'}
        </span>
        {order.transfer_code !== null && (
          <span className="block text-muted">
            Nội dung chuyển khoản: <span className="font-medium text-ink">{order.transfer_code}</span>{' '}
            <CopyButton label="Nội dung chuyển khoản" text={order.transfer_code} />
          </span>
        )}
      </p>
      <Disputes disputes={order.disputes} />
      {order.intents.map((intent) => (
        <p key={intent.id} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="min-w-0 break-all">
            <span className="text-muted">Thẻ </span>
            {intent.id}
          </span>
          <StateBadge {...INTENT_STATES[intent.state]} />
        </p>
      ))}
      {order.transfers.length > 0 && (
        <ul className="grid gap-2 border-t border-line pt-3">
          {order.transfers.map((transfer) => (
            <li key={transfer.id} className="flex items-baseline justify-between gap-3">
              <span className="min-w-0">
                {transfer.description}
                <span className="block text-muted tabular">{formatTime(transfer.createdAt)}</span>
              </span>
              <strong className="whitespace-nowrap tabular">{formatVnd(transfer.amount)}</strong>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The state of a refund request. */
export function RefundState({ isApproved }: { isApproved: boolean | null }) {
  if (isApproved === null) return <Badge tone="warn">Chờ duyệt</Badge>;
  return isApproved ? <Badge tone="success">Đã duyệt</Badge> : <Badge tone="sand">Đã từ chối</Badge>;
}

/** Why a refund request was rejected; nothing without a reason. */
export function DecisionReason({ request }: { request: AdminOrder['refund_request'] }) {
  if (!request?.decision_reason) return null;
  return (
    <p className="text-sm [overflow-wrap:anywhere] whitespace-pre-line">
      <span className="text-muted">Lý do từ chối: </span>
      {request.decision_reason}
    </p>
  );
}

/** The other refund requests of an order's buyer. */
export function OtherRefunds({ order }: { order: AdminOrder }) {
  if (order.otherRefunds.length === 0) {
    return <p className="text-sm text-muted">Khách chưa từng yêu cầu hoàn tiền cho đơn nào khác.</p>;
  }
  return (
    <div className="grid gap-1.5 text-sm">
      <p className="text-muted">Yêu cầu khác của khách</p>
      <ul className="grid gap-1.5">
        {order.otherRefunds.map((other) => (
          <li key={other.order} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <Link to={`/admin/orders/${other.order}`} className="underline underline-offset-4">
              Đơn #{other.order}
            </Link>
            <span className="tabular">{formatVnd(other.totalPrice)}</span>
            <RefundState isApproved={other.isApproved} />
          </li>
        ))}
      </ul>
    </div>
  );
}
