import type { Order } from 'contract/orders/orders';
import { nextSteps } from '~/routes/checkout/confirmation/next-steps';
import { order, parcel } from '../../support/given';

const PAID = { status: 'paid', isPaid: true, paidAt: '2026-01-31T09:30:00.000Z' } as const;
const beginnings = (changed: Partial<Order>, expected: string | null = 'thứ Ba 03/02') =>
  nextSteps(order(changed), expected).map((step) => step.split(' ', 2).join(' '));

test.each<[string, Partial<Order>, string[]]>([
  ['a paid card', PAID, ['Cửa hàng', 'Cửa hàng', 'Hàng được', 'Không vừa']],
  ['an unpaid card', {}, ['Thanh toán', 'Cửa hàng', 'Hàng được', 'Không vừa']],
  ['a paid wallet', { ...PAID, paymentMethod: 'Paybox' }, ['Cửa hàng', 'Cửa hàng', 'Hàng được', 'Không vừa']],
  ['cash', { paymentMethod: 'COD' }, ['Cửa hàng', 'Hàng được', 'Trả 157.500', 'Không vừa']],
  [
    'cash of delivered goods',
    { paymentMethod: 'COD', isDelivered: true, deliveredAt: '2026-02-03T09:30:00.000Z' },
    ['Trả 157.500', 'Không vừa'],
  ],
  ['a transfer', { paymentMethod: 'VietQR' }, ['Chuyển 157.500', 'Cửa hàng', 'Cửa hàng', 'Hàng được', 'Không vừa']],
  ['a cancelled order', { isCancelled: true }, []],
  ['a refunded order', { ...PAID, isRefunded: true }, []],
])('the next steps of %s', (_, changed, expected) => {
  expect(beginnings(changed)).toEqual(expected);
});

test('the step of packing tells when a sent order was sent', () => {
  expect(nextSteps(order({ ...PAID, parcel: parcel() }), null)[1]).toBe('Cửa hàng đã gửi hàng lúc 01/02/2026 15:40.');
});

test('the step of the delivery names the days, if they are known', () => {
  expect(nextSteps(order(PAID), 'thứ Ba 03/02')[2]).toMatch(/^Hàng được giao đến bạn, dự kiến thứ Ba 03\/02\. /);
  expect(nextSteps(order(PAID), null)[2]).toMatch(/^Hàng được giao đến bạn\. /);
});
