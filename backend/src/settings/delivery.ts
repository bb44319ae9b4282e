import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import type { Settings, SettingsUpdate } from '../contract/administration/settings.js';
import { DEFAULT_DELIVERY, MAX_EARLIER_DELIVERIES, type DeliveryRules } from '../contract/orders/delivery-rules.js';
import { mergeSetting, readSetting } from './settings.sql.js';

type Delivery = Settings['delivery'];

/** Reads when orders arrive: the defaults, overridden by the row `delivery` of the settings. */
export async function deliveryRules(tx: EntityManager): Promise<DeliveryRules> {
  return { ...DEFAULT_DELIVERY, ...(await readSetting<Partial<DeliveryRules>>(tx, 'delivery')) };
}

/** The rules as settings show them. */
export function deliveryView(stored: Partial<DeliveryRules> | undefined): Delivery {
  const { closed_weekdays, closed_dates = [], zones = [], earlier = [], ...rules } = { ...DEFAULT_DELIVERY, ...stored };
  return {
    ...rules,
    closed_weekdays: [...closed_weekdays],
    closed_dates: [...closed_dates],
    zones: zones.map((zone) => ({ ...zone, provinces: [...zone.provinces] })),
    earlier: earlier as Delivery['earlier'],
  };
}

/**
 * Changes the rules, and remembers the values that the change replaces: orders that were paid before it keep their days.
 * @param before the rules before the change, read under the lock of the settings
 */
export async function changeDelivery(
  tx: EntityManager,
  before: Delivery,
  change: NonNullable<SettingsUpdate['delivery']>,
): Promise<void> {
  await mergeSetting(tx, 'delivery', change);
  const fields = Object.keys(change) as (keyof typeof change)[];
  const replaced = fields.filter((field) => !isDeepStrictEqual(change[field], before[field]));
  if (replaced.length === 0) return;
  const values = Object.fromEntries(replaced.map((field) => [field, before[field]]));
  const all = [...before.earlier, { ...values, until: new Date().toISOString() }];
  await mergeSetting(tx, 'delivery', { earlier: all.slice(-MAX_EARLIER_DELIVERIES) });
}
