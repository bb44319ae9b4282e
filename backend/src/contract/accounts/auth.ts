import { z } from 'zod';
import { Id, Timestamp } from '../common.js';
import { MAX_PASSWORD, MIN_PASSWORD } from '../rules.js';

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

export const CurrentPassword = z.string('Vui lòng nhập mật khẩu hiện tại').max(1_000, 'Mật khẩu hiện tại không đúng');
/** An empty password, as a form sends it when nothing was typed, changes nothing. */
export const PasswordOrBlank = z
  .union([z.literal(''), Password])
  .transform((typed) => typed || undefined)
  .optional();

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
export const SocialOutcome = z.enum([
  'done',
  'cancelled',
  'email-taken',
  'no-email',
  'locked',
  'administrator',
  'two-factor',
  'failed',
]);
export type SocialOutcome = z.infer<typeof SocialOutcome>;
