import type { AdminOrder } from 'contract/orders/orders';
import type { BankTransfer } from 'contract/money/bank-transfers';
import { MAX_TRANSFER_DESCRIPTION, formatVnd } from 'contract/rules';
import { recordTransfer } from '~/api/admin/payments';
import { FormPanel } from '~/components/admin/form-panel';
import { runAction } from '~/components/admin/run-action';
import { TextArea, TextField } from '~/components/form/field';
import { textOf } from '~/components/form/form-text';
import { numberForBody } from '~/components/form/typed-number';

/** Records the bank transfer that `RecordTransferPanel` describes. */
export const recordTypedTransfer = (request: Request, form: FormData) =>
  runAction(
    request,
    () =>
      recordTransfer({
        // The server refuses an empty one.
        amount: numberForBody(textOf(form, 'amount')) as number,
        reference: textOf(form, 'reference'),
        order_id: numberForBody(textOf(form, 'order_id').replace('#', '')),
        description: textOf(form, 'description'),
      }),
    { done: transferOutcome, otherwise: 'Không thể ghi khoản tiền. Vui lòng thử lại.' },
  );

/** Says where the money of a transfer has gone, or why it waits. */
export function transferOutcome({ state, problem, amount, order }: BankTransfer): string {
  if (state === 'paid') return `Đơn hàng #${order?.id} đã được thanh toán.`;
  if (state === 'credited') return `${formatVnd(amount)} đã vào ví của ${order?.username}.`;
  if (problem === 'already_recorded') return `Đơn hàng #${order?.id} đã có một khoản cùng số tiền. Hãy xem lại.`;
  return 'Đã ghi khoản tiền. Nó chờ bạn đối chiếu.';
}

interface RecordTransferPanelProps {
  /** The order that the money is for; asked for when left out. */
  order?: AdminOrder;
  onClose: () => void;
}

/** The form of money that has arrived on the bank account. */
export const RecordTransferPanel = ({ order, onClose }: RecordTransferPanelProps) => (
  <FormPanel
    title={order ? `Ghi tiền đến của đơn hàng #${order.id}` : 'Ghi khoản tiền đến'}
    submit="Ghi khoản tiền"
    intent="record-transfer"
    onClose={onClose}
  >
    {({ errors }) => (
      <>
        <Consequences order={order} />
        <TextField
          label="Số tiền trên tài khoản (VND)"
          name="amount"
          inputMode="numeric"
          autoComplete="off"
          required
          autoFocus
          error={errors.amount}
        />
        <TextField
          label="Mã giao dịch của ngân hàng"
          name="reference"
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          required
          hint="Chép đúng như trên sao kê, ví dụ FT25329981234. Mỗi mã chỉ ghi được một lần."
          error={errors.reference}
        />
        <TextArea
          label="Nội dung chuyển khoản"
          name="description"
          rows={2}
          maxLength={MAX_TRANSFER_DESCRIPTION}
          hint={order ? undefined : 'Nội dung có mã chuyển khoản của đơn thì không cần số đơn hàng.'}
          error={errors.description}
        />
        {order ? (
          <input type="hidden" name="order_id" value={order.id} />
        ) : (
          <TextField
            label="Số đơn hàng"
            name="order_id"
            inputMode="numeric"
            autoComplete="off"
            hint="Chưa rõ của đơn nào thì để trống: khoản tiền chờ bạn đối chiếu."
            error={errors.order_id}
          />
        )}
      </>
    )}
  </FormPanel>
);

const Consequences = ({ order }: { order?: AdminOrder }) => (
  <div className="grid gap-2 text-sm">
    {order ? (
      <p className="[overflow-wrap:anywhere]">
        Đơn đã bị hủy, nên số tiền vào ví Paybox của <strong>{order.user.username}</strong>. Khách đọc thấy điều đó
        trong đơn hàng.
      </p>
    ) : (
      <p>
        Đơn chưa thanh toán và có tổng đúng bằng số tiền thì được thanh toán. Trường hợp khác, số tiền vào ví của người
        đặt đơn.
      </p>
    )}
    <p className="text-signal">Hãy kiểm tra kỹ số tiền: ghi rồi thì không sửa được.</p>
    <p className="text-muted">
      Nếu ngân hàng tự báo tiền đến, hãy đợi khoản tiền tự xuất hiện và chỉ ghi khi nó không đến. Ngân hàng báo lại cùng
      mã giao dịch thì khoản tiền không bị ghi hai lần. Khác mã, khoản đến sau chờ bạn đối chiếu: nếu là cùng một khoản,
      hãy ghi nó là không thuộc đơn nào.
    </p>
  </div>
);
