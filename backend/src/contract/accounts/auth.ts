import { z } from 'zod';
import { DayQuery, Id, PageQuery, Search, Timestamp, oneOf, optionalText } from '../common.js';
import { MAX_PASSWORD, MIN_PASSWORD } from '../rules.js';

const isRecord = (body: unknown): body is Record<string, unknown> => typeof body === 'object' && body !== null;

/** 3-150 letters of any alphabet, digits and @.+-_ */
export const Username = z
  .string('Vui lòng nhập tên đăng nhập')
  .trim()
  .normalize('NFC')
  .min(3, 'Tên đăng nhập phải có ít nhất 3 ký tự')
  .max(150, 'Tên đăng nhập tối đa 150 ký tự')
  .regex(/^[\p{L}\p{M}\p{N}@.+\-_]+$/u, 'Tên đăng nhập chỉ gồm chữ, số và @.+-_');

export const Email = z
  .string('Vui lòng nhập email')
  .trim()
  .max(254, 'Email tối đa 254 ký tự')
  .pipe(z.email('Email không hợp lệ'));

export const Password = z
  .string('Vui lòng nhập mật khẩu')
  .min(MIN_PASSWORD, `Mật khẩu phải có ít nhất ${MIN_PASSWORD} ký tự`)
  .max(MAX_PASSWORD, `Mật khẩu tối đa ${MAX_PASSWORD} ký tự`);

export const Credentials = z
  .object({
    username: z.string('Vui lòng nhập tên đăng nhập').trim().min(1, 'Vui lòng nhập tên đăng nhập').max(254),
    password: z.string('Vui lòng nhập mật khẩu').min(1, 'Vui lòng nhập mật khẩu').max(1_000),
    /** Required when the account has a second factor (a 401 names `otp`): a code of the authenticator app, or a recovery code. */
    otp: z
      .string()
      .max(20)
      .transform((typed) => typed.replace(/\s/g, ''))
      .optional(),
    recovery_code: z.string().max(40).optional(),
  })
  .meta({ id: 'Credentials' });
export type Credentials = z.infer<typeof Credentials>;

export const Tokens = z.object({ access: z.string(), refresh: z.string() }).meta({ id: 'Tokens' });
export type Tokens = z.infer<typeof Tokens>;

export const SignedIn = Tokens.extend({ isAdmin: z.boolean() }).meta({ id: 'SignedIn' });
export type SignedIn = z.infer<typeof SignedIn>;

