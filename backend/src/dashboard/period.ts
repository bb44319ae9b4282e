import { ShopError } from '../common/shop-error.js';
import type { DashboardQuery } from '../contract/dashboard.js';
import { MAX_DASHBOARD_DAYS, SHOP_TIME_ZONE } from '../contract/rules.js';

const DAY_MS = 86_400_000;
const USUAL_DAYS = 30;

/** Days as on the wire, both included. */
export interface Period {
  from: string;
  to: string;
}

const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: SHOP_TIME_ZONE });

const shifted = (day: string, by: number): string => new Date(Date.parse(day) + by * DAY_MS).toISOString().slice(0, 10);
const lengthOf = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Every day of a period. */
export const daysOf = (period: Period): string[] =>
  Array.from({ length: lengthOf(period) }, (_, i) => shifted(period.from, i));

/** As many days just before a period. */
export function periodBefore(period: Period): Period {
  return { from: shifted(period.from, -lengthOf(period)), to: shifted(period.from, -1) };
}

/**
 * The period that is asked for. Where its first day is missing it is as long as usual, where its last, it ends today.
 * @throws ShopError 400 for one that ends before it begins, or is too long
 */
export function periodOf({ days = USUAL_DAYS, from, to = calendar.format(new Date()) }: DashboardQuery): Period {
  const period = { from: from ?? shifted(to, 1 - days), to };
  const length = lengthOf(period);
  if (length < 1) throw ShopError.fields({ to: ['Ngày cuối phải từ ngày đầu trở đi'] });
  if (length > MAX_DASHBOARD_DAYS) throw ShopError.fields({ from: [`Nhiều nhất ${MAX_DASHBOARD_DAYS} ngày`] });
  return period;
}
