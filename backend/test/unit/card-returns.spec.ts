import type { CardReturn } from '../../src/payments/card-return.js';
import { shares } from '../../src/payments/move-returns.js';
import { givenBack, taken } from '../../src/payments/return-notices.js';

test.each([
  { amount: 100, can: [100, 50], bear: [100, 0, 0], how: 'the first alone' },
  { amount: 100, can: [60, 50], bear: [60, 40, 0], how: 'the first what it can, the second the rest' },
  { amount: 100, can: [60, 30], bear: [60, 30, 10], how: 'all three' },
  { amount: 100, can: [0, 100], bear: [0, 100, 0], how: 'the second alone' },
  { amount: 100, can: [0, 0], bear: [0, 0, 100], how: 'the third alone' },
  { amount: 1, can: [60, 30], bear: [1, 0, 0], how: 'nobody more than there is' },
] as const)('what a card took back is borne by $how', ({ amount, can: [first, second], bear }) => {
  expect(shares(amount, first, second)).toEqual(bear);
});

const one = (kind: CardReturn['kind']): CardReturn => ({
  ...{ id: '1', kind, amount: 1, status: '', stage: 'gone' },
  ...{ reason: null, dueBy: null },
});

test.each([
  ['refund', [100, 0, 0], 'Toàn bộ tiền của đơn hàng đã được hoàn về thẻ.'],
  ['dispute', [40, 0, 0], 'Khoản 40 VND của đơn hàng đã được ngân hàng trả về thẻ theo khiếu nại của chủ thẻ.'],
  ['refund', [0, 50, 0], 'Thẻ nhận lại 50 VND mà đơn hàng không còn giữ, nên khoản này được trừ lại từ ví Paybox.'],
  ['refund', [0, 0, 50], 'Thẻ nhận lại 50 VND mà đơn hàng không còn giữ, nên bạn còn nợ cửa hàng khoản này.'],
  [
    'refund',
    [40, 15, 35],
    'Khoản 40 VND của đơn hàng đã được hoàn về thẻ. Thẻ nhận lại 50 VND mà đơn hàng không còn giữ, nên 15 VND được trừ lại từ ví Paybox và bạn còn nợ cửa hàng 35 VND.',
  ],
] as const)('of a %s that an order of 100 đồng, a wallet and a debt bear as %j is told so', (kind, bear, said) => {
  const [ofSale, ofWallet, owed] = bear;
  expect(taken(one(kind), { ofSale, ofWallet, owed }, 100)).toBe(said);
});

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
] as const)('of a %s that came back and that shop, debt and wallet got as %j is told so', (kind, shared, said) => {
  const [ofShop, settled, credit] = shared;
  expect(givenBack(one(kind), { ofShop, settled, credit })).toBe(said);
});
