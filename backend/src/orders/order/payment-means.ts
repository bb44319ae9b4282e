import { MAX_BANK_TRANSFER, formatVnd, type PaymentMethod, type Vnd } from '../../contract/rules.js';
import type { ShopAccount } from '../../ledger/account.entity.js';
import type { TransferKind } from '../../ledger/ledger.js';
import type { PaymentRules } from '../../settings/parts/payment-rules.js';

/**
 * The rules of a payment method: what the shop must know of a payment method to place an order with it, to let it wait, and to book its money.
 * How the money comes is each method's own: the page charges a card, a wallet is debited, an administrator counts cash, a bank
 * reports a transfer. All of them end in `markPaid`, those from outside the shop through `receivePayment`.
 */
export interface PaymentMeans {
  /** The account that the money comes from; null for the buyer's wallet. */
  readonly account: ShopAccount | null;
  /** The transfer that pays an order. */
  readonly payment: TransferKind;
  /** The transfer to the buyer's wallet, of money that its order cannot take; null where such money is refused. */
  readonly credit: TransferKind | null;
  /** Its name within a sentence about a payment. */
  readonly inText: string;
  /** Whether the goods may be delivered before they are paid. */
  readonly isPaidOnDelivery: boolean;
  /** @returns why an order of this total cannot be placed with it, for the shopper; null when it can */
  refusal: (rules: PaymentRules, total: Vnd) => string | null;
  /** @returns how long an order that chose it may stay unpaid, in milliseconds. @param standard the shop's payment window */
  window: (rules: PaymentRules, standard: number) => number;
}

const anyOrder = { refusal: () => null, window: (_: PaymentRules, standard: number) => standard };

export const PAYMENT_MEANS: Record<PaymentMethod, PaymentMeans> = {
  Stripe: {
    ...anyOrder,
    account: 'card_clearing',
    payment: 'CARD_PAYMENT',
    credit: 'LATE_PAYMENT',
    inText: 'thẻ',
    isPaidOnDelivery: false,
  },
  Paybox: {
    ...anyOrder,
    account: null,
    payment: 'PAYMENT',
    credit: null,
    inText: 'ví Paybox',
    isPaidOnDelivery: false,
  },
  COD: {
    account: 'cash',
    payment: 'CASH_PAYMENT',
    credit: null,
    inText: 'tiền mặt',
    isPaidOnDelivery: true,
    refusal: ({ cod }, total) => {
      if (!cod.isOn) return 'Cửa hàng hiện không nhận thanh toán khi nhận hàng. Vui lòng chọn cách khác.';
      if (total <= cod.maxTotal) return null;
      return `Thanh toán khi nhận hàng chỉ dành cho đơn hàng đến ${formatVnd(cod.maxTotal)}. Vui lòng chọn cách khác.`;
    },
    window: ({ cod }) => cod.windowMinutes * 60_000,
  },
  VietQR: {
    account: 'bank',
    payment: 'BANK_PAYMENT',
    credit: 'BANK_CREDIT',
    inText: 'chuyển khoản',
    isPaidOnDelivery: false,
    refusal: ({ vietqr }, total) => {
      if (!vietqr.isOn) return 'Cửa hàng hiện không nhận chuyển khoản. Vui lòng chọn cách khác.';
      if (total <= MAX_BANK_TRANSFER) return null;
      return `Mỗi lần chuyển khoản tối đa ${formatVnd(MAX_BANK_TRANSFER)}. Vui lòng chọn cách khác.`;
    },
    window: (_, standard) => standard,
  },
};

/** Whether the owner decides if the method is offered; the others always are. */
export const isOptional = (method: PaymentMethod): boolean => method === 'COD' || method === 'VietQR';
