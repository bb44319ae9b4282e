import type { LedgerCheck } from 'contract/money/ledger';
import { Alert } from '~/components/feedback/alert';
import { formatTime } from '~/components/display/date';

/** The result of the worker's ledger check: wallets, payments, stock and coupons; and what the next result waits for. */
export function LedgerLine({ check }: { check: LedgerCheck }) {
  const { checked_at: checkedAt, is_overdue: isOverdue, breaches } = check;
  if (checkedAt === null) {
    return (
      <Alert tone={check.waits_for === 'failure' ? 'warning' : 'info'}>
        {check.is_running ? 'Sổ sách đang được kiểm tra lần đầu.' : 'Sổ sách chưa được kiểm tra lần nào.'}
        <Waits check={check} />
      </Alert>
    );
  }
  const time = <Time of={checkedAt} />;
  if (breaches.length > 0) {
    return (
      <Alert tone="danger">
        <p className="font-semibold">
          Sổ sách có sai lệch: {breaches.length} quy tắc bị vi phạm, kiểm tra lúc {time}.
        </p>
        <p>Hãy báo ngay cho người vận hành; lệnh kiểm tra: npm run ledger:check.</p>
        <ul className="mt-2 list-disc ps-5" lang="en">
          {breaches.map(({ rule, rows }) => (
            <li key={rule}>
              {rule} <span className="tabular">({rows.length})</span>
            </li>
          ))}
        </ul>
        {isOverdue && <Waits check={check} />}
      </Alert>
    );
  }
  if (isOverdue) {
    return (
      <Alert tone={check.is_running ? 'info' : 'warning'}>
        Lần kiểm tra sổ sách xong gần nhất: {time}, không có sai lệch.
        <Waits check={check} />
      </Alert>
    );
  }
  return <Alert tone="success">Sổ sách khớp: ví, thanh toán, tồn kho và mã giảm giá, kiểm tra lúc {time}.</Alert>;
}

const Time = ({ of }: { of: string }) => <time dateTime={of}>{formatTime(of)}</time>;

const REASONS: Record<NonNullable<LedgerCheck['reason']>, string> = {
  first: 'vì đây là lần đầu',
  night: 'như mỗi đêm một lần',
  violation: 'vì có quy tắc bị vi phạm',
  many_new_rows: 'vì có nhiều dữ liệu mới',
};

/** Why there is no newer result. */
function Waits({ check }: { check: LedgerCheck }) {
  const { waits_for: waitsFor, attempted_at: attemptedAt, reason, rules, rules_done: done, failure } = check;
  const since = attemptedAt !== null && <Time of={attemptedAt} />;
  switch (waitsFor) {
    case 'full_check':
      return (
        <p>
          Toàn bộ sổ sách đang được kiểm tra lại từ {since}, {reason && REASONS[reason]}: xong {done} trong {rules} quy
          tắc.
        </p>
      );
    case 'check':
      return <p>Một lần kiểm tra đang chạy.</p>;
    case 'failure':
      return (
        <p>
          Lần kiểm tra lúc {since} không xong: <span lang="en">{failure}</span>. Tiến trình nền (worker) thử lại mỗi
          phút.
        </p>
      );
    case 'worker':
      return (
        <p>
          {since ? (
            <>Từ {since} không có tiến trình nền (worker) nào kiểm tra: hãy xem nó có đang chạy không.</>
          ) : (
            'Tiến trình nền (worker) kiểm tra trong phút đầu sau khi khởi động hệ thống. Nếu lâu hơn, hãy xem nó có đang chạy không.'
          )}
        </p>
      );
    case 'nothing':
      return <p>Lần kiểm tra kế tiếp bắt đầu trong một phút.</p>;
  }
}
