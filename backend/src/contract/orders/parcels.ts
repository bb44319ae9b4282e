import { z } from 'zod';
import { Timestamp } from '../common.js';
import { CARRIERS, TRACKING_CODE } from './carriers.js';

/** The parcel in which an order's goods are sent. */
export const Parcel = z.object({
  carrier: z.enum(CARRIERS),
  tracking_code: z.string(),
  /** The carrier's page on which it is followed; null for a carrier without one. */
  tracking_url: z.string().nullable(),
  /** When it was first recorded. */
  sent_at: Timestamp,
});
export type Parcel = z.infer<typeof Parcel>;

/**
 * An administrator's record of an order's parcel, or its correction. `was`: the parcel as its editor saw it, null for none. Without it
 * the change overwrites any other.
 */
export const SendOrder = z
  .object({
    carrier: z.enum(CARRIERS, 'Vui lòng chọn đơn vị vận chuyển'),
    tracking_code: z
      .string('Vui lòng nhập mã vận đơn')
      .trim()
      .regex(TRACKING_CODE, 'Mã vận đơn có từ 4 đến 40 ký tự: chữ không dấu, chữ số, dấu gạch ngang, dấu chấm'),
    was: Parcel.pick({ carrier: true, tracking_code: true }).nullable().optional(),
  })
  .meta({ id: 'SendOrder' });
export type SendOrder = z.infer<typeof SendOrder>;
