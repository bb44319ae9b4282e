/** When orders arrive. Everything here is pure and imports nothing but days and the names of provinces. */
import { VIETNAM_UTC_OFFSET_MS } from '../shop-day.js';
import { provinceOf } from './provinces.js';

/** The owner's settings of deliveries. Days are working days, counted in Vietnam's time. */
export interface DeliveryRules {
  /** Until an order leaves the shop. */
  handling_days: number;
  /** On the way, at least and at most, to the provinces that are in no zone. */
  min_days: number;
  max_days: number;
  /** From this hour on, an order counts as one of the next day: 24 for never, 0 for always. */
  cutoff_hour: number;
  /** Days of the week that are no working days, by ISO 8601: 1 is Monday, 7 is Sunday. At least one day is open. */
  closed_weekdays: readonly number[];
  /** Public holidays and other days that are no working days, as `2027-02-05`. None in settings that are older than this field. */
  closed_dates?: readonly string[];
  /** Provinces with a way of their own. None in settings that are older than this field. */
  zones?: readonly DeliveryZone[];
  /** What changes of the settings have replaced, the oldest first: orders keep the days that they were promised. */
  earlier?: readonly EarlierDelivery[];
}

/** Provinces that are nearer or farther than the rest. A province is in one zone at most. */
export interface DeliveryZone {
  name: string;
  /** Names of `provinces.ts`. */
  provinces: readonly string[];
  min_days: number;
  max_days: number;
}

/** The fields that a change has replaced, with their values until then. */
export type EarlierDelivery = Partial<Omit<DeliveryRules, 'earlier'>> & {
  /** ISO time of the change. */
  until: string;
};

/** The defaults: 2 to 5 working days. */
export const DEFAULT_DELIVERY: DeliveryRules = {
  handling_days: 1,
  min_days: 1,
  max_days: 4,
  cutoff_hour: 15,
  closed_weekdays: [6, 7],
  closed_dates: [],
  zones: [],
  earlier: [],
};

/** The longest handling, and the longest way at each end of its range, in working days. */
export const MAX_DELIVERY_DAYS = 60;
/** Days that an owner may close. */
export const MAX_CLOSED_DATES = 100;
/** As many as there are provinces: no more can hold one each. */
export const MAX_DELIVERY_ZONES = 34;
export const MAX_ZONE_NAME = 60;
/** Changes of the settings that are remembered. */
export const MAX_EARLIER_DELIVERIES = 20;

/** The first and the last day on which an order is expected, as `2026-11-27`. */
export interface DeliveryDays {
  from: string;
  to: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const dayOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Returns the rules that were in force at an ISO time, as far as changes of them are remembered. */
const rulesAt = (at: string, { earlier = [], ...present }: DeliveryRules): DeliveryRules =>
  earlier.reduceRight<DeliveryRules>(
    (rules, { until, ...replaced }) => (Date.parse(at) < Date.parse(until) ? { ...rules, ...replaced } : rules),
    present,
  );

/**
 * Returns how long an order is on its way, at least and at most.
 * @param city of its address; null, or a text that names no province, for all provinces together
 */
export function wayTo(city: string | null, { zones = [], ...rest }: DeliveryRules): DeliveryWay {
  const province = city !== null && zones.length > 0 ? provinceOf(city) : null;
  if (province === null) {
    const ways = [rest, ...zones];
    return {
      min_days: Math.min(...ways.map((way) => way.min_days)),
      max_days: Math.max(...ways.map((way) => way.max_days)),
    };
  }
  return zones.find(({ provinces }) => provinces.includes(province)) ?? rest;
}

type DeliveryWay = Pick<DeliveryRules, 'min_days' | 'max_days'>;

/**
 * Returns the days on which an order is expected.
 * @param at ISO time from which the shop may send the goods: the payment, or for cash on delivery the order
 * @param city of the order's address, see `wayTo`
 */
export function deliveryDays(at: string, allRules: DeliveryRules, city: string | null): DeliveryDays {
  const rules = rulesAt(at, allRules);
  const { min_days, max_days } = wayTo(city, rules);
  const local = Date.parse(at) + VIETNAM_UTC_OFFSET_MS;
  // Days are numbered from 1970-01-01, a Thursday.
  const isClosed = (day: number) =>
    rules.closed_weekdays.includes(((day + 3) % 7) + 1) || (rules.closed_dates?.includes(dayOf(day)) ?? false);
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
  return { from: after(rules.handling_days + min_days), to: after(rules.handling_days + max_days) };
}

/** The parts of an order that its delivery depends on; times are ISO. */
interface OrderTimes {
  paymentMethod: string;
  createdAt: string;
  paidAt: string | null;
}

/**
 * Returns from when on the shop may send an order's goods: its payment, or for cash on delivery the order, whenever its cash was
 * recorded; null before that.
 */
export const deliveryStart = ({ paymentMethod, createdAt, paidAt }: OrderTimes): string | null =>
  paymentMethod === 'COD' ? createdAt : paidAt;
