import type { Chargeback } from '../../../src/payments/chargebacks/chargeback.js';
import { splitAmount } from '../../../src/payments/chargebacks/chargeback-transfers.js';
import { chargebackCreditNotice, chargebackDebitNotice } from '../../../src/payments/chargebacks/chargeback-notices.js';

test.each([
  { amount: 100, limits: [100, 50], shares: [100, 0, 0], how: 'the first alone' },
  { amount: 100, limits: [60, 50], shares: [60, 40, 0], how: 'the first up to its limit and the second' },
  { amount: 100, limits: [60, 30], shares: [60, 30, 10], how: 'all three' },
  { amount: 100, limits: [0, 100], shares: [0, 100, 0], how: 'the second alone' },
  { amount: 100, limits: [0, 0], shares: [0, 0, 100], how: 'the third alone' },
  { amount: 1, limits: [60, 30], shares: [1, 0, 0], how: 'the first alone below its limit' },
] as const)('an amount is split between $how', ({ amount, limits: [first, second], shares }) => {
  expect(splitAmount(amount, first, second)).toEqual(shares);
});

const chargebackOf = (kind: Chargeback['kind']): Chargeback => ({
  ...{ id: '1', kind, amount: 1, status: '', stage: 'lost' },
  ...{ reason: null, dueBy: null },
});

test.each([
  ['refund', [100, 0, 0], 'Toàn bộ tiền của đơn hàng đã được hoàn về thẻ.'],
  ['dispute', [40, 0, 0], 'Khoản 40 VND của đơn hàng đã được ngân hàng trả về thẻ theo khiếu nại của chủ thẻ.'],
  [
    'refund',
    [0, 50, 0],
    'Số tiền đã trả về thẻ nhiều hơn phần còn lại của đơn hàng, nên khoản chênh lệch 50 VND được trừ lại từ ví Paybox.',
  ],
  [
    'refund',
    [0, 0, 50],
    'Số tiền đã trả về thẻ nhiều hơn phần còn lại của đơn hàng, nên bạn còn nợ cửa hàng khoản chênh lệch 50 VND.',
  ],
  [
    'refund',
    [40, 15, 35],
    'Khoản 40 VND của đơn hàng đã được hoàn về thẻ. Số tiền đã trả về thẻ nhiều hơn phần còn lại của đơn hàng, nên trong khoản chênh lệch 50 VND, 15 VND được trừ lại từ ví Paybox và bạn còn nợ cửa hàng 35 VND.',
  ],
] as const)(
  'the notice of a %s names the shares of an order of 100 đồng, the wallet and the debt: %j',
  (kind, shares, notice) => {
    const [fromSale, fromWallet, owed] = shares;
    expect(chargebackDebitNotice(chargebackOf(kind), { fromSale, fromWallet, owed }, 100)).toBe(notice);
  },
);

test.each([
  ['refund', [0, 0, 50], 'Khoản 50 VND không hoàn được về thẻ, nên đã được chuyển vào ví Paybox của bạn.'],
  ['refund', [0, 50, 0], 'Khoản 50 VND không hoàn được về thẻ, nên đã được trừ vào khoản bạn còn nợ.'],
  [
    'refund',
    [0, 35, 15],
    'Khoản 50 VND không hoàn được về thẻ, nên 35 VND đã được trừ vào khoản bạn còn nợ và 15 VND đã được chuyển vào ví Paybox của bạn.',
  ],
  ['dispute', [100, 0, 0], 'Ngân hàng đã trả lại cho cửa hàng khoản khiếu nại 100 VND.'],
  [
    'dispute',
    [60, 0, 40],
    'Ngân hàng đã trả lại cho cửa hàng khoản khiếu nại 60 VND. Khoản 40 VND đã được ngân hàng trả lại sau khiếu nại, nên đã được chuyển vào ví Paybox của bạn.',
  ],
] as const)(
  'the notice of a reversed %s names the shares of the shop, the debt and the wallet: %j',
  (kind, shares, notice) => {
    const [toShop, toDebt, toWallet] = shares;
    expect(chargebackCreditNotice(chargebackOf(kind), { toShop, toDebt, toWallet })).toBe(notice);
  },
);
