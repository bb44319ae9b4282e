import type { Order } from 'contract/orders/orders';
import { MAX_CANCEL_REASON, TEXTS } from 'contract/rules';
import { ApiError } from '~/api/http/client';
import { cancelOrder } from '~/api/orders/orders';
import { textOf } from '~/components/form/form-text';
import { runAction } from '~/components/admin/run-action';
import { ConfirmDialog, reasonInput } from '~/components/admin/confirm-dialog';

/** Cancels an unpaid order as the shop, with the form's reason. */
export function cancelForShop(request: Request, id: number, form: FormData) {
  const reason = textOf(form, 'reason').trim();
  return runAction(
    request,
    async () => {
      // Required here too: the server accepts an administrator's own order without a reason.
      if (reason === '') throw new ApiError(400, TEXTS.cancelReason, { reason: [TEXTS.cancelReason] });
      return cancelOrder(id, reason);
    },
    { done: `Đơn hàng #${id} đã được hủy.`, otherwise: 'Không thể hủy đơn hàng. Vui lòng thử lại.' },
  );
}

/** Asks for confirmation and for the reason, which the buyer reads. */
export function CancelDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { id, user, coupon_code: coupon } = order;
  return (
    <ConfirmDialog
      title={`Hủy đơn hàng #${id}?`}
      confirm="Hủy đơn hàng"
      isDanger
      fields={{ intent: 'cancel' }}
      inputs={reasonInput({
        label: 'Lý do (khách sẽ nhận được qua email)',
        maxLength: MAX_CANCEL_REASON,
        required: true,
      })}
      onClose={onClose}
    >
      <p className="[overflow-wrap:anywhere]">
        Đơn của khách hàng <strong>{user.username}</strong> chưa được thanh toán.{' '}
        {coupon ? `Sản phẩm trở lại kho, lượt dùng mã giảm giá ${coupon} được trả lại.` : 'Sản phẩm trở lại kho.'}
      </p>
      <p className="text-signal">Không thể hoàn tác.</p>
    </ConfirmDialog>
  );
}
