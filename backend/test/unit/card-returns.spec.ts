import { shares } from '../../src/payments/move-returns.js';

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
