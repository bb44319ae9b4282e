import { shiftDay, shopDay } from '../contract/shop-day.js';

const HOUR_MS = 3_600_000;
/** A run begins within these hours; later it waits for the next night. */
const NIGHT_HOURS = 4;
/** By how many nights a clock may go back without a second run. */
const NIGHTS_AHEAD = 7;

/**
 * The night that a moment belongs to, as the shop's day on which it begins: before the hour it is still the night of the day before.
 * @param hour of the shop's clock at which a night begins
 */
export const nightOf = (now: Date, hour: number): string => shopDay(new Date(now.getTime() - hour * HOUR_MS));

/**
 * Tells whether a table is due: at night, once. A shop that never runs at night catches up by day, after two missed nights.
 * @param lastNight the last night whose run is complete
 */
export function isDue(now: Date, hour: number, lastNight: string): boolean {
  const night = nightOf(now, hour);
  // A clock that was far ahead once must not stop the deletions until that time has come.
  if (lastNight >= night && lastNight <= shiftDay(night, NIGHTS_AHEAD)) return false;
  const isNight = nightOf(now, hour + NIGHT_HOURS) < night;
  return isNight || lastNight < shiftDay(night, -1);
}
