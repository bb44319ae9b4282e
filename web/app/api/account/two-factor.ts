import type {
  RecoveryCodes,
  TwoFactor,
  TwoFactorConfirm,
  TwoFactorOff,
  TwoFactorPolicy,
  TwoFactorPolicyUpdate,
  TwoFactorSecret,
} from 'contract/accounts/two-factor';
import { signed } from './signed';

/** Gets whether the user has a second factor, and whether the shop requires one. */
export const getTwoFactor = (signal?: AbortSignal) => signed<TwoFactor>('/auth/two-factor/', { signal });

/** Creates a secret for an authenticator app. It takes effect after `confirmTwoFactor`. */
export const beginTwoFactor = () => signed<TwoFactorSecret>('/auth/two-factor/setup/', { method: 'POST' });

/** Switches the second factor on. @throws ApiError 400 for `otp` or `current_password` */
export const confirmTwoFactor = (body: TwoFactorConfirm) =>
  signed<RecoveryCodes>('/auth/two-factor/confirm/', { method: 'POST', body });

/** Replaces the recovery codes. @throws ApiError 400 for `otp`, `recovery_code` or `current_password` */
export const renewRecoveryCodes = (body: TwoFactorOff) =>
  signed<RecoveryCodes>('/auth/two-factor/recovery-codes/', { method: 'POST', body });

/** Switches the second factor off. @throws ApiError 400 as `renewRecoveryCodes` */
export const switchOffTwoFactor = (body: TwoFactorOff) =>
  signed<void>('/auth/two-factor/off/', { method: 'POST', body });

/** Sets whether administrators need a second factor. @throws ApiError 409 when the caller has none */
export const setTwoFactorPolicy = (body: TwoFactorPolicyUpdate) =>
  signed<TwoFactorPolicy>('/auth/two-factor/policy/', { method: 'PUT', body });
