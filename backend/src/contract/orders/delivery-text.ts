import { wayTo, type DeliveryDays, type DeliveryRules } from './delivery-rules.js';

/** The days of the week from Monday on, as ISO 8601 numbers them from 1. */
export const WEEKDAY_NAMES = ['Thứ Hai', 'Thứ Ba', 'Thứ Tư', 'Thứ Năm', 'Thứ Sáu', 'Thứ Bảy', 'Chủ nhật'] as const;

/** Formats days within a sentence as `thứ Sáu 27/11 – thứ Tư 02/12`; one day alone as `thứ Sáu 27/11`. */
export const formatDeliveryDays = ({ from, to }: DeliveryDays): string =>
  from === to ? weekdayOf(from) : `${weekdayOf(from)} – ${weekdayOf(to)}`;

/** The year is left out: the days are near. */
function weekdayOf(day: string): string {
  const [, month, date] = day.split('-');
  const weekday = WEEKDAY_NAMES.at(new Date(day).getUTCDay() - 1)?.replace('Thứ', 'thứ');
  return `${weekday} ${date}/${month}`;
}

/**
 * How long a delivery takes: `2-5 ngày làm việc`.
 * @param city of the address; null for anywhere
 */
export function formatDeliveryTime(rules: DeliveryRules, city: string | null): string {
  const { min_days, max_days } = wayTo(city, rules);
  const [minDays, maxDays] = [rules.handling_days + min_days, rules.handling_days + max_days];
  return `${minDays === maxDays ? maxDays : `${minDays}-${maxDays}`} ngày làm việc`;
}

/** How long a delivery takes to each zone, and at last to the rest: `Nội thành (Hà Nội) 1-2 ngày làm việc`. */
export function formatZoneTimes({ zones = [], ...rest }: DeliveryRules): string[] {
  const own = zones.map(({ name, provinces, ...way }) => {
    const members = provinces.length === 1 && provinces[0] === name ? '' : ` (${provinces.join(', ')})`;
    return `${name}${members} ${formatDeliveryTime({ ...rest, ...way }, null)}`;
  });
  return [...own, `nơi khác ${formatDeliveryTime(rest, null)}`];
}
