import { z } from 'zod';
import { Id, optionalText } from '../common.js';
import { CurrentPassword, Email, Password, PasswordOrBlank, Username } from './auth.js';

const isRecord = (body: unknown): body is Record<string, unknown> => typeof body === 'object' && body !== null;

export const Gender = z.enum(['male', 'female', 'other', '']);

/** 9-15 digits with an optional +, or empty. */
export const Phone = z
  .string()
  .trim()
  .regex(/^(\+?\d{9,15})?$/, 'Số điện thoại gồm 9 đến 15 chữ số, có thể bắt đầu bằng dấu +');

const noBirthDate = 'Ngày sinh không hợp lệ';
/** PostgreSQL has no year 0. */
const existingDay = z.iso.date({ error: noBirthDate, abort: true }).refine((day) => day >= '0001-01-01', noBirthDate);

/** A past `YYYY-MM-DD`, or empty. */
export const BirthDate = z
  .union([z.literal(''), existingDay], noBirthDate)
  .refine((date) => date < new Date().toISOString().slice(0, 10), 'Ngày sinh phải là một ngày đã qua');

/** The signed-in user. Empty profile fields are empty strings. */
export const Me = z
  .object({
    id: Id,
    username: z.string(),
    email: z.string(),
    isAdmin: z.boolean(),
    first_name: z.string(),
    last_name: z.string(),
    phone: z.string(),
    gender: Gender,
    birth_date: z.string(),
    address: optionalText(255),
    avatar: z.string().nullable(),
  })
  .meta({ id: 'Me' });
export type Me = z.infer<typeof Me>;

/** A user's changes to their own account. An omitted field stays; an empty text clears its field. */
export const ProfileUpdate = z
  .object({
    first_name: optionalText(255),
    last_name: optionalText(255),
    phone: Phone,
    gender: z.enum(['male', 'female', 'other', ''], 'Giới tính không hợp lệ'),
    birth_date: BirthDate,
    address: optionalText(255),
    username: Username,
    email: Email,
    password: PasswordOrBlank,
    /** Required to change the password or the e-mail address. */
    current_password: CurrentPassword,
  })
  .partial()
  .meta({ id: 'ProfileUpdate' });
export type ProfileUpdate = z.infer<typeof ProfileUpdate>;

/** The new password may also be sent as `new_password`. */
export const PasswordChange = z
  .preprocess(
    (body) => (isRecord(body) ? { ...body, password: body.password ?? body.new_password } : body),
    z.object({ current_password: CurrentPassword.min(1, 'Vui lòng nhập mật khẩu hiện tại'), password: Password }),
  )
  .meta({ id: 'PasswordChange' });
export type PasswordChange = z.infer<typeof PasswordChange>;

export const Avatar = z.object({ avatar: z.string().nullable() }).meta({ id: 'Avatar' });
export type Avatar = z.infer<typeof Avatar>;

/** Why an account cannot be deleted, in `reasons` of the 409 response: one entry per order and per open deposit. */
export const DeletionBlocker = z.object({
  kind: z.enum([
    'balance',
    'debt',
    'open_payment',
    'open_chargeback',
    'unpaid_delivery',
    'unpaid_parcel',
    'undelivered',
    'refund_pending',
  ]),
  /** The balance, debt, open payment, disputed charge or what is to be collected, in đồng. */
  amount: z.int().nullable(),
  /** Null for reasons that concern the wallet or a deposit. */
  order: Id.nullable(),
});
export type DeletionBlocker = z.infer<typeof DeletionBlocker>;

export const CloseAccount = z
  .object({ current_password: CurrentPassword.min(1, 'Vui lòng nhập mật khẩu hiện tại') })
  .meta({ id: 'CloseAccount' });
export type CloseAccount = z.infer<typeof CloseAccount>;
