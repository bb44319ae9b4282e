import type { AdminOrder } from 'contract/orders/orders';
import { DeliverDialog } from '~/features/order-admin/bulk/deliver-orders';
import { RecordTransferPanel } from '~/features/order-admin/record-transfer';
import { CancelDialog } from './cancel-order';
import { AddressPanel } from './change-address';
import { CashDialog, TransferDialog } from './record-payment';
import { RefundDialog } from './refund-order';
import { ParcelPanel, UndoSendDialog } from './send-order';
import { StaffNotePanel } from './staff-note';
import { UndoDeliveryDialog } from './undo-delivery';

interface DialogProps {
  order: AdminOrder;
  onClose: () => void;
}

const DIALOGS = {
  parcel: ParcelPanel,
  'undo-send': UndoSendDialog,
  deliver: ({ order, onClose }: DialogProps) => <DeliverDialog orders={[order]} onClose={onClose} />,
  'undo-delivery': UndoDeliveryDialog,
  address: AddressPanel,
  note: StaffNotePanel,
  cancel: CancelDialog,
  refund: RefundDialog,
  cash: CashDialog,
  transfer: TransferDialog,
  'late-transfer': RecordTransferPanel,
};

/** The open dialog of the order's page; null for none. */
export type OpenDialog = keyof typeof DIALOGS | null;

export function OrderDialog({ open, ...props }: DialogProps & { open: OpenDialog }) {
  if (open === null) return null;
  const Dialog = DIALOGS[open];
  return <Dialog {...props} />;
}
