import { DEFAULT_DELIVERY } from '../../../src/contract/orders/delivery-rules.js';
import { formatDeliveryDays, formatDeliveryTime, formatZoneTimes } from '../../../src/contract/orders/delivery-text.js';

test.each([
  ['2026-11-27', '2026-12-02', 'thứ Sáu 27/11 – thứ Tư 02/12'],
  ['2026-12-28', '2027-01-03', 'thứ Hai 28/12 – Chủ nhật 03/01'],
  ['2026-11-28', '2026-11-28', 'thứ Bảy 28/11'],
])('%s to %s reads %s', (from, to, text) => {
  expect(formatDeliveryDays({ from, to })).toBe(text);
});

test('a delivery of a new shop takes 2 to 5 working days, one of a fixed time that time', () => {
  expect(formatDeliveryTime(DEFAULT_DELIVERY, null)).toBe('2-5 ngày làm việc');
  expect(formatDeliveryTime({ ...DEFAULT_DELIVERY, min_days: 2, max_days: 2 }, null)).toBe('3 ngày làm việc');
});

test('delivery times are those of each zone with its provinces, then of the rest', () => {
  const zones = [
    { name: 'Hà Nội', provinces: ['Hà Nội'], min_days: 0, max_days: 1 },
    { name: 'Miền núi', provinces: ['Lai Châu', 'Sơn La'], min_days: 6, max_days: 6 },
  ];
  const rules = { ...DEFAULT_DELIVERY, zones };
  expect(formatZoneTimes(rules)).toEqual([
    'Hà Nội 1-2 ngày làm việc',
    'Miền núi (Lai Châu, Sơn La) 7 ngày làm việc',
    'nơi khác 2-5 ngày làm việc',
  ]);
  expect([formatDeliveryTime(rules, null), formatDeliveryTime(rules, 'ha noi')]).toEqual([
    '1-7 ngày làm việc',
    '1-2 ngày làm việc',
  ]);
});
