import { z } from 'zod';
import { CurrentPassword } from '../accounts/auth.js';
import { Timestamp, Vnd, optionalText, requiredText } from '../common.js';
import { MAX_CLOSED_DATES, MAX_DELIVERY_DAYS, MAX_DELIVERY_ZONES, MAX_ZONE_NAME } from '../orders/delivery-rules.js';
import { PROVINCES } from '../orders/provinces.js';
import { MAX_PAYMENT_WINDOW, MAX_UNPAID_LIMIT, MIN_PAYMENT_WINDOW } from '../rules.js';

const DAY = z.iso.date();

const unpaidLimit = z
  .int('Phải là số nguyên')
  .min(1, 'Tối thiểu 1')
  .max(MAX_UNPAID_LIMIT, `Tối đa ${MAX_UNPAID_LIMIT.toLocaleString('vi-VN')}`);

const paymentWindow = z
  .int('Phải là số phút nguyên')
  .min(MIN_PAYMENT_WINDOW, `Tối thiểu ${MIN_PAYMENT_WINDOW} phút`)
  .max(MAX_PAYMENT_WINDOW, 'Tối đa 30 ngày');

const deliveryTime = z
  .int('Phải là số ngày nguyên')
  .min(0, 'Tối thiểu 0')
  .max(MAX_DELIVERY_DAYS, `Tối đa ${MAX_DELIVERY_DAYS} ngày`);

const MAX_PROVINCES = Object.keys(PROVINCES).length;

const DeliveryZone = z.object({
  name: z.string(),
  provinces: z.array(z.string()).max(MAX_PROVINCES),
  min_days: z.int(),
  max_days: z.int(),
});

/** The lists of the rules as they are stored: `closed_dates` of any text, so that an editor may send back what it saw. */
const deliveryLists = {
  closed_weekdays: z.array(z.int()).max(7),
  closed_dates: z.array(z.string()).max(MAX_CLOSED_DATES),
  zones: z.array(DeliveryZone).max(MAX_DELIVERY_ZONES),
};

const deliveryRules = {
  handling_days: z.int(),
  min_days: z.int(),
  max_days: z.int(),
  cutoff_hour: z.int(),
  ...deliveryLists,
  closed_dates: z.array(DAY).max(MAX_CLOSED_DATES),
};

const zoneUpdate = z
  .object({
    name: requiredText(MAX_ZONE_NAME),
    // Checked as a whole, so that the sentence stands beside the owner's one field.
    provinces: z
      .array(z.string().max(MAX_ZONE_NAME))
      .min(1, 'Chọn ít nhất một tỉnh, thành phố')
      .max(MAX_PROVINCES)
      .refine(
        (names) => names.every((name) => Object.hasOwn(PROVINCES, name)),
        'Có tên không phải là tỉnh, thành phố hiện nay',
      ),
    min_days: deliveryTime,
    max_days: deliveryTime,
  })
  .refine((zone) => zone.min_days <= zone.max_days, {
    path: ['max_days'],
    error: 'Số ngày tối đa không được nhỏ hơn số ngày tối thiểu',
  });

/** Refuses a province that an earlier zone, or the zone itself, has already. */
function refuseRepeatedProvinces(zones: z.infer<typeof DeliveryZone>[], context: z.RefinementCtx): void {
  const zoneOf = new Map<string, string>();
  zones.forEach(({ name, provinces }, index) => {
    const repeated = provinces.filter((province, nth) => zoneOf.has(province) || provinces.indexOf(province) < nth);
    for (const province of provinces) if (!zoneOf.has(province)) zoneOf.set(province, name);
    if (repeated.length === 0) return;
    const message = `Đã thuộc vùng khác: ${[...new Set(repeated)].map((each) => `${each} (${zoneOf.get(each)})`).join(', ')}`;
    context.addIssue({ code: 'custom', path: [index, 'provinces'], message });
  });
}

