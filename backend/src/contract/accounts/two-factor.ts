import { z } from 'zod';

const CurrentPassword = z
  .string('Vui lòng nhập mật khẩu hiện tại')
  .min(1, 'Vui lòng nhập mật khẩu hiện tại')
  .max(1_000, 'Mật khẩu hiện tại không đúng');

/** A six-digit code of an authenticator app; spaces are ignored. */
export const Otp = z
  .string('Vui lòng nhập mã xác thực')
  .max(20, 'Mã xác thực gồm 6 chữ số')
  .transform((typed) => typed.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Mã xác thực gồm 6 chữ số'));

/** A recovery code, in upper or lower case, with or without the hyphen. */
export const RecoveryCode = z.string('Vui lòng nhập mã khôi phục').trim().min(1, 'Vui lòng nhập mã khôi phục').max(40);

/** The caller's second factor. */
export const TwoFactor = z
  .object({
    is_on: z.boolean(),
    /** True when the shop requires administrators to have a second factor. */
    is_required: z.boolean(),
    recovery_codes_left: z.int().min(0),
  })
  .meta({ id: 'TwoFactor' });
export type TwoFactor = z.infer<typeof TwoFactor>;

/** The secret for an authenticator app, as text and as the address in its QR code. */
export const TwoFactorSecret = z
  .object({ secret: z.string(), otpauth_url: z.string() })
  .meta({ id: 'TwoFactorSecret' });
export type TwoFactorSecret = z.infer<typeof TwoFactorSecret>;

export const TwoFactorConfirm = z
  .object({ otp: Otp, current_password: CurrentPassword })
  .meta({ id: 'TwoFactorConfirm' });
export type TwoFactorConfirm = z.infer<typeof TwoFactorConfirm>;

/** Shown once. Each code works once in place of an authenticator code. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/** Either an authenticator code or a recovery code. */
export const TwoFactorOff = z
  .object({ otp: Otp.optional(), recovery_code: RecoveryCode.optional(), current_password: CurrentPassword })
  .meta({ id: 'TwoFactorOff' });
export type TwoFactorOff = z.infer<typeof TwoFactorOff>;

export const TwoFactorPolicy = z.object({ is_required: z.boolean() }).meta({ id: 'TwoFactorPolicy' });
export type TwoFactorPolicy = z.infer<typeof TwoFactorPolicy>;

export const TwoFactorPolicyUpdate = z
  .object({ is_required: z.boolean('Phải là true hoặc false'), current_password: CurrentPassword })
  .meta({ id: 'TwoFactorPolicyUpdate' });
export type TwoFactorPolicyUpdate = z.infer<typeof TwoFactorPolicyUpdate>;
