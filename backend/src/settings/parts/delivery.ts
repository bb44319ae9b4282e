import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import type { Settings, SettingsUpdate } from '../../contract/administration/settings.js';
import { DEFAULT_DELIVERY, MAX_EARLIER_DELIVERIES, type DeliveryRules } from '../../contract/orders/delivery-rules.js';
import { changedElsewhere } from '../../platform/errors/stale-edit.js';
import { mergeSetting, readSetting } from '../settings.sql.js';

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

/** The lists of the rules, which a change replaces as a whole, as messages call them. */
const LISTS = {
  closed_weekdays: 'Ngày nghỉ trong tuần',
  closed_dates: 'Ngày nghỉ lễ',
  zones: 'Vùng giao hàng',
} as const;

/**
 * Changes the rules, and remembers the values that the change replaces: orders that were paid before it keep their days.
 * @param before the rules before the change, read under the lock of the settings
 * @throws ShopError 409 for a list that is not as its editor saw it
 */
export async function changeDelivery(
  tx: EntityManager,
  before: Delivery,
  { was, ...change }: NonNullable<SettingsUpdate['delivery']>,
): Promise<void> {
  const fields = Object.keys(change) as (keyof typeof change)[];
  const replaced = fields.filter((field) => !isDeepStrictEqual(change[field], before[field]));
  expectSeen(before, was, replaced);
  await mergeSetting(tx, 'delivery', change);
  if (replaced.length === 0) return;
  const values = Object.fromEntries(replaced.map((field) => [field, before[field]]));
  const all = [...before.earlier, { ...values, until: new Date().toISOString() }];
  await mergeSetting(tx, 'delivery', { earlier: all.slice(-MAX_EARLIER_DELIVERIES) });
}

/** Refuses to replace a list that somebody else has changed. One that a repeated save leaves as it is passes. */
function expectSeen(
  now: Delivery,
  was: NonNullable<SettingsUpdate['delivery']>['was'],
  replaced: readonly string[],
): void {
  for (const [list, called] of Object.entries(LISTS) as [keyof typeof LISTS, string][]) {
    const seen = was?.[list];
    if (seen && replaced.includes(list) && !isDeepStrictEqual(seen, now[list]))
      throw changedElsewhere(called, 'tải lại trang');
  }
}
