import { Link, useLocation } from '@remix-run/react';
import type { AdminOrder } from 'contract/orders/orders';
import { Banknote, Landmark, PackageCheck, PackageX, Printer, Truck, Undo2, X, type LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button, buttonStyle } from '~/components/form/button';
import { isDisputed } from '~/features/order-admin/disputes';
import { isDeliverable, isSent } from '~/features/order-admin/order-status';
import { DISPUTED } from '~/features/order-admin/refund-decision';
import type { OpenDialog } from './order-dialog';
import { recordedWaysOf } from './record-payment';
import { isRefundable } from './refund-order';
import { isSendable } from './send-order';
import { isUndoable } from './undo-delivery';

interface OrderActionsProps {
  order: AdminOrder;
  onOpen: (dialog: OpenDialog) => void;
}

/** The buttons that change the order, as far as its state allows. */
export function OrderActions({ order, onOpen }: OrderActionsProps) {
  // The slip leads back here, and from here the way back to the list is kept.
  const { state } = useLocation() as { state: unknown };
  return (
    <>
      <Link
        to={`/admin/orders/${order.id}/slip`}
        state={state}
        className={buttonStyle({ variant: 'outline', size: 'sm' })}
      >
        <Printer aria-hidden="true" className="size-4" />
        In phiếu giao
      </Link>
      <RecordActions order={order} onOpen={onOpen} />
      {isSendable(order) && (
        <ActionButton icon={Truck} variant="outline" onClick={() => onOpen('parcel')}>
          Gửi hàng
        </ActionButton>
      )}
      {isDeliverable(order) && (
        <ActionButton icon={PackageCheck} onClick={() => onOpen('deliver')}>
          Đánh dấu đã giao
        </ActionButton>
      )}
      {isUndoable(order) && (
        <ActionButton icon={PackageX} variant="quiet" onClick={() => onOpen('undo-delivery')}>
          Rút lại xác nhận giao
        </ActionButton>
      )}
      {isRefundable(order) && (
        <ActionButton
          icon={Undo2}
          variant="quiet"
          className="text-signal"
          disabled={isDisputed(order)}
          title={isDisputed(order) ? DISPUTED : undefined}
          onClick={() => onOpen('refund')}
        >
          Hoàn tiền
        </ActionButton>
      )}
      {order.status === 'unpaid' && !isSent(order) && (
        <ActionButton icon={X} variant="quiet" className="text-signal" onClick={() => onOpen('cancel')}>
          Hủy đơn hàng
        </ActionButton>
      )}
    </>
  );
}

/** The buttons that record the order's money. */
function RecordActions({ order, onOpen }: OrderActionsProps) {
  const ways = recordedWaysOf(order);
  return (
    <>
      {ways.includes('cash') && (
        <ActionButton icon={Banknote} onClick={() => onOpen('cash')}>
          Đã thu tiền mặt
        </ActionButton>
      )}
      {ways.includes('transfer') && (
        <ActionButton
          icon={Landmark}
          variant={order.paymentMethod === 'VietQR' ? 'primary' : 'outline'}
          onClick={() => onOpen('transfer')}
        >
          Xác nhận chuyển khoản
        </ActionButton>
      )}
      {ways.includes('late-transfer') && (
        <ActionButton icon={Landmark} variant="outline" onClick={() => onOpen('late-transfer')}>
          Ghi tiền đến muộn
        </ActionButton>
      )}
    </>
  );
}

const ActionButton = ({ icon: Icon, children, ...button }: ComponentProps<typeof Button> & { icon: LucideIcon }) => (
  <Button size="sm" {...button}>
    <Icon aria-hidden="true" className="size-4" />
    {children}
  </Button>
);
