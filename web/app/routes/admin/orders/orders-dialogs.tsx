import type { Order } from 'contract/orders/orders';
import { CollectDialog, collectCash } from '~/features/order-admin/bulk/collect-cash';
import { DeliverDialog, deliverOrders } from '~/features/order-admin/bulk/deliver-orders';
import type { OrdersDialogProps } from '~/features/order-admin/bulk/orders-dialog';
import { SendDialog, sendOrders } from '~/features/order-admin/bulk/sending/send-orders';
import { textOf } from '~/components/form/form-text';

const DIALOGS = { send: SendDialog, deliver: DeliverDialog, collect: CollectDialog };
const ACTIONS = { send: sendOrders, deliver: deliverOrders, collect: collectCash };

/** An action on several orders that is being asked about. */
export interface OpenOrdersDialog {
  action: keyof typeof DIALOGS;
  orders: readonly Order[];
}

/** Runs the action of a dialog, by its form. */
export const runOrdersAction = (request: Request, form: FormData) =>
  ACTIONS[textOf(form, 'intent') as OpenOrdersDialog['action']](request, form);

export function OrdersDialogs({ open, ...closing }: Omit<OrdersDialogProps, 'orders'> & { open: OpenOrdersDialog }) {
  const Dialog = DIALOGS[open.action];
  return <Dialog orders={open.orders} {...closing} />;
}
