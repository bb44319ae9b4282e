import type { Order } from 'contract/orders/orders';
import { undoDelivery } from '~/api/orders/orders';
import { runAction } from '~/components/admin/run-action';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import { isSent } from '~/features/order-admin/order-status';

/** Takes back the delivery of an order. */
export const takeDeliveryBack = (request: Request, id: number) =>
  runAction(request, () => undoDelivery(id), {
    done: `Đơn hàng #${id} đã trở lại trạng thái chưa giao.`,
    otherwise: 'Không thể rút lại xác nhận giao hàng. Vui lòng thử lại.',
  });

/** Whether the delivery of an order can be taken back. */
export const isUndoable = (order: Order) => order.isDelivered && (!order.isRefunded || isSent(order));

/** Asks for confirmation, and says what becomes of the order. */
export function UndoDeliveryDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { id, isPaid, isRefunded } = order;
  return (
    <ConfirmDialog
      title={`Rút lại xác nhận giao hàng của đơn #${id}?`}
      confirm="Rút lại"
      fields={{ intent: 'undo-delivery' }}
      onClose={onClose}
    >
      <p>
        Dùng khi đã đánh dấu nhầm, hoặc khi hàng quay về vì khách không nhận. Khách không nhận được email về việc này.
      </p>
      {isRefunded ? (
        <p>
          Đơn vẫn là đã hoàn tiền, và lại là đang trên đường. Khi kiện hàng quay về, hãy xóa thông tin gửi hàng để hàng
          trở lại kho.
        </p>
      ) : isPaid ? (
        <p>Đơn trở lại trạng thái đã thanh toán, chưa giao.</p>
      ) : (
        <p>Đơn trở lại trạng thái chưa thanh toán: có thể hủy để hàng về kho, và tự hủy khi quá hạn thanh toán.</p>
      )}
    </ConfirmDialog>
  );
}
