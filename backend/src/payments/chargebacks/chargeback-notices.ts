import { formatVnd, type Vnd } from '../../contract/rules.js';
import type { Chargeback } from './chargeback.js';

/* Notices that an order's pages show about chargebacks. */

export const disputeNotice = (amount: Vnd): string =>
  `Chủ thẻ khiếu nại khoản thanh toán ${formatVnd(amount)} của đơn hàng; ngân hàng đang xem xét.`;

export const disputeWonNotice = (amount: Vnd): string =>
  `Khiếu nại về khoản thanh toán ${formatVnd(amount)} đã kết thúc; khoản thanh toán được giữ nguyên.`;

/** The shares of a debited chargeback: from the order's sale, from the wallet, and the rest as a debt. */
export interface DebitShares {
  fromSale: Vnd;
  fromWallet: Vnd;
  owed: Vnd;
}

/** @param total of the order */
export function chargebackDebitNotice(
  { kind }: Chargeback,
  { fromSale, fromWallet, owed }: DebitShares,
  total: Vnd,
): string {
  const way = kind === 'refund' ? 'đã được hoàn về thẻ' : 'đã được ngân hàng trả về thẻ theo khiếu nại của chủ thẻ';
  const what = fromSale === total ? 'Toàn bộ tiền' : `Khoản ${formatVnd(fromSale)}`;
  return sentences(
    fromSale > 0 && `${what} của đơn hàng ${way}.`,
    fromWallet + owed > 0 &&
      `Số tiền đã trả về thẻ nhiều hơn phần còn lại của đơn hàng, nên ${debitSource(fromWallet, owed)}.`,
  );
}

function debitSource(fromWallet: Vnd, owed: Vnd): string {
  const excess = `khoản chênh lệch ${formatVnd(fromWallet + owed)}`;
  if (owed === 0) return `${excess} được trừ lại từ ví Paybox`;
  if (fromWallet === 0) return `bạn còn nợ cửa hàng ${excess}`;
  return `trong ${excess}, ${formatVnd(fromWallet)} được trừ lại từ ví Paybox và bạn còn nợ cửa hàng ${formatVnd(owed)}`;
}

/** The shares of a reversed chargeback: for the shop, for the buyer's debt, and for the wallet. */
export interface CreditShares {
  toShop: Vnd;
  toDebt: Vnd;
  toWallet: Vnd;
}

export function chargebackCreditNotice({ kind }: Chargeback, { toShop, toDebt, toWallet }: CreditShares): string {
  const why = kind === 'refund' ? 'không hoàn được về thẻ' : 'đã được ngân hàng trả lại sau khiếu nại';
  return sentences(
    toShop > 0 && `Ngân hàng đã trả lại cho cửa hàng khoản khiếu nại ${formatVnd(toShop)}.`,
    toDebt + toWallet > 0 && `Khoản ${formatVnd(toDebt + toWallet)} ${why}, nên ${creditTarget(toDebt, toWallet)}.`,
  );
}

function creditTarget(toDebt: Vnd, toWallet: Vnd): string {
  const [debtText, walletText] = ['đã được trừ vào khoản bạn còn nợ', 'đã được chuyển vào ví Paybox của bạn'];
  if (toDebt === 0) return walletText;
  if (toWallet === 0) return debtText;
  return `${formatVnd(toDebt)} ${debtText} và ${formatVnd(toWallet)} ${walletText}`;
}

const sentences = (...parts: (string | false)[]): string => parts.filter(Boolean).join(' ');
