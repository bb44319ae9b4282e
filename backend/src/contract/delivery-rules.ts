/** When orders arrive. Everything here is pure and imports nothing, as in `rules.ts`. */

/** The owner's settings of deliveries. Days are working days, counted in Vietnam's time. */
export interface DeliveryRules {
  /** Until an order leaves the shop. */
  handling_days: number;
  /** On the way, at least and at most. */
  min_days: number;
  max_days: number;
  /** From this hour on, an order counts as one of the next day: 24 for never, 0 for always. */
  cutoff_hour: number;
  /** Days of the week that are no working days, by ISO 8601: 1 is Monday, 7 is Sunday. At least one day is open. */
  closed_weekdays: readonly number[];
}

/** The defaults: 2 to 5 working days. */
export const DEFAULT_DELIVERY: DeliveryRules = {
  handling_days: 1,
  min_days: 1,
  max_days: 4,
  cutoff_hour: 15,
  closed_weekdays: [6, 7],
};

/** Of handling and of each end of the way, in working days. */
export const MAX_DELIVERY_DAYS = 60;

/** The first and the last day on which an order is expected, as `2026-11-27`. */
export interface DeliveryDays {
  from: string;
  to: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Vietnam is seven hours ahead of UTC all year, without summer time (tz database, Asia/Ho_Chi_Minh, since 1975). */
const AHEAD_MS = 7 * HOUR_MS;

const dayOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Returns the day in Vietnam at an ISO time, as `2026-11-27`. */
export const shopDay = (at: string): string => dayOf(Math.floor((Date.parse(at) + AHEAD_MS) / DAY_MS));

/**
 * Returns the days on which an order is expected.
 * @param at ISO time from which the shop may send the goods: the payment, or for cash on delivery the order
 */
export function deliveryDays(at: string, rules: DeliveryRules): DeliveryDays {
  const local = Date.parse(at) + AHEAD_MS;
  // Days are numbered from 1970-01-01, a Thursday.
  const isClosed = (day: number) => rules.closed_weekdays.includes(((day + 3) % 7) + 1);
  let start = Math.floor(local / DAY_MS);
  if (local % DAY_MS >= rules.cutoff_hour * HOUR_MS && !isClosed(start)) start++;
  while (isClosed(start)) start++;
  const after = (days: number) => {
    let day = start;
    for (let left = days; left > 0;) {
      day++;
      if (!isClosed(day)) left--;
    }
    return dayOf(day);
  };
  return { from: after(rules.handling_days + rules.min_days), to: after(rules.handling_days + rules.max_days) };
}
