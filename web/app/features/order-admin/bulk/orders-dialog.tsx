import type { Order } from 'contract/orders/orders';
import { useId, type ReactNode } from 'react';
import { Button } from '~/components/form/button';
import { Modal } from '~/components/overlay/modal';
import { OrdersReportAlert, type ReportTexts } from './orders-report';
import { bulkProgress } from './progress';
import { useOrdersAction } from './use-orders-action';

/** The properties of a dialog about several orders. */
export interface OrdersDialogProps {
  orders: readonly Order[];
  onClose: () => void;
  /** Receives the orders that are done, after each attempt. */
  onDone?: (ids: readonly number[]) => void;
}

interface QuestionProps extends OrdersDialogProps {
  /** The texts and the fields are those of the orders that are left: a retry has nothing to do with the others. */
  title: (left: readonly Order[]) => string;
  confirm: (left: readonly Order[]) => string;
  /** Posted to the page's action. */
  fields: (left: readonly Order[]) => Record<string, string>;
  texts: ReportTexts;
  children: (left: readonly Order[]) => ReactNode;
}

/** Confirms an action on several orders. Closes when all are done; otherwise says what is not, and can try again what is left. */
export function OrdersDialog({ orders, title, confirm, fields, texts, onDone, onClose, children }: QuestionProps) {
  const { fetcher, isFirstPress, isBusy, done, report } = useOrdersAction({ onDone, onClose });
  const left = orders.filter(({ id }) => !done.has(id));
  const id = useId();
  return (
    <Modal
      title={title(left)}
      isBusy={isBusy}
      onClose={onClose}
      footer={
        <>
          {isBusy && <ProgressText />}
          <Button variant="quiet" disabled={isBusy} onClick={onClose}>
            {report ? 'Đóng' : 'Không'}
          </Button>
          <Button type="submit" form={id} isBusy={isBusy}>
            {confirm(left)}
          </Button>
        </>
      }
    >
      <fetcher.Form
        id={id}
        method="post"
        noValidate
        className="grid gap-3 [overflow-wrap:anywhere]"
        onSubmit={isFirstPress}
      >
        {Object.entries(fields(left)).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {report && <OrdersReportAlert report={report} texts={texts} />}
        {children(left)}
      </fetcher.Form>
    </Modal>
  );
}

/** How far an action on several orders is. */
export function ProgressText() {
  const progress = bulkProgress.use();
  if (!progress || progress.of < 2) return null;
  return (
    <span className="mr-auto text-sm text-muted tabular">
      {progress.done}/{progress.of} đơn
    </span>
  );
}
