import type { DeliveryDays, DeliveryRules } from 'contract/delivery-rules';

/** The days of the week from Monday on, as ISO 8601 numbers them from 1. */
export const WEEKDAY_NAMES = ['Thứ Hai', 'Thứ Ba', 'Thứ Tư', 'Thứ Năm', 'Thứ Sáu', 'Thứ Bảy', 'Chủ Nhật'] as const;

/** Formats days as `Thứ Sáu 27/11 – Thứ Tư 02/12`; one day alone as `Thứ Sáu 27/11`. */
export const formatDeliveryDays = ({ from, to }: DeliveryDays): string =>
  from === to ? weekdayOf(from) : `${weekdayOf(from)} – ${weekdayOf(to)}`;

/** The year is left out: the days are near. */
function weekdayOf(day: string): string {
  const [, month, date] = day.split('-');
  return `${WEEKDAY_NAMES.at(new Date(day).getUTCDay() - 1)} ${date}/${month}`;
}

/** How long a delivery takes: `2-5 ngày làm việc`. */
export function formatDeliveryTime({ handling_days: handling, min_days, max_days }: DeliveryRules): string {
  const [least, most] = [handling + min_days, handling + max_days];
  return `${least === most ? most : `${least}-${most}`} ngày làm việc`;
}
