import { formatVnd, type Vnd } from '../contract/rules.js';
import type { CardReturn } from './card-return.js';

/* What the pages of an order say of money that its card took back. */

export const disputed = (amount: Vnd): string =>
  `Chủ thẻ khiếu nại khoản thanh toán ${formatVnd(amount)} của đơn hàng; ngân hàng đang xem xét.`;

export const won = (amount: Vnd): string =>
  `Khiếu nại về khoản thanh toán ${formatVnd(amount)} đã kết thúc; khoản thanh toán được giữ nguyên.`;

/** @param isWhole whether nothing of the order's total is left with the shop */
export function taken({ kind, amount }: CardReturn, isWhole: boolean): string {
  const way = kind === 'refund' ? 'đã được hoàn về thẻ' : 'đã được ngân hàng trả về thẻ theo khiếu nại của chủ thẻ';
  return isWhole ? `Toàn bộ tiền của đơn hàng ${way}.` : `Khoản ${formatVnd(amount)} của đơn hàng ${way}.`;
}

/** Of money that the order did not keep, because it had gone to the wallet. */
export const takenFromWallet = ({ amount }: CardReturn): string =>
  `Khoản ${formatVnd(amount)} mà ví Paybox đã nhận nay được trả về thẻ, nên được trừ lại từ ví.`;

export const credited = (amount: Vnd): string =>
  `Khoản ${formatVnd(amount)} không hoàn được về thẻ, nên đã được chuyển vào ví Paybox của bạn.`;

export const regained = (amount: Vnd): string =>
  `Ngân hàng đã trả lại cho cửa hàng khoản khiếu nại ${formatVnd(amount)}.`;
