import { Link, useLocation } from '@remix-run/react';
import type { Order } from 'contract/orders/orders';
import { formatNumber } from 'contract/rules';
import { Banknote, PackageCheck, Printer, Truck, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useListAddress } from '~/components/admin/list/list-url';
import { Button, buttonStyle } from '~/components/form/button';
import { isCollectable } from '~/features/order-admin/bulk/collect-cash';
import { reasonNotToSend } from '~/features/order-admin/bulk/sending/sendable';
import { isDeliverable } from '~/features/order-admin/order-status';
import type { OpenOrdersDialog } from './orders-dialogs';
import { saveSelection } from './saved-selection';

interface SelectedOrdersProps {
  orders: readonly Order[];
  /** How many of them are on other pages. */
  elsewhere: number;
  onOpen: (dialog: OpenOrdersDialog) => void;
  onClear: () => void;
}

/** How many orders are selected, and what can be done with all of them, those on other pages too. */
export function SelectedOrders({ orders, elsewhere, onOpen, onClear }: SelectedOrdersProps) {
  if (orders.length === 0) return null;
  const open = (action: OpenOrdersDialog['action'], possible: readonly Order[]) => () =>
    onOpen({ action, orders: possible });
  const [sendable, deliverable, collectable] = [
    orders.filter((order) => reasonNotToSend(order) === null),
    orders.filter(isDeliverable),
    orders.filter(isCollectable),
  ];
  const shared = { of: orders.length };
  return (
    <div
      role="status"
      // Below the bar of the back office, in reach from the last row of a long page. On a phone it would cover too much.
      className="top-14 z-20 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-sand px-4 py-2 text-sm sm:sticky"
    >
      <p>
        Đã chọn {formatNumber(orders.length)} đơn hàng
        {elsewhere > 0 && <span className="text-muted"> (+{formatNumber(elsewhere)} ở trang khác)</span>}
      </p>
      <Action {...shared} icon={Truck} count={sendable.length} onClick={open('send', orders)}>
        Gửi hàng
      </Action>
      <Action {...shared} icon={PackageCheck} count={deliverable.length} onClick={open('deliver', deliverable)}>
        Đánh dấu đã giao
      </Action>
      <Action {...shared} icon={Banknote} count={collectable.length} onClick={open('collect', collectable)}>
        Thu tiền
      </Action>
      <SlipsLink orders={orders} isSelection>
        In phiếu giao
      </SlipsLink>
      <Button size="sm" variant="quiet" onClick={onClear}>
        Bỏ chọn
      </Button>
    </div>
  );
}

interface ActionProps {
  icon: LucideIcon;
  /** For how many of the selected orders it is possible. */
  count: number;
  of: number;
  onClick: () => void;
  children: string;
}

/** A button with the number of orders that it is for, where that is not all of them; none for no order. */
const Action = ({ icon: Icon, count, of, onClick, children }: ActionProps) =>
  count > 0 && (
    <Button size="sm" variant="outline" onClick={onClick}>
      <Icon aria-hidden="true" className="size-4" />
      {children}
      {count < of && ` (${formatNumber(count)})`}
    </Button>
  );

interface SlipsLinkProps {
  orders: readonly Order[];
  /** Whether they are selected, and stay so on the way back. */
  isSelection?: boolean;
  children: ReactNode;
}

/** Leads to the packing slips and the pick list of orders, and from there back to the list as it is. */
export function SlipsLink({ orders, isSelection = false, children }: SlipsLinkProps) {
  const { params } = useListAddress();
  const { key } = useLocation();
  const ids = orders.map(({ id }) => id);
  return (
    <Link
      to={`/admin/slips?orders=${ids.join(',')}`}
      state={{ list: `?${params}`, selected: isSelection ? ids : [] }}
      onClick={() => saveSelection(key, isSelection ? orders : [])}
      className={buttonStyle({ variant: 'outline', size: 'sm' })}
    >
      <Printer aria-hidden="true" className="size-4" />
      {children}
    </Link>
  );
}
