import type { Dispute } from 'contract/orders/orders';
import { formatVnd } from 'contract/rules';
import { Badge } from '~/components/display/badge';
import { formatTime } from '~/components/display/date';

/** Labels of Stripe's dispute states (https://docs.stripe.com/api/disputes/object). An unknown state is shown as is. */
const STATES: Partial<Record<string, string>> = {
  warning_needs_response: 'Tra soát, cần phản hồi',
  warning_under_review: 'Tra soát, đang xem xét',
  warning_closed: 'Tra soát, đã kết thúc',
  needs_response: 'Cần phản hồi',
  under_review: 'Ngân hàng đang xem xét',
  won: 'Cửa hàng thắng',
  lost: 'Cửa hàng thua',
  appeal_needs_response: 'Đã thua, đang kháng nghị',
  appeal_under_review: 'Đã thua, đang kháng nghị',
  prevented: 'Đã ngăn được',
};

const REASONS: Partial<Record<string, string>> = {
  bank_cannot_process: 'ngân hàng không xử lý được',
  credit_not_processed: 'chưa nhận được tiền hoàn',
  debit_not_authorized: 'không cho phép trừ tiền',
  duplicate: 'bị thu tiền hai lần',
  fraudulent: 'giao dịch gian lận',
  general: 'lý do khác',
  product_not_received: 'chưa nhận được hàng',
  product_unacceptable: 'hàng không đúng mô tả',
  subscription_canceled: 'đã hủy đăng ký',
  unrecognized: 'chủ thẻ không nhận ra giao dịch',
};

const stateOf = ({ status }: Dispute) => STATES[status] ?? status;
const reasonOf = ({ reason }: Dispute) => reason && (REASONS[reason] ?? reason);
const NEEDS_ANSWER = /needs_response$/;

/** The disputes of an order's card payment: state, amount, reason, and the deadline for the shop's response. */
export function Disputes({ disputes }: { disputes: readonly Dispute[] }) {
  if (disputes.length === 0) return null;
  return (
    <ul aria-label="Khiếu nại của chủ thẻ" className="grid gap-1.5 text-sm">
      {disputes.map((dispute) => (
        <li key={dispute.id} className="grid justify-items-start gap-0.5 text-left">
          <Badge tone={dispute.isOpen ? 'danger' : 'sand'}>Khiếu nại {formatVnd(dispute.amount)}</Badge>
          <span className="[overflow-wrap:anywhere]">
            {stateOf(dispute)}
            {reasonOf(dispute) && <span className="text-muted"> · {reasonOf(dispute)}</span>}
          </span>
          {dispute.dueBy && NEEDS_ANSWER.test(dispute.status) && (
            <span className="text-muted tabular">Phản hồi trước {formatTime(dispute.dueBy)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Whether an open dispute blocks a refund, because the card may get the money back. */
export const isDisputed = ({ disputes }: { disputes: readonly Dispute[] }): boolean =>
  disputes.some(({ isOpen }) => isOpen);
