import type { BankTransfer } from 'contract/money/bank-transfers';
import { MAX_TRANSFER_NOTE, formatVnd } from 'contract/rules';
import { ConfirmDialog, reasonInput } from '~/components/admin/confirm-dialog';
import { Button } from '~/components/form/button';
import { TextField } from '~/components/form/field';
import { PROBLEMS } from './transfer-labels';

/** A decision that is asked for, and the transfer that it is about. */
export interface TransferDecision {
  is: 'assign' | 'return';
  transfer: BankTransfer;
}

interface SettleTransferProps {
  transfer: BankTransfer;
  /** The page shows the dialog: a refusal must outlive the row, which may wait no more. */
  onOpen: (decision: TransferDecision) => void;
}

/** The buttons of a waiting transfer. */
export function SettleTransfer({ transfer, onOpen }: SettleTransferProps) {
  const { reference } = transfer;
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => onOpen({ is: 'assign', transfer })} aria-label={`Gán ${reference} cho đơn hàng`}>
        Gán cho đơn
      </Button>
      <Button
        size="sm"
        variant="outline"
        onClick={() => onOpen({ is: 'return', transfer })}
        aria-label={`Ghi ${reference} là không thuộc đơn nào`}
      >
        Không thuộc đơn nào
      </Button>
    </div>
  );
}

interface SettleDialogProps {
  transfer: BankTransfer;
  onClose: () => void;
}

/** Asks what a decision needs to know. */
export const SettleDialog = ({ is, ...props }: SettleDialogProps & Pick<TransferDecision, 'is'>) =>
  is === 'assign' ? <AssignDialog {...props} /> : <ReturnDialog {...props} />;

/** Asks for the order that a transfer is for. */
function AssignDialog({ transfer, onClose }: SettleDialogProps) {
  const amount = formatVnd(transfer.amount);
  return (
    <ConfirmDialog
      title={`Gán ${amount} cho đơn nào?`}
      confirm="Gán cho đơn"
      fields={{
        intent: 'assign',
        id: transfer.id,
        seen_problem: transfer.problem ?? '',
        seen_order_id: transfer.order?.id ?? '',
      }}
      inputs={(errors) => (
        <TextField
          label="Số đơn hàng"
          name="order_id"
          inputMode="numeric"
          defaultValue={transfer.order?.id}
          required
          autoFocus
          error={errors.order_id}
        />
      )}
      onClose={onClose}
    >
      <Reminder transfer={transfer} />
      <p>
        Nếu đơn chưa thanh toán và có tổng đúng {amount}, đơn được thanh toán. Nếu không, số tiền vào ví của người đặt
        đơn.
      </p>
      <p className="text-muted">Không thể hoàn tác.</p>
    </ConfirmDialog>
  );
}

/** Whether the money is sent back before or after it is recorded. The bank's next report may book a second payment that still waits. */
const HOW_TO_RETURN = {
  before: 'Hãy chuyển trả người gửi trong ứng dụng ngân hàng trước.',
  after: 'Nếu chuyển trả người gửi, hãy ghi ở đây trước, rồi mới chuyển tiền trong ứng dụng ngân hàng.',
};

/** Asks where the money of a transfer went that is for no order. */
const ReturnDialog = ({ transfer, onClose }: SettleDialogProps) => (
  <ConfirmDialog
    title={`${formatVnd(transfer.amount)} không thuộc đơn nào?`}
    confirm="Ghi lại"
    isDanger
    fields={{ intent: 'return', id: transfer.id }}
    inputs={reasonInput({
      name: 'note',
      label: 'Khoản tiền đã đi đâu',
      maxLength: MAX_TRANSFER_NOTE,
      placeholder: 'Đã chuyển trả người gửi ngày …, hoặc trùng với giao dịch …',
      required: true,
    })}
    onClose={onClose}
  >
    <Reminder transfer={transfer} />
    <p>Việc này chỉ ghi sổ. {HOW_TO_RETURN[transfer.problem === 'already_recorded' ? 'after' : 'before']}</p>
    <p className="text-muted">Không thể hoàn tác.</p>
  </ConfirmDialog>
);

const Reminder = ({ transfer: { reference, description, problem } }: { transfer: BankTransfer }) => (
  <p className="text-sm [overflow-wrap:anywhere] text-muted">
    {reference}
    {description && ` · ${description}`}
    {problem && <span className="mt-1 block">{PROBLEMS[problem]}</span>}
  </p>
);
