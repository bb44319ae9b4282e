import { DEFAULT_DELIVERY } from 'contract/delivery-rules';
import { formatDeliveryDays, formatDeliveryTime } from '~/features/delivery/delivery-text';

test.each([
  ['2026-11-27', '2026-12-02', 'Thứ Sáu 27/11 – Thứ Tư 02/12'],
  ['2026-12-28', '2027-01-03', 'Thứ Hai 28/12 – Chủ Nhật 03/01'],
  ['2026-11-28', '2026-11-28', 'Thứ Bảy 28/11'],
])('%s to %s reads %s', (from, to, text) => {
  expect(formatDeliveryDays({ from, to })).toBe(text);
});

test('a delivery of a new shop takes 2 to 5 working days, one of a fixed time that time', () => {
  expect(formatDeliveryTime(DEFAULT_DELIVERY)).toBe('2-5 ngày làm việc');
  expect(formatDeliveryTime({ ...DEFAULT_DELIVERY, min_days: 2, max_days: 2 })).toBe('3 ngày làm việc');
});
