import type { Order } from 'contract/orders/orders';
import { formatNumber, formatVnd } from 'contract/rules';
import { recordCash } from '~/api/admin/payments';
import { textOf } from '~/components/form/form-text';
import { Alert } from '~/components/feedback/alert';
import { OrdersDialog, type OrdersDialogProps } from './orders-dialog';
import { doneSentence } from './orders-report';
import { numbersOf, runForOrders } from './run-for-orders';

const TEXTS = { done: 'Đã ghi nhận tiền mặt của', refused: 'Không thể ghi nhận:' };

/** Whether the cash of an order is to be recorded. */
export const isCollectable = ({ paymentMethod, isPaid, isCancelled, isRefunded }: Order) =>
  paymentMethod === 'COD' && !isPaid && !isCancelled && !isRefunded;

/**
 * Records the cash of each order of the form, with the amount that its dialog showed: the server refuses another one, and an order that
 * is paid, so that nothing is recorded twice.
 */
export function collectCash(request: Request, form: FormData) {
  const amounts = new Map(JSON.parse(textOf(form, 'amounts')) as [id: number, amount: number][]);
  return runForOrders(request, {
    ids: [...amounts.keys()],
    act: (id) => recordCash(id, amounts.get(id)!),
    // An order that was paid in another way meanwhile is not done: its cash would be paid twice.
    isDone: ({ isPaid, paymentMethod }) => isPaid && paymentMethod === 'COD',
    done: (report) => doneSentence(TEXTS, report),
    otherwise: 'Không thể ghi nhận tiền. Vui lòng thử lại.',
  });
}

const sumOf = (orders: readonly Order[]) => orders.reduce((sum, { totalPrice }) => sum + totalPrice, 0);

/** Asks whether the cash of orders is collected, with its sum, because it cannot be taken back. */
export const CollectDialog = (dialog: OrdersDialogProps) => (
  <OrdersDialog
    {...dialog}
    title={(orders) =>
      `Đã thu ${formatVnd(sumOf(orders))} tiền mặt của ` +
      (orders.length === 1 ? `đơn hàng #${orders[0]?.id}?` : `${formatNumber(orders.length)} đơn hàng?`)
    }
    confirm={(orders) => `Đã thu ${formatVnd(sumOf(orders))}`}
    fields={(orders) => ({
      intent: 'collect',
      amounts: JSON.stringify(orders.map(({ id, totalPrice }) => [id, totalPrice])),
    })}
    texts={TEXTS}
  >
    {(orders) => {
      const undelivered = orders.filter(({ isDelivered }) => !isDelivered).map(({ id }) => id);
      return (
        <>
          {undelivered.length > 0 && (
            <Alert tone="warning">Chưa được đánh dấu đã giao: {numbersOf(undelivered)}. Đã thu tiền thật chưa?</Alert>
          )}
          <ul className="grid gap-1">
            {orders.map(({ id, user, shippingAddress: { receiver }, totalPrice }) => (
              <li key={id} className="flex items-baseline justify-between gap-3">
                <span className="min-w-0">
                  #{id} · {receiver || user.username}
                </span>
                <span className="whitespace-nowrap tabular">{formatVnd(totalPrice)}</span>
              </li>
            ))}
          </ul>
          <p>Ghi nhận rồi thì không thể hoàn tác.</p>
        </>
      );
    }}
  </OrdersDialog>
);
