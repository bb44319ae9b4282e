import { SHOP_TIME_ZONE } from '../contract/rules.js';

const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: SHOP_TIME_ZONE });

/** A day of the shop's time zone, `2026-12-31`. */
export const shopDay = (at: Date): string => calendar.format(at);

/** The day that comes `days` after another, or before it. */
export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
