import { ShopError } from '../platform/errors/shop-error.js';
import type { DashboardQuery } from '../contract/administration/dashboard.js';
import { MAX_DASHBOARD_DAYS } from '../contract/rules.js';
import { shiftDay, shopDay } from '../contract/shop-day.js';

const DAY_MS = 86_400_000;
const USUAL_DAYS = 30;

/** A range of days in wire format, both inclusive. */
export interface Period {
  from: string;
  to: string;
}

const lengthOf = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Lists every day of a period. */
export const daysOf = (period: Period): string[] =>
  Array.from({ length: lengthOf(period) }, (_, i) => shiftDay(period.from, i));

/** Returns the period of the same length before this one. */
export function periodBefore(period: Period): Period {
  return { from: shiftDay(period.from, -lengthOf(period)), to: shiftDay(period.from, -1) };
}

/**
 * Resolves the requested period. Without a first day it has the default length; without a last day it ends today.
 * @throws ShopError 400 for a period that ends before it begins, or is too long
 */
export function periodOf({ days = USUAL_DAYS, from, to = shopDay(new Date()) }: DashboardQuery): Period {
  const period = { from: from ?? shiftDay(to, 1 - days), to };
  const length = lengthOf(period);
  if (length < 1) throw ShopError.fields({ to: ['“Đến ngày” không được trước “Từ ngày”'] });
  if (length > MAX_DASHBOARD_DAYS) throw ShopError.fields({ from: [`Tối đa ${MAX_DASHBOARD_DAYS} ngày`] });
  return period;
}
