import type { BankTransfer } from 'contract/money/bank-transfers';
import { MAX_TRANSFER_NOTE, formatVnd } from 'contract/rules';
import { useState } from 'react';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import { Button } from '~/components/form/button';
import { TextArea, TextField } from '~/components/form/field';
import { PROBLEMS } from './transfer-labels';

/** The buttons of a waiting transfer, and their dialogs. */
export function SettleTransfer({ transfer }: { transfer: BankTransfer }) {
  const [asking, setAsking] = useState<'assign' | 'return' | null>(null);
  const { reference, amount } = transfer;
  const onClose = () => setAsking(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => setAsking('assign')} aria-label={`Gán ${reference} cho đơn hàng`}>
        Gán cho đơn
      </Button>
      <Button
        size="sm"
        variant="outline"
        onClick={() => setAsking('return')}
        aria-label={`Ghi ${reference} là không thuộc đơn nào`}
      >
        Không thuộc đơn nào
      </Button>
      {asking === 'assign' && (
        <ConfirmDialog
          title={`Gán ${formatVnd(amount)} cho đơn nào?`}
          confirm="Gán cho đơn"
          fields={{ intent: 'assign', id: transfer.id }}
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
            Nếu đơn chưa thanh toán và có tổng đúng {formatVnd(amount)}, đơn được thanh toán. Nếu không, số tiền vào ví
            của người đặt đơn.
          </p>
          <p className="text-muted">Không thể hoàn tác.</p>
        </ConfirmDialog>
      )}
      {asking === 'return' && (
        <ConfirmDialog
          title={`${formatVnd(amount)} không thuộc đơn nào?`}
          confirm="Ghi lại"
          isDanger
          fields={{ intent: 'return', id: transfer.id }}
          inputs={(errors) => (
            <TextArea
              label="Khoản tiền đã đi đâu"
              name="note"
              rows={3}
              maxLength={MAX_TRANSFER_NOTE}
              placeholder="Đã chuyển trả người gửi ngày …, hoặc trùng với giao dịch …"
              required
              autoFocus
              error={errors.note}
            />
          )}
          onClose={onClose}
        >
          <Reminder transfer={transfer} />
          <p>Việc này chỉ ghi sổ. Hãy chuyển trả người gửi trong ứng dụng ngân hàng trước.</p>
          <p className="text-muted">Không thể hoàn tác.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

const Reminder = ({ transfer: { reference, description, problem } }: { transfer: BankTransfer }) => (
  <p className="text-sm [overflow-wrap:anywhere] text-muted">
    {reference}
    {description && ` · ${description}`}
    {problem && <span className="mt-1 block">{PROBLEMS[problem]}</span>}
  </p>
);
