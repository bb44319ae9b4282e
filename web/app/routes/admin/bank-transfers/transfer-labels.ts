import type { BankTransfer } from 'contract/money/bank-transfers';
import type { ShownState } from '~/components/display/state-badge';

/** Labels and badge colours of a transfer's states. */
export const TRANSFER_STATES = {
  unmatched: { label: 'Chờ đối chiếu', tone: 'warn' },
  paid: { label: 'Đã thanh toán đơn', tone: 'success' },
  credited: { label: 'Đã vào ví khách', tone: 'ink' },
  returned: { label: 'Không thuộc đơn nào', tone: 'sand' },
} as const satisfies Record<BankTransfer['state'], ShownState>;

/** Why a transfer waits, and what to do. */
export const PROBLEMS: Record<NonNullable<BankTransfer['problem']>, string> = {
  unknown_code: 'Nội dung không có mã của đơn nào. Hãy hỏi người gửi rồi gán cho đơn của họ.',
  several_codes: 'Nội dung có mã của nhiều đơn. Hãy gán cho một đơn; phần không khớp vào ví của khách.',
  closed_account: 'Khách đã đóng tài khoản và đơn không nhận được tiền nữa. Hãy chuyển trả người gửi.',
  already_recorded:
    'Đơn này đã có một khoản cùng số tiền với mã giao dịch khác, và một trong hai được ghi bằng tay. Nếu là cùng một khoản, hãy ghi là không thuộc đơn nào. Nếu khách chuyển hai lần, hãy gán cho đơn này; muốn chuyển trả khoản thứ hai, hãy ghi là không thuộc đơn nào trước, rồi mới chuyển tiền.',
};

/** Finds a reason to wait by its name, as a form sends it. */
export const problemNamed = (name: string) =>
  (Object.keys(PROBLEMS) as (keyof typeof PROBLEMS)[]).find((problem) => problem === name);

/** What to do with a waiting transfer that the bank has not reported. */
export const RECORDED_BY_HAND =
  'Ghi bằng tay. Nếu ngân hàng cũng báo khoản này với mã giao dịch khác, hãy ghi là không thuộc đơn nào.';
