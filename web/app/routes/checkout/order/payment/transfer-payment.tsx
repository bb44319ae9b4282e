import type { TransferInstructions } from 'contract/money/bank-transfers';
import { formatVnd } from 'contract/rules';
import { formatTime } from '~/components/display/date';
import { QrCode } from '~/components/display/qr-code';
import { Alert } from '~/components/feedback/alert';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { CopyButton } from '~/components/form/copy-button';
import type { LoadedTransfer } from './load-transfer';
import { SaveQrButton } from './save-qr-button';

/** The QR code and the account that an order is paid into. */
export function TransferPayment({ transfer }: { transfer: LoadedTransfer }) {
  const { instructions, error, canRetry } = transfer;
  if (instructions) return <Instructions {...instructions} />;
  return canRetry ? <RetryAlert>{error}</RetryAlert> : <Alert tone="warning">{error}</Alert>;
}

function Instructions(transfer: TransferInstructions) {
  const { amount, code, qr, pay_before } = transfer;
  return (
    <div className="grid gap-4">
      <div className="grid justify-items-center gap-2 rounded-md bg-sand p-4 text-center">
        <QrCode text={qr} label={`Mã VietQR để chuyển ${formatVnd(amount)} với nội dung ${code}`} />
        <p className="text-sm text-muted">Quét bằng ứng dụng ngân hàng: số tiền và nội dung đã điền sẵn.</p>
        <SaveQrButton text={qr} name={`vietqr-${code}.png`} />
        <p className="text-sm text-muted lg:hidden">
          Trên điện thoại này: lưu mã, rồi chọn ảnh trong ứng dụng ngân hàng.
        </p>
      </div>
      <dl>
        <Fact label="Ngân hàng" value={transfer.bank_name} />
        <Fact label="Chủ tài khoản" value={transfer.account_name} />
        <Fact label="Số tài khoản" value={transfer.account_number} copied={transfer.account_number} />
        <Fact label="Số tiền" value={formatVnd(amount)} copied={String(amount)} />
        <Fact label="Nội dung" value={code} copied={code} />
      </dl>
      <p className="text-sm">
        Giữ đúng số tiền và nội dung: cửa hàng nhận ra đơn của bạn nhờ đó. Chuyển trước{' '}
        <strong className="tabular">{formatTime(pay_before)}</strong>; sau đó đơn tự hủy.
      </p>
      <p role="status" className="flex items-center gap-2 text-sm text-muted">
        <span aria-hidden="true" className="size-2 shrink-0 animate-pulse rounded-full bg-accent" />
        Đang chờ chuyển khoản. Trang tự cập nhật khi cửa hàng nhận được tiền.
      </p>
    </div>
  );
}

/** @param props.copied what its button copies; without it there is no button */
function Fact({ label, value, copied }: { label: string; value: string; copied?: string }) {
  return (
    <div className="border-b border-line py-2">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="flex min-h-9 items-center justify-between gap-3">
        <span className="min-w-0 font-medium [overflow-wrap:anywhere] tabular">{value}</span>
        {copied !== undefined && <CopyButton label={label} text={copied} />}
      </dd>
    </div>
  );
}
