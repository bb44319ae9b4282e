import type { AdminOrder } from 'contract/orders/orders';
import { MAX_REFUND_REASON, formatVnd } from 'contract/rules';
import { refundOrder } from '~/api/money/refunds';
import { ConfirmDialog, reasonInput } from '~/components/admin/confirm-dialog';
import { runAction } from '~/components/admin/run-action';
import { textOf } from '~/components/form/form-text';
import { hasOpenRefundRequest, isSent } from '~/features/order-admin/order-status';
import { goodsAfterRefund } from '~/features/order-admin/refund-decision';

/** Refunds an order without a request of its buyer, with the form's reason. */
export const refundForShop = (request: Request, id: number, form: FormData) =>
  runAction(request, () => refundOrder(id, textOf(form, 'reason')), {
    done: `Đã hoàn tiền đơn hàng #${id}.`,
    otherwise: 'Không thể hoàn tiền. Vui lòng thử lại.',
  });

/** Whether the shop can refund an order; a request that nobody has decided is decided instead. */
export const isRefundable = (order: AdminOrder) =>
  order.isPaid && !order.isCancelled && !order.isRefunded && !hasOpenRefundRequest(order);

/** Asks for confirmation and for the reason, which the buyer reads. */
export function RefundDialog({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const { id, user, leftToRefund, isDelivered } = order;
  return (
    <ConfirmDialog
      title={`Hoàn tiền đơn hàng #${id}?`}
      confirm={`Hoàn ${formatVnd(leftToRefund)}`}
      isDanger
      fields={{ intent: 'refund' }}
      inputs={reasonInput({
        label: 'Lý do (khách sẽ nhận được qua email)',
        maxLength: MAX_REFUND_REASON,
        required: true,
      })}
      onClose={onClose}
    >
      <p className="[overflow-wrap:anywhere]">
        Dùng khi cửa hàng không thể giao, hoặc đã từ chối nhầm yêu cầu của khách. {formatVnd(leftToRefund)} được chuyển
        vào ví Paybox của <strong>{user.username}</strong>.
      </p>
      <p>
        {goodsAfterRefund(order)}
        {!isDelivered && !isSent(order) && ' Nếu hàng bị hỏng hoặc thiếu, hãy sửa tồn kho sau khi hoàn tiền.'}
      </p>
      <p className="text-signal">Không thể hoàn tác.</p>
    </ConfirmDialog>
  );
}
