import { z } from 'zod';
import { Id, optionalText } from './common.js';
import { MAX_PASSWORD, MIN_PASSWORD } from './rules.js';

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
  })
  .meta({ id: 'Credentials' });
export type Credentials = z.infer<typeof Credentials>;

export const Tokens = z.object({ access: z.string(), refresh: z.string() }).meta({ id: 'Tokens' });
export type Tokens = z.infer<typeof Tokens>;

export const SignedIn = Tokens.extend({ isAdmin: z.boolean() }).meta({ id: 'SignedIn' });
export type SignedIn = z.infer<typeof SignedIn>;

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
