import type { Order } from 'contract/orders/orders';
import { formatNumber } from 'contract/rules';
import { ApiError, isRefusal } from '~/api/http/client';
import { deliverOrder } from '~/api/orders/orders';
import { textOf } from '~/components/form/form-text';
import { runAction } from '~/components/admin/run-action';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import { Alert } from '~/components/feedback/alert';
import { hasOpenRefundRequest } from './order-status';

/**
 * Marks each order of the form as delivered, one after the other. A failure is reported by order and does not stop the
 * others.
 */
export function deliverOrders(request: Request, form: FormData) {
  const ids = textOf(form, 'ids').split(',').map(Number);
  // Kept when the session ends in between and the rest waits for the next sign-in. A refusal has its sentence.
  const outcomes = new Map<number, string | null>();
  return runAction(
    request,
    async () => {
      for (const id of ids) {
        if (outcomes.has(id)) continue;
        const refusal = await deliverOrder(id).then(
          () => null,
          (error: unknown) => {
            if (!isRefusal(error) || error.status === 401) throw error;
            return `#${id}: ${error.detail}`;
          },
        );
        outcomes.set(id, refusal);
      }
      const refused = [...outcomes.values()].filter((refusal) => refusal !== null);
      if (refused.length === 0) return ids.length;
      const done = ids.length - refused.length;
      throw new ApiError(409, `${done > 0 ? `Đã giao ${done} đơn hàng. ` : ''}Không thể giao ${refused.join(' ')}`);
    },
    {
      done: (count) => (count === 1 ? `Đơn hàng #${ids[0]} đã được giao.` : `Đã giao ${formatNumber(count)} đơn hàng.`),
      otherwise: 'Không thể đánh dấu đã giao. Vui lòng thử lại.',
    },
  );
}

interface DeliverDialogProps {
  orders: readonly Order[];
  onClose: () => void;
  /** Called when all of them are delivered. */
  onDone?: () => void;
}

/** Asks for confirmation before marking orders as delivered, because their buyers are notified at once. */
export function DeliverDialog({ orders, ...closing }: DeliverDialogProps) {
  const [first] = orders;
  const ids = orders.map(({ id }) => id);
  const undecided = orders.filter(hasOpenRefundRequest).map(({ id }) => `#${id}`);
  return (
    <ConfirmDialog
      title={orders.length === 1 ? `Đơn hàng #${first?.id} đã được giao?` : `${orders.length} đơn hàng đã được giao?`}
      confirm="Đã giao"
      fields={{ intent: 'deliver', ids: ids.join(',') }}
      {...closing}
    >
      {undecided.length > 0 && (
        <Alert tone="warning">
          {orders.length === 1 ? 'Đơn này' : `Đơn ${undecided.join(', ')}`} đang chờ quyết định hoàn tiền. Hàng đã giao
          thì không trở lại kho khi hoàn tiền.
        </Alert>
      )}
      <p>
        {orders.length === 1
          ? `Khách hàng ${first?.user.username} sẽ nhận được email báo đã giao.`
          : `Khách của các đơn ${ids.map((id) => `#${id}`).join(', ')} sẽ nhận được email báo đã giao.`}
      </p>
      <p className="text-muted">Nếu nhầm, có thể rút lại trên trang của từng đơn, nhưng email thì không.</p>
    </ConfirmDialog>
  );
}
