import { formatVnd, type Vnd } from '../../contract/rules.js';
import type { TransferKind } from '../../ledger/ledger.js';
import { PAYMENT_MEANS } from './payment-means.js';

/** Money that was credited to a wallet, by the kind of its transfer. */
interface CreditedMoney {
  kind: TransferKind;
  amount: Vnd;
}

/** The notice about money that its order could not take: that was paid or cancelled before, or costs another amount. */
export function creditNotice(
  order: { isPaid: boolean; isCancelled: boolean; totalPrice: Vnd },
  { kind, amount }: CreditedMoney,
): string {
  const means = Object.values(PAYMENT_MEANS).find(({ credit }) => credit === kind);
  const money = `khoản thanh toán${means ? ` bằng ${means.inText}` : ''} ${formatVnd(amount)}`;
  const goes = 'đã được chuyển vào ví Paybox của bạn';
  if (order.isCancelled) return `Đơn hàng đã bị hủy, nên ${money} ${goes}.`;
  if (order.isPaid) return `Đơn hàng đã được thanh toán trước đó, nên ${money} ${goes}.`;
  return `Số tiền không đúng tổng đơn hàng (${formatVnd(order.totalPrice)}), nên ${money} ${goes}.`;
}
