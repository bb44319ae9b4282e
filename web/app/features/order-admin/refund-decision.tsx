import type { RefundRequest } from 'contract/money/refunds';
import { MAX_REFUND_REASON, formatVnd } from 'contract/rules';
import { Trash2 } from 'lucide-react';
import { approveRefund, deleteRefund, rejectRefund } from '~/api/money/refunds';
import { Button } from '~/components/form/button';
import { textOf } from '~/components/form/form-text';
import { runAction } from '~/components/admin/run-action';
import { IconButton } from '~/components/admin/buttons';
import { ConfirmDialog, reasonInput } from '~/components/admin/confirm-dialog';
import { isDisputed } from './disputes';
import { isSent } from './order-status';

/** A refund request with its order and buyer. */
export type RefundChoice = Pick<RefundRequest, 'user' | 'isApproved'> & {
  order: Pick<RefundRequest['order'], 'id' | 'totalPrice' | 'leftToRefund' | 'disputes' | 'parcel' | 'isDelivered'>;
};

/** Why a disputed order is not refunded yet. */
export const DISPUTED = 'Chủ thẻ đang khiếu nại: chờ ngân hàng kết luận rồi mới hoàn tiền được.';

/** The amount that an approval credits to the wallet. */
const toWallet = ({ order: { leftToRefund } }: RefundChoice): string => formatVnd(leftToRefund);

/** What a refund does to the goods: those go back on sale that are neither delivered nor on their way. */
export function goodsAfterRefund(
  order: Parameters<typeof isSent>[0] & Pick<RefundRequest['order'], 'isDelivered'>,
): string {
  if (order.isDelivered) {
    return (
      'Hàng đã giao không trở lại kho. Nếu khách đã trả hàng, hãy chọn “Rút lại xác nhận giao” ở trang đơn hàng trước khi hoàn tiền: ' +
      'hoàn tiền rồi thì không rút lại được nữa.'
    );
  }
  if (isSent(order)) {
    return (
      'Hàng đang trên đường chưa trở lại kho. Khi kiện hàng quay về, hãy xóa thông tin gửi hàng ở trang đơn hàng: ' +
      'hàng trở lại kho lúc đó.'
    );
  }
  return 'Hàng chưa giao trở lại kho.';
}

/** The decisions on a refund request: their texts and actions. */
const DECISIONS = {
  approve: {
    label: 'Duyệt',
    title: 'Duyệt hoàn tiền',
    confirm: 'Hoàn tiền',
    then: (request: RefundChoice) =>
      `${toWallet(request)} được chuyển vào ví Paybox của ${request.user.username}. ${goodsAfterRefund(request.order)}`,
    done: (id: number) => `Đã hoàn tiền đơn hàng #${id}.`,
    call: approveRefund,
    isDanger: false,
  },
  reject: {
    label: 'Từ chối',
    title: 'Từ chối hoàn tiền',
    confirm: 'Từ chối',
    then: (request: RefundChoice) =>
      `${request.user.username} không nhận lại ${toWallet(request)} và được báo qua email.`,
    done: (id: number) => `Đã từ chối hoàn tiền đơn hàng #${id}.`,
    call: rejectRefund,
    isDanger: true,
  },
  delete: {
    label: 'Xóa',
    title: 'Xóa yêu cầu hoàn tiền',
    confirm: 'Xóa yêu cầu',
    then: (request: RefundChoice) =>
      request.isApproved
        ? `Tiền đã hoàn cho ${request.user.username} không bị lấy lại, đơn hàng vẫn là đã hoàn tiền.`
        : `Đơn hàng ${formatVnd(request.order.totalPrice)} của ${request.user.username} trở lại như trước khi có yêu cầu; khách có thể gửi yêu cầu mới.`,
    done: (id: number) => `Đã xóa yêu cầu hoàn tiền đơn hàng #${id}.`,
    call: deleteRefund,
    isDanger: true,
  },
} as const;

type Decision = keyof typeof DECISIONS;

/** Runs the decision of a `RefundDecision` form. @returns null for any other form */
export function decideRefund(request: Request, form: FormData) {
  const intent = textOf(form, 'intent');
  if (!(intent in DECISIONS)) return null;
  const { call, done } = DECISIONS[intent as Decision];
  const id = Number(textOf(form, 'order'));
  return runAction<unknown>(request, () => call(id, textOf(form, 'reason').trim()), {
    done: done(id),
    otherwise: 'Không thể xử lý yêu cầu hoàn tiền. Vui lòng thử lại.',
  });
}

/** A decision to confirm, and the request that it is about. */
export interface OpenRefundDecision {
  decision: Decision;
  request: RefundChoice;
}

interface RefundDecisionProps {
  request: RefundChoice;
  /** The page shows the dialog: a refusal must outlive the buttons, which may leave the page. */
  onOpen: (open: OpenRefundDecision) => void;
}

/** The decision buttons of a refund request. `RefundDecisionDialog` asks for confirmation. */
export function RefundDecision({ request, onOpen }: RefundDecisionProps) {
  const { order } = request;
  const of = `đơn hàng #${order.id}`;
  const ask = (decision: Decision) => () => onOpen({ decision, request });
  return (
    <>
      {request.isApproved === null && (
        <>
          <Button
            size="sm"
            aria-label={`Duyệt hoàn tiền ${of}`}
            disabled={isDisputed(order)}
            title={isDisputed(order) ? DISPUTED : undefined}
            onClick={ask('approve')}
          >
            {DECISIONS.approve.label}
          </Button>
          <Button size="sm" variant="outline" aria-label={`Từ chối hoàn tiền ${of}`} onClick={ask('reject')}>
            {DECISIONS.reject.label}
          </Button>
        </>
      )}
      <IconButton icon={Trash2} label={`Xóa yêu cầu hoàn tiền ${of}`} onClick={ask('delete')} />
    </>
  );
}

/** Asks for confirmation with the buyer and the amount. */
export function RefundDecisionDialog({ decision, request, onClose }: OpenRefundDecision & { onClose: () => void }) {
  const { title, confirm, isDanger, then } = DECISIONS[decision];
  const { order, user } = request;
  return (
    <ConfirmDialog
      title={`${title} đơn hàng #${order.id}?`}
      confirm={confirm}
      isDanger={isDanger}
      fields={{ intent: decision, order: order.id }}
      inputs={decision === 'reject' ? REJECT_REASON : undefined}
      onClose={onClose}
    >
      <p className="[overflow-wrap:anywhere]">
        Khách hàng <strong>{user.username}</strong>
        {user.email && ` (${user.email})`}
      </p>
      <p>{then(request)}</p>
    </ConfirmDialog>
  );
}

const REJECT_REASON = reasonInput({ label: 'Lý do (không bắt buộc, khách đọc được)', maxLength: MAX_REFUND_REASON });
