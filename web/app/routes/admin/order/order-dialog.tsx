import type { AdminOrder } from 'contract/orders/orders';
import { DeliverDialog } from '~/features/order-admin/bulk/deliver-orders';
import { RecordTransferPanel } from '~/features/order-admin/record-transfer';
import { CancelDialog } from './cancel-order';
import { AddressPanel } from './change-address';
import { CashDialog, TransferDialog, type RecordedWay } from './record-payment';
import { RefundDialog } from './refund-order';
import { ParcelPanel, UndoSendDialog } from './send-order';
import { StaffNotePanel } from './staff-note';
import { UndoDeliveryDialog } from './undo-delivery';

/** The open dialog of the order's page; null for none. */
export type OpenDialog =
  'parcel' | 'undo-send' | 'deliver' | 'undo-delivery' | 'address' | 'note' | 'cancel' | 'refund' | RecordedWay | null;

interface OrderDialogProps {
  open: OpenDialog;
  order: AdminOrder;
  onClose: () => void;
}

export function OrderDialog({ open, ...props }: OrderDialogProps) {
  switch (open) {
    case 'parcel':
      return <ParcelPanel {...props} />;
    case 'undo-send':
      return <UndoSendDialog {...props} />;
    case 'deliver':
      return <DeliverDialog orders={[props.order]} onClose={props.onClose} />;
    case 'undo-delivery':
      return <UndoDeliveryDialog {...props} />;
    case 'address':
      return <AddressPanel {...props} />;
    case 'note':
      return <StaffNotePanel {...props} />;
    case 'cancel':
      return <CancelDialog {...props} />;
    case 'refund':
      return <RefundDialog {...props} />;
    case 'cash':
      return <CashDialog {...props} />;
    case 'transfer':
      return <TransferDialog {...props} />;
    case 'late-transfer':
      return <RecordTransferPanel {...props} />;
    case null:
      return null;
  }
}
