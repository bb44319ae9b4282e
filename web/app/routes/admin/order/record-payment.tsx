import { Link } from '@remix-run/react';
import type { AdminOrder } from 'contract/orders/orders';
import { formatNumber, formatVnd } from 'contract/rules';
import { confirmTransfer, recordCash } from '~/api/admin/payments';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import { runAction } from '~/components/admin/run-action';
import { TextField } from '~/components/form/field';
import { textOf } from '~/components/form/form-text';
import { numberForBody } from '~/components/form/typed-number';
import { recordTypedTransfer } from '~/features/order-admin/record-transfer';

/** How an administrator can record the money of an order. */
export type RecordedWay = 'cash' | 'transfer' | 'late-transfer';

/**
 * The ways that an order takes. Buyers often transfer instead of paying on delivery, or when their card is declined; a transfer for an
 * order that is cancelled goes to the buyer's wallet.
 */
export function recordedWaysOf({ isPaid, isCancelled, paymentMethod }: AdminOrder): RecordedWay[] {
  if (isCancelled) return paymentMethod === 'VietQR' ? ['late-transfer'] : [];
  if (isPaid) return [];
  return paymentMethod === 'COD' ? ['cash', 'transfer'] : ['transfer'];
}

/** Records the money of an order; null for another intent. */
export function recordPayment(request: Request, id: number, form: FormData) {
  // The server refuses an empty one.
  const amount = numberForBody(textOf(form, 'amount')) as number;
  const messages = {
    done: `Đã ghi nhận tiền của đơn hàng #${id}.`,
    otherwise: 'Không thể ghi nhận tiền. Vui lòng thử lại.',
  };
  switch (textOf(form, 'intent')) {
    case 'cash':
      return runAction(request, () => recordCash(id, amount), messages);
    case 'transfer':
      return runAction(request, () => confirmTransfer(id, { amount, reference: textOf(form, 'reference') }), messages);
    case 'record-transfer':
      return recordTypedTransfer(request, form);
    default:
      return null;
  }
}

/** Asks for the amount that was collected. */
export function CashDialog({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={`Đã thu tiền mặt của đơn hàng #${order.id}?`}
      confirm="Đã thu tiền mặt"
      fields={{ intent: 'cash' }}
      inputs={(errors) => (
        // The carrier collects all of it, so that the sum is seldom another one.
        <AmountField label="Số tiền đã thu (VND)" defaultValue={formatNumber(order.totalPrice)} error={errors.amount} />
      )}
      onClose={onClose}
    >
      <Due order={order} />
    </ConfirmDialog>
  );
}

/** Asks for the amount and the bank's number of a transfer that is on the account. */
export function TransferDialog({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={`Xác nhận chuyển khoản của đơn hàng #${order.id}?`}
      confirm="Xác nhận chuyển khoản"
      fields={{ intent: 'transfer' }}
      inputs={(errors) => (
        <>
          {/* Typed as the account shows it: what buyers transfer is not always what they should. */}
          <AmountField
            label="Số tiền trên tài khoản (VND)"
            placeholder={formatNumber(order.totalPrice)}
            error={errors.amount}
          />
          <TextField
            label="Mã giao dịch của ngân hàng"
            name="reference"
            maxLength={60}
            required
            hint="Như trên sao kê, ví dụ FT25329981234. Mỗi giao dịch chỉ ghi được một lần."
            error={errors.reference}
          />
        </>
      )}
      onClose={onClose}
    >
      <Due order={order} />
      <p className="text-sm text-muted">
        Khách chuyển số tiền khác thì hãy ghi ở trang{' '}
        <Link to="/admin/bank-transfers" className="underline underline-offset-4">
          Chuyển khoản
        </Link>
        : số tiền vào ví của khách.
      </p>
      {order.transfer_code !== null && (
        <p className="text-sm text-muted">
          Nội dung phải có <strong className="text-ink">{order.transfer_code}</strong>. Hãy kiểm tra trên ứng dụng ngân
          hàng, đừng dựa vào ảnh chụp của khách.
        </p>
      )}
    </ConfirmDialog>
  );
}

interface AmountFieldProps {
  label: string;
  error?: readonly string[];
  defaultValue?: string;
  placeholder?: string;
}

const AmountField = (props: AmountFieldProps) => (
  <TextField {...props} name="amount" inputMode="numeric" required autoFocus autoComplete="off" />
);

const Due = ({ order }: { order: AdminOrder }) => (
  <p className="[overflow-wrap:anywhere]">
    Khách hàng <strong>{order.user.username}</strong> phải trả <strong>{formatVnd(order.totalPrice)}</strong>. Ghi nhận
    rồi thì không thể hoàn tác.
  </p>
);
