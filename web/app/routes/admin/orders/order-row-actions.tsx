import { Link } from '@remix-run/react';
import type { Order } from 'contract/orders/orders';
import { formatNumber } from 'contract/rules';
import { Banknote, Printer } from 'lucide-react';
import { Button, buttonStyle } from '~/components/form/button';
import { isCollectable } from '~/features/order-admin/bulk/collect-cash';
import { reasonNotToSend } from '~/features/order-admin/bulk/sending/sendable';
import { isDeliverable, isSent } from '~/features/order-admin/order-status';
import type { OpenOrdersDialog } from './orders-dialogs';
import { SlipsLink } from './selected-orders';

interface OrderRowActionsProps {
  order: Order;
  onOpen: (dialog: OpenOrdersDialog) => void;
}

/** The buttons of a row: the next step of the order. A delivery without a parcel is recorded on the order's page. */
export const OrderRowActions = ({ order, onOpen }: OrderRowActionsProps) => (
  <>
    {reasonNotToSend(order) === null && (
      <Button
        size="sm"
        variant="outline"
        aria-label={`Gửi hàng đơn hàng #${order.id}`}
        onClick={() => onOpen({ action: 'send', orders: [order] })}
      >
        Gửi hàng
      </Button>
    )}
    {isSent(order) && isDeliverable(order) && (
      <Button
        size="sm"
        variant="outline"
        aria-label={`Đánh dấu đơn hàng #${order.id} đã giao`}
        onClick={() => onOpen({ action: 'deliver', orders: [order] })}
      >
        Đã giao
      </Button>
    )}
    {order.isDelivered && isCollectable(order) && (
      <Button
        size="sm"
        variant="outline"
        aria-label={`Thu tiền đơn hàng #${order.id}`}
        onClick={() => onOpen({ action: 'collect', orders: [order] })}
      >
        Thu tiền
      </Button>
    )}
    <Link
      to={`/admin/orders/${order.id}/slip`}
      aria-label={`In phiếu giao đơn hàng #${order.id}`}
      title="In phiếu giao"
      className={buttonStyle({ variant: 'quiet', size: 'sm' })}
    >
      <Printer aria-hidden="true" className="size-4" />
    </Link>
  </>
);

interface TodoActionProps {
  /** The tab. */
  todo: string | null;
  /** Of the page. */
  orders: readonly Order[];
  /** Whether they are all of the tab. */
  isAll: boolean;
  onOpen: (dialog: OpenOrdersDialog) => void;
}

/** The next step of all orders of a tab, as far as the page shows them: their slips, or their cash. */
export function TodoAction({ todo, orders, isAll, onOpen }: TodoActionProps) {
  const which = isAll ? '' : ' ở trang này';
  const due = orders.filter(isCollectable);
  if (todo === 'deliver' && orders.length > 0)
    return (
      <SlipsLink orders={orders}>
        In phiếu giao {formatNumber(orders.length)} đơn{which}
      </SlipsLink>
    );
  if (todo !== 'collect' || due.length === 0) return null;
  return (
    <Button size="sm" variant="outline" onClick={() => onOpen({ action: 'collect', orders: due })}>
      <Banknote aria-hidden="true" className="size-4" />
      Thu tiền {formatNumber(due.length)} đơn{which}
    </Button>
  );
}
