import { SHOP_TIME_ZONE } from '../../contract/shop-day.js';

/** ISO 8601 in UTC with milliseconds, as JavaScript writes it. */
export const timestamp = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The beginning of a day in the shop's time zone. */
export const midnight = (day: string) => `(${day})::timestamp AT TIME ZONE '${SHOP_TIME_ZONE}'`;
