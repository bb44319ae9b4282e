import { DEFAULT_DELIVERY } from 'contract/orders/delivery-rules';
import { expectedDays } from '~/features/delivery/expected-days';
import { order } from '../../support/given';

const FRIDAY = '2026-11-27T03:00:00.000Z';
const MONDAY = '2026-11-30T03:00:00.000Z';
const expected = (changed: Parameters<typeof order>[0], now = MONDAY) =>
  expectedDays(order({ createdAt: FRIDAY, ...changed }), DEFAULT_DELIVERY, now);

test('a paid order is expected from its payment on, cash on delivery from the order on', () => {
  const days = { from: '2026-12-01', to: '2026-12-04' };
  expect(expected({ status: 'paid', paidAt: FRIDAY })).toEqual({ days, isIfPaidNow: false, isLate: false });
  expect(expected({ paymentMethod: 'COD' })).toEqual({ days, isIfPaidNow: false, isLate: false });
  // The carrier has collected the cash, which is recorded before the delivery.
  const collected = { paymentMethod: 'COD', status: 'paid', paidAt: MONDAY } as const;
  expect(expected(collected)).toEqual({ days, isIfPaidNow: false, isLate: false });
});

test('any other unpaid order is expected as if it were paid now', () => {
  const days = { from: '2026-12-02', to: '2026-12-07' };
  expect(expected({ paymentMethod: 'VietQR' })).toEqual({ days, isIfPaidNow: true, isLate: false });
});

test('an order is expected by the way to the province of its address, and the rules of its payment', () => {
  const zones = [{ name: 'Hà Nội', provinces: ['Hà Nội'], min_days: 0, max_days: 0 }];
  const rules = { ...DEFAULT_DELIVERY, zones, earlier: [{ until: '2026-11-01T00:00:00.000Z', zones: [] }] };
  const { shippingAddress } = order();
  const to = (city: string, paidAt = FRIDAY) =>
    expectedDays(order({ status: 'paid', paidAt, shippingAddress: { ...shippingAddress, city } }), rules, MONDAY)?.days;
  expect(to('Hà Nội')).toEqual({ from: '2026-11-30', to: '2026-11-30' });
  expect(to('Huế')).toEqual({ from: '2026-12-01', to: '2026-12-04' });
  expect(to('Hà Nội', '2026-10-30T03:00:00.000Z')).toEqual({ from: '2026-11-03', to: '2026-11-06' });
});

test('an order is late from the day after the last one, in Vietnam', () => {
  const isLate = (now: string) => expected({ status: 'paid', paidAt: FRIDAY }, now)?.isLate;
  expect(isLate('2026-12-04T16:59:59.000Z')).toBe(false);
  expect(isLate('2026-12-04T17:00:00.000Z')).toBe(true);
});

test.each(['delivered', 'refund_requested', 'refunded', 'cancelled'] as const)(
  'a %s order is not expected',
  (status) => {
    expect(expected({ status, paidAt: FRIDAY })).toBeNull();
  },
);