/** A device on which the caller is signed in. */
export const Session = z
  .object({
    id: z.uuid(),
    /** Browser and system, `Chrome trên Windows`. */
    device: z.string(),
    /** The IP address without its last part, `203.0.113.*`; empty for sessions that began before networks were stored. */
    network: z.string(),
    created_at: Timestamp,
    /** Rounded to the hour. */
    last_used_at: Timestamp,
    /** True for the session that sent this request. */
    is_current: z.boolean(),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof Session>;

export const RefreshRequest = z
  .object({ refresh: z.string('Thiếu refresh token').min(1, 'Thiếu refresh token').max(4_000) })
  .meta({ id: 'RefreshRequest' });
export type RefreshRequest = z.infer<typeof RefreshRequest>;

export const Registration = z
  .object({ username: Username, email: Email, password: Password, re_password: z.string().optional() })
  .refine((body) => body.re_password === undefined || body.re_password === body.password, {
    path: ['re_password'],
    message: 'Mật khẩu xác nhận không khớp',
  })
  .meta({ id: 'Registration' });
export type Registration = z.infer<typeof Registration>;

export const Registered = z.object({ id: Id, username: z.string(), email: z.string() }).meta({ id: 'Registered' });
export type Registered = z.infer<typeof Registered>;

export const Gender = z.enum(['male', 'female', 'other', '']);

/** 9-15 digits with an optional +, or empty. */
export const Phone = z
  .string()
  .trim()
  .regex(/^(\+?\d{9,15})?$/, 'Số điện thoại gồm 9 đến 15 chữ số, có thể bắt đầu bằng dấu +');

/** A past `YYYY-MM-DD`, or empty. */
export const BirthDate = z
  .union([z.literal(''), z.iso.date('Ngày sinh không hợp lệ')], 'Ngày sinh không hợp lệ')
  .refine((date) => date === '' || (date >= '1900-01-01' && date < new Date().toISOString().slice(0, 10)), {
    message: 'Ngày sinh phải là một ngày đã qua',
  });

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

const CurrentPassword = z.string('Vui lòng nhập mật khẩu hiện tại').max(1_000, 'Mật khẩu hiện tại không đúng');
/** An empty password, as a form sends it when nothing was typed, changes nothing. */
const PasswordOrBlank = z
  .union([z.literal(''), Password])
  .transform((typed) => typed || undefined)
  .optional();

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

/** `1`, `true`, `0` or `false`; empty for no filter. */
const Flag = z
  .enum(['', '0', '1', 'false', 'true'], 'Phải là true hoặc false')
  .transform((word) => (word === '' ? undefined : word === '1' || word === 'true'))
  .optional();

export const USER_SORTS = ['date-desc', 'date-asc', 'name-asc', 'name-desc'] as const;

/**
 * A search of users by part of a name, e-mail address or phone number, ignoring case and diacritics.
 * `from` and `to` limit the day of registration.
 */
export const UserQuery = PageQuery.extend({
  ...DayQuery.shape,
  search: Search,
  is_active: Flag,
  is_staff: Flag,
  sort: oneOf(USER_SORTS),
});
export type UserQuery = z.infer<typeof UserQuery>;

/** An account as administrators see it. */
export const AdminUser = z
  .object({
    id: Id,
    username: z.string(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    is_active: z.boolean(),
    is_staff: z.boolean(),
    date_joined: Timestamp,
  })
  .meta({ id: 'AdminUser' });
export type AdminUser = z.infer<typeof AdminUser>;

/** An administrator's changes to an account. A new e-mail or password requires the administrator's own `current_password`. */
export const AdminUserUpdate = z
  .object({
    username: Username,
    email: Email,
    password: PasswordOrBlank,
    current_password: CurrentPassword.optional(),
  })
  .meta({ id: 'AdminUserUpdate' });
export type AdminUserUpdate = z.infer<typeof AdminUserUpdate>;

/** A change of role requires the administrator's own `current_password`. */
export const AdminUserRights = z
  .object({
    is_active: z.boolean('Phải là true hoặc false').optional(),
    is_staff: z.boolean('Phải là true hoặc false').optional(),
    current_password: CurrentPassword.optional(),
  })
  .meta({ id: 'AdminUserRights' });
export type AdminUserRights = z.infer<typeof AdminUserRights>;

/** Why an account cannot be closed, in `reasons` of the 409 response: one entry per order and per open deposit. */
export const ClosingReason = z.object({
  kind: z.enum(['balance', 'debt', 'open_payment', 'unpaid_delivery', 'undelivered', 'refund_pending']),
  /** The balance, debt or open payment in đồng. */
  amount: z.int().nullable(),
  /** Null for reasons that concern the wallet or a deposit. */
  order: Id.nullable(),
});
export type ClosingReason = z.infer<typeof ClosingReason>;

export const CloseAccount = z
  .object({ current_password: CurrentPassword.min(1, 'Vui lòng nhập mật khẩu hiện tại') })
  .meta({ id: 'CloseAccount' });
export type CloseAccount = z.infer<typeof CloseAccount>;

export const PasswordResetRequest = z.object({ email: Email }).meta({ id: 'PasswordResetRequest' });
export type PasswordResetRequest = z.infer<typeof PasswordResetRequest>;

/** `uid` and `token` as in the mailed link `/reset-password?uid=…&token=…`. */
export const PasswordReset = z
  .object({
    uid: z.union([z.string().max(100), z.int()], 'Liên kết không hợp lệ').transform(String),
    token: z.string('Liên kết không hợp lệ').min(1, 'Liên kết không hợp lệ').max(200, 'Liên kết không hợp lệ'),
    new_password: Password,
  })
  .meta({ id: 'PasswordReset' });
export type PasswordReset = z.infer<typeof PasswordReset>;

export const Providers = z.object({ google: z.boolean(), facebook: z.boolean() }).meta({ id: 'Providers' });
export type Providers = z.infer<typeof Providers>;

/**
 * The outcome of a login with Google or Facebook, in `?social=` of the page `/login`. After `done`, the page calls
 * POST /auth/jwt/social/ for the tokens. Only the browser that logged in gets them, once, within a minute.
 */
export const SocialOutcome = z.enum(['done', 'cancelled', 'email-taken', 'no-email', 'locked', 'two-factor', 'failed']);
export type SocialOutcome = z.infer<typeof SocialOutcome>;

export const Newsletter = z
  .object({ email: z.string('Vui lòng nhập email').trim().max(254).pipe(z.email('Email không hợp lệ')) })
  .meta({ id: 'Newsletter' });
export type Newsletter = z.infer<typeof Newsletter>;
