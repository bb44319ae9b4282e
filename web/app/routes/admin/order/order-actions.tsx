import { Link, useLocation } from '@remix-run/react';
import type { AdminOrder } from 'contract/orders/orders';
import { Banknote, Landmark, PackageCheck, PackageX, Printer, Truck, Undo2, X } from 'lucide-react';
import { Button, buttonStyle } from '~/components/form/button';
import { isDisputed } from '~/features/order-admin/disputes';
import { isDeliverable } from '~/features/order-admin/order-status';
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
  const ways = recordedWaysOf(order);
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
      {ways.includes('cash') && (
        <Button size="sm" onClick={() => onOpen('cash')}>
          <Banknote aria-hidden="true" className="size-4" />
          Đã thu tiền mặt
        </Button>
      )}
      {ways.includes('transfer') && (
        <Button
          size="sm"
          variant={order.paymentMethod === 'VietQR' ? 'primary' : 'outline'}
          onClick={() => onOpen('transfer')}
        >
          <Landmark aria-hidden="true" className="size-4" />
          Xác nhận chuyển khoản
        </Button>
      )}
      {ways.includes('late-transfer') && (
        <Button size="sm" variant="outline" onClick={() => onOpen('late-transfer')}>
          <Landmark aria-hidden="true" className="size-4" />
          Ghi tiền đến muộn
        </Button>
      )}
      {isSendable(order) && (
        <Button variant="outline" size="sm" onClick={() => onOpen('parcel')}>
          <Truck aria-hidden="true" className="size-4" />
          Gửi hàng
        </Button>
      )}
      {isDeliverable(order) && (
        <Button size="sm" onClick={() => onOpen('deliver')}>
          <PackageCheck aria-hidden="true" className="size-4" />
          Đánh dấu đã giao
        </Button>
      )}
      {isUndoable(order) && (
        <Button variant="quiet" size="sm" onClick={() => onOpen('undo-delivery')}>
          <PackageX aria-hidden="true" className="size-4" />
          Rút lại xác nhận giao
        </Button>
      )}
      {isRefundable(order) && (
        <Button
          variant="quiet"
          size="sm"
          className="text-signal"
          disabled={isDisputed(order)}
          title={isDisputed(order) ? DISPUTED : undefined}
          onClick={() => onOpen('refund')}
        >
          <Undo2 aria-hidden="true" className="size-4" />
          Hoàn tiền
        </Button>
      )}
      {order.status === 'unpaid' && !order.parcel && (
        <Button variant="quiet" size="sm" className="text-signal" onClick={() => onOpen('cancel')}>
          <X aria-hidden="true" className="size-4" />
          Hủy đơn hàng
        </Button>
      )}
    </>
  );
}