/** The shop's details, its shipping fees, and the browser's settings for the card provider. */
export const Settings = z
  .object({
    shop_name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    legal_name: z.string(),
    tax_code: z.string(),
    shipping: z.object({
      standard_fee: Vnd,
      reduced_threshold: Vnd,
      reduced_fee: Vnd,
      free_threshold: Vnd,
    }),
    tax_percent: z.number().min(0).max(100),
    /**
     * When orders arrive, in working days, see `delivery-rules.ts`. `closed_weekdays` by ISO 8601: 1 is Monday, 7 is Sunday;
     * `closed_dates` are public holidays. `zones` are provinces with a way of their own, `min_days` and `max_days` those of the
     * rest. `earlier` has what changes replaced, oldest first: an order keeps the days of the time of its payment.
     */
    delivery: z.object({
      ...deliveryRules,
      earlier: z.array(z.object(deliveryRules).partial().extend({ until: Timestamp })),
    }),
    /** An order that is not paid within this window is cancelled. */
    payment_window_minutes: z.int().min(1),
    /** Limits on one account's unpaid orders: number of orders, pieces of one product or variant, pieces in total. */
    unpaid_limits: z.object({ orders: z.int(), per_item: z.int(), pieces: z.int() }),
    /** Cash on delivery: up to this total, and collected within this window from the order on. */
    cod: z.object({ is_on: z.boolean(), max_total: Vnd, window_minutes: z.int().min(1) }),
    /** Bank transfers by VietQR, into this account. */
    vietqr: z.object({
      is_on: z.boolean(),
      bank_bin: z.string(),
      account_number: z.string(),
      account_name: z.string(),
    }),
    /** Whether clicks and purchases move products up in search results. */
    search_learning: z.boolean(),
    /** Whether shoppers who agree to it are reminded of a cart by e-mail. */
    cart_reminders: z.boolean(),
    payment: z.object({ publishable_key: z.string(), script_url: z.string() }),
  })
  .meta({ id: 'Settings' });
export type Settings = z.infer<typeof Settings>;

/**
 * The settings that the owner can change; omitted settings stay. Another account for transfers, or switching them on, requires the
 * administrator's own `current_password`. `was` of `delivery`: its lists as their editor saw them, which a change replaces as a whole.
 * Without it a change overwrites any other.
 */
export const SettingsUpdate = z
  .object({
    shop_name: requiredText(255),
    email: z.string().trim().max(254).pipe(z.email('Email không hợp lệ')),
    phone: optionalText(30),
    address: optionalText(255),
    legal_name: optionalText(255),
    tax_code: optionalText(30),
    shipping: Settings.shape.shipping.partial(),
    tax_percent: z
      .number('Thuế suất không hợp lệ')
      .min(0, 'Thuế suất từ 0 đến 100')
      .max(100, 'Thuế suất từ 0 đến 100')
      .multipleOf(0.01, 'Thuế suất có tối đa hai chữ số thập phân'),
    delivery: z
      .object({
        handling_days: deliveryTime,
        min_days: deliveryTime,
        max_days: deliveryTime,
        cutoff_hour: z.int('Phải là giờ nguyên').min(0, 'Từ 0 đến 24').max(24, 'Từ 0 đến 24'),
        closed_weekdays: z
          .array(z.int().min(1).max(7))
          .max(7)
          .refine((days) => new Set(days).size < 7, 'Phải còn ít nhất một ngày làm việc trong tuần'),
        closed_dates: z
          .array(z.string().max(40))
          .max(MAX_CLOSED_DATES, `Tối đa ${MAX_CLOSED_DATES} ngày`)
          // Checked as a whole, so that the sentence stands beside the owner's one field.
          .refine(
            (dates) => dates.every((date) => DAY.safeParse(date).success),
            'Mỗi dòng là một ngày, như 05/02/2027',
          ),
        zones: z
          .array(zoneUpdate)
          .max(MAX_DELIVERY_ZONES, `Tối đa ${MAX_DELIVERY_ZONES} vùng`)
          .superRefine(refuseRepeatedProvinces),
        was: z.object(deliveryLists).partial(),
      })
      .partial(),
    payment_window_minutes: paymentWindow,
    unpaid_limits: z.object({ orders: unpaidLimit, per_item: unpaidLimit, pieces: unpaidLimit }).partial(),
    cod: z
      .object({
        is_on: z.boolean(),
        max_total: Vnd.min(1, 'Tối thiểu 1'),
        window_minutes: paymentWindow,
      })
      .partial(),
    vietqr: z
      .object({
        is_on: z.boolean(),
        bank_bin: z.union([z.literal(''), z.string().regex(/^\d{6}$/)], 'Mã BIN của ngân hàng gồm 6 chữ số'),
        account_number: z
          .string()
          .trim()
          .regex(/^[0-9A-Za-z]{0,19}$/, 'Số tài khoản gồm tối đa 19 chữ và số'),
        account_name: optionalText(100),
      })
      .partial(),
    search_learning: z.boolean(),
    cart_reminders: z.boolean(),
    current_password: CurrentPassword,
  })
  .partial()
  .meta({ id: 'SettingsUpdate' });
export type SettingsUpdate = z.infer<typeof SettingsUpdate>;
