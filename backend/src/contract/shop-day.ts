/** The shop's days, as `2026-12-31`. Everything here is pure and imports nothing. */

/** The time zone of the shop's days. */
export const SHOP_TIME_ZONE = 'Asia/Ho_Chi_Minh';

/** Vietnam is seven hours ahead of UTC all year, without summer time (tz database, Asia/Ho_Chi_Minh, since 1975). */
export const VIETNAM_UTC_OFFSET_MS = 7 * 3_600_000;

/** The day in Vietnam at a moment. */
export const shopDay = (at: Date): string => new Date(at.getTime() + VIETNAM_UTC_OFFSET_MS).toISOString().slice(0, 10);

/** The day that comes `days` after another, or before it. */
export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
