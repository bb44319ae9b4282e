import { deliverOrder } from '~/api/orders/orders';
import { textOf } from '~/components/form/form-text';
import { Alert } from '~/components/feedback/alert';
import { hasOpenRefundRequest } from '../order-status';
import { OrdersDialog, type OrdersDialogProps } from './orders-dialog';
import { doneSentence } from './orders-report';
import { numbersOf, runForOrders } from './run-for-orders';

const TEXTS = { done: 'Đã giao', refused: 'Không thể giao:' };

/** Marks each order of the form as delivered. One that is so already counts as done: the answer of a first attempt may be lost. */
export function deliverOrders(request: Request, form: FormData) {
  const ids = textOf(form, 'ids').split(',').map(Number);
  return runForOrders(request, {
    ids,
    act: deliverOrder,
    isDone: ({ isDelivered }) => isDelivered,
    done: (report) => (ids.length === 1 ? `Đơn hàng #${ids[0]} đã được giao.` : doneSentence(TEXTS, report)),
    otherwise: 'Không thể đánh dấu đã giao. Vui lòng thử lại.',
  });
}

/** Asks for confirmation before marking orders as delivered, because their buyers are notified at once. */
export const DeliverDialog = (dialog: OrdersDialogProps) => (
  <OrdersDialog
    {...dialog}
    title={([first, ...rest]) =>
      rest.length === 0 ? `Đơn hàng #${first?.id} đã được giao?` : `${rest.length + 1} đơn hàng đã được giao?`
    }
    confirm={() => 'Đã giao'}
    fields={(orders) => ({ intent: 'deliver', ids: orders.map(({ id }) => id).join(',') })}
    texts={TEXTS}
  >
    {(orders) => {
      const undecided = orders.filter(hasOpenRefundRequest).map(({ id }) => id);
      return (
        <>
          {undecided.length > 0 && (
            <Alert tone="warning">
              {orders.length === 1 ? 'Đơn này' : `Đơn ${numbersOf(undecided)}`} đang có yêu cầu hoàn tiền chờ duyệt.
              Hàng đã giao thì không trở lại kho khi hoàn tiền.
            </Alert>
          )}
          <p>
            {orders.length === 1
              ? `Khách hàng ${orders[0]?.user.username} sẽ nhận được email báo đã giao.`
              : `Khách của các đơn ${numbersOf(orders.map(({ id }) => id))} sẽ nhận được email báo đã giao.`}
          </p>
          <p className="text-muted">Nếu nhầm, có thể rút lại trên trang của từng đơn, nhưng email thì không.</p>
        </>
      );
    }}
  </OrdersDialog>
);
