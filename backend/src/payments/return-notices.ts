import { formatVnd, type Vnd } from '../contract/rules.js';
import type { CardReturn } from './card-return.js';

/* What the pages of an order say of money that its card took back. */

export const disputed = (amount: Vnd): string =>
  `Chủ thẻ khiếu nại khoản thanh toán ${formatVnd(amount)} của đơn hàng; ngân hàng đang xem xét.`;

export const won = (amount: Vnd): string =>
  `Khiếu nại về khoản thanh toán ${formatVnd(amount)} đã kết thúc; khoản thanh toán được giữ nguyên.`;

/** Who bore how much of what a card took back. */
export interface Taken {
  ofSale: Vnd;
  ofWallet: Vnd;
  owed: Vnd;
}

/** @param total the order's */
export function taken({ kind }: CardReturn, { ofSale, ofWallet, owed }: Taken, total: Vnd): string {
  const way = kind === 'refund' ? 'đã được hoàn về thẻ' : 'đã được ngân hàng trả về thẻ theo khiếu nại của chủ thẻ';
  const what = ofSale === total ? 'Toàn bộ tiền' : `Khoản ${formatVnd(ofSale)}`;
  return sentences(
    ofSale > 0 && `${what} của đơn hàng ${way}.`,
    ofWallet + owed > 0 &&
      `Thẻ nhận lại ${formatVnd(ofWallet + owed)} mà đơn hàng không còn giữ, nên ${borne(ofWallet, owed)}.`,
  );
}

function borne(ofWallet: Vnd, owed: Vnd): string {
  if (owed === 0) return 'khoản này được trừ lại từ ví Paybox';
  if (ofWallet === 0) return 'bạn còn nợ cửa hàng khoản này';
  return `${formatVnd(ofWallet)} được trừ lại từ ví Paybox và bạn còn nợ cửa hàng ${formatVnd(owed)}`;
}

/** Who got how much of what came back after all. */
export interface Given {
  ofShop: Vnd;
  settled: Vnd;
  credit: Vnd;
}

export function givenBack({ kind }: CardReturn, { ofShop, settled, credit }: Given): string {
  const why = kind === 'refund' ? 'không hoàn được về thẻ' : 'đã được ngân hàng trả lại sau khiếu nại';
  return sentences(
    ofShop > 0 && `Ngân hàng đã trả lại cho cửa hàng khoản khiếu nại ${formatVnd(ofShop)}.`,
    settled + credit > 0 && `Khoản ${formatVnd(settled + credit)} ${why}, nên ${got(settled, credit)}.`,
  );
}

function got(settled: Vnd, credit: Vnd): string {
  const [toDebt, toWallet] = ['đã được trừ vào khoản bạn còn nợ', 'đã được chuyển vào ví Paybox của bạn'];
  if (settled === 0) return toWallet;
  if (credit === 0) return toDebt;
  return `${formatVnd(settled)} ${toDebt} và ${formatVnd(credit)} ${toWallet}`;
}

const sentences = (...said: (string | false)[]): string => said.filter(Boolean).join(' ');
