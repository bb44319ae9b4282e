import { SHOP_TIME_ZONE } from 'contract/shop-day';

/** Swedish writes times as ISO does: `2026-01-31 16:30:00`. */
const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: SHOP_TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' });

/** Converts an ISO time into a `datetime-local` value in Vietnam time: `2026-01-31T16:30`. */
export const toShopTime = (iso: string): string => clock.format(new Date(iso)).replace(' ', 'T').replace(/:00$/, '');

/**
 * Converts a `datetime-local` value in Vietnam time into an ISO time. Empty stays empty, and what cannot be converted becomes empty,
 * as a year of two digits, which the browser sends as `0026`.
 */
export function fromShopTime(local: string): string {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return '';
  const ahead = Date.parse(`${clock.format(asUtc).replace(' ', 'T')}Z`) - asUtc;
  if (Number.isNaN(ahead)) return '';
  return new Date(asUtc - ahead).toISOString();
}
