import type { LedgerCheck } from 'contract/ledger';
import { Alert } from '~/components/feedback/alert';
import { formatTime } from '~/components/display/date';

/** The result of the worker's ledger check: wallets, payments, stock and coupons. */
export function LedgerLine({
  check: { checked_at: checkedAt, is_overdue: isOverdue, is_running: isRunning, breaches },
}: {
  check: LedgerCheck;
}) {
  if (checkedAt === null) {
    return (
      <Alert tone="info">
        {isRunning ? 'Sổ sách đang được kiểm tra lần đầu.' : 'Sổ sách chưa được kiểm tra lần nào.'}
      </Alert>
    );
  }
  const time = <time dateTime={checkedAt}>{formatTime(checkedAt)}</time>;
  if (breaches.length > 0) {
    return (
      <Alert tone="danger">
        <p className="font-semibold">
          Sổ sách có sai lệch: {breaches.length} quy tắc không đúng, kiểm tra lúc {time}.
        </p>
        <p>Hãy báo ngay cho người vận hành; lệnh kiểm tra: npm run ledger:check.</p>
        <ul className="mt-2 list-disc ps-5" lang="en">
          {breaches.map(({ rule, rows }) => (
            <li key={rule}>
              {rule} <span className="tabular">({rows.length})</span>
            </li>
          ))}
        </ul>
      </Alert>
    );
  }
  if (isOverdue && isRunning) {
    return (
      <Alert tone="info">
        Sổ sách đang được đọc lại toàn bộ, vì có nhiều dữ liệu mới. Lần kiểm tra xong gần nhất: {time}, không có sai
        lệch.
      </Alert>
    );
  }
  if (isOverdue) {
    return (
      <Alert tone="warning">
        Sổ sách chưa được kiểm tra lại từ {time}. Tiến trình nền (worker) đã dừng, hoặc lần kiểm tra bị lỗi: hãy xem
        nhật ký của nó.
      </Alert>
    );
  }
  return <Alert tone="success">Sổ sách khớp: ví, thanh toán, tồn kho và mã giảm giá, kiểm tra lúc {time}.</Alert>;
}
