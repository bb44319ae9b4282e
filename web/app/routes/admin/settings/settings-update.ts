import type { SettingsUpdate } from 'contract/administration/settings';
import { textOf } from '~/components/form/form-text';
import { numberForBody } from '~/components/form/typed-number';
import { parseDates } from './dates-text';

/**
 * Reads what the owner changed in a section. Other fields are left out: they show what the page was loaded with, and saving them
 * would undo what somebody else has changed since.
 */
export function settingsUpdateOf(form: FormData): SettingsUpdate {
  const changed = textOf(form, CHANGED_FIELDS).split(' ');
  const all = SETTINGS_SECTIONS[textOf(form, 'intent')]?.(form) ?? {};
  return Object.fromEntries(
    Object.entries(all).flatMap(([key, value]): [string, unknown][] => {
      if (value === null || typeof value !== 'object') return changed.includes(key) ? [[key, value]] : [];
      const parts = Object.entries(value).filter(([part]) => changed.includes(`${key}.${part}`));
      return parts.length > 0 ? [[key, { ...Object.fromEntries(parts), ...seenLists(form, key, parts) }]] : [];
    }),
  );
}

/** The hidden field with the lists of a setting as the form began with them, as JSON. */
export const seenField = (setting: string) => `${setting}.was`;

/** Those lists among the parts that are sent: each replaces the stored list as a whole. */
function seenLists(form: FormData, setting: string, parts: readonly [string, unknown][]): { was?: object } {
  const seen = JSON.parse(textOf(form, seenField(setting)) || '{}') as object;
  const was = Object.entries(seen).filter(([list]) => parts.some(([part]) => part === list));
  return was.length > 0 ? { was: Object.fromEntries(was) } : {};
}

/** The hidden field that lists the settings that the owner changed, as `changedSetting` names them. */
export const CHANGED_FIELDS = 'changed';

/** The setting to which a field of the form belongs: `delivery.zones` for `delivery.zones.0.name`. */
export const changedSetting = (field: string): string => field.split('.').slice(0, 2).join('.');

/** The fields of each section, read from its form. */
const SETTINGS_SECTIONS: Record<string, (form: FormData) => SettingsUpdate> = {
  shop: (form) => ({
    shop_name: textOf(form, 'shop_name'),
    email: textOf(form, 'email'),
    phone: textOf(form, 'phone'),
    address: textOf(form, 'address'),
    legal_name: textOf(form, 'legal_name'),
    tax_code: textOf(form, 'tax_code'),
  }),
  shipping: (form) => ({
    shipping: {
      standard_fee: numberOf(form, 'shipping.standard_fee'),
      reduced_threshold: numberOf(form, 'shipping.reduced_threshold'),
      reduced_fee: numberOf(form, 'shipping.reduced_fee'),
      free_threshold: numberOf(form, 'shipping.free_threshold'),
    },
  }),
  delivery: (form) => ({
    delivery: {
      handling_days: numberOf(form, 'delivery.handling_days'),
      min_days: numberOf(form, 'delivery.min_days'),
      max_days: numberOf(form, 'delivery.max_days'),
      cutoff_hour: numberOf(form, 'delivery.cutoff_hour'),
      closed_weekdays: form.getAll('delivery.closed_weekdays').map(Number),
      closed_dates: parseDates(textOf(form, 'delivery.closed_dates')),
      zones: readZones(form),
    },
  }),
  carts: (form) => ({ cart_reminders: form.has('cart_reminders') }),
  cod: (form) => ({
    cod: {
      is_on: form.has('cod.is_on'),
      max_total: numberOf(form, 'cod.max_total'),
      window_minutes: numberOf(form, 'cod.window_minutes'),
    },
  }),
  vietqr: (form) => ({
    vietqr: {
      is_on: form.has('vietqr.is_on'),
      bank_bin: textOf(form, 'vietqr.bank_bin').trim(),
      account_number: textOf(form, 'vietqr.account_number').replace(/\s/g, ''),
      account_name: textOf(form, 'vietqr.account_name'),
    },
    ...(textOf(form, 'current_password') && { current_password: textOf(form, 'current_password') }),
  }),
  orders: (form) => ({
    tax_percent: readDecimal(form, 'tax_percent'),
    payment_window_minutes: numberOf(form, 'payment_window_minutes'),
    unpaid_limits: {
      orders: numberOf(form, 'unpaid_limits.orders'),
      per_item: numberOf(form, 'unpaid_limits.per_item'),
      pieces: numberOf(form, 'unpaid_limits.pieces'),
    },
  }),
};

function readZones(form: FormData): NonNullable<SettingsUpdate['delivery']>['zones'] {
  const zones = [];
  for (let start = 'delivery.zones.0'; form.has(`${start}.name`); start = `delivery.zones.${zones.length}`) {
    zones.push({
      name: textOf(form, `${start}.name`),
      provinces: form.getAll(`${start}.provinces`).map(String),
      min_days: numberOf(form, `${start}.min_days`),
      max_days: numberOf(form, `${start}.max_days`),
    });
  }
  return zones;
}

/* An empty field is not zero: the server refuses it and the field shows why. */

const numberOf = (form: FormData, name: string) => numberForBody(textOf(form, name)) as number;

/** Here a dot or a comma begins the decimals. */
const readDecimal = (form: FormData, name: string): number =>
  textOf(form, name).trim() === '' ? NaN : Number(textOf(form, name).replace(',', '.'));
