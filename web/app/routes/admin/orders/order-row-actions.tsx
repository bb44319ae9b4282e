import { Link } from '@remix-run/react';
import type { Order } from 'contract/orders/orders';
import { formatNumber } from 'contract/rules';
import { Printer } from 'lucide-react';
import { Button, buttonStyle } from '~/components/form/button';
import { isDeliverable } from '~/features/order-admin/order-status';
import type { OpenDialog } from './orders-dialogs';
import { SlipsLink } from './selected-orders';

interface OrderRowActionsProps {
  order: Order;
  onOpen: (dialog: OpenDialog) => void;
}

/** The buttons of a row. */
export const OrderRowActions = ({ order, onOpen }: OrderRowActionsProps) => (
  <>
    {isDeliverable(order) && (
      <Button
        size="sm"
        variant="outline"
        aria-label={`Đánh dấu đơn hàng #${order.id} đã giao`}
        onClick={() => onOpen({ action: 'deliver', orders: [order] })}
      >
        Đã giao
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
}

/** The next step of all orders of a tab, as far as the page shows them: their slips. */
export function TodoAction({ todo, orders, isAll }: TodoActionProps) {
  if (todo !== 'deliver' || orders.length === 0) return null;
  return (
    <SlipsLink orders={orders}>
      In phiếu giao {formatNumber(orders.length)} đơn{isAll ? '' : ' ở trang này'}
    </SlipsLink>
  );
}
