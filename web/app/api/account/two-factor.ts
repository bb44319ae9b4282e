import type {
  RecoveryCodes,
  TwoFactor,
  TwoFactorConfirm,
  TwoFactorOff,
  TwoFactorPolicy,
  TwoFactorPolicyUpdate,
  TwoFactorSecret,
} from 'contract/two-factor';
import { signed } from '~/api/http/signed';

/** Whether the user has a second factor, and must have one. */
export const getTwoFactor = (signal?: AbortSignal) => signed<TwoFactor>('/auth/two-factor/', { signal });

/** A secret for an authenticator app, which counts once `confirmTwoFactor` has shown a code of it. */
export const beginTwoFactor = () => signed<TwoFactorSecret>('/auth/two-factor/setup/', { method: 'POST' });

/** Switches it on. @throws ApiError 400 naming `otp` or `current_password` */
export const confirmTwoFactor = (body: TwoFactorConfirm) =>
  signed<RecoveryCodes>('/auth/two-factor/confirm/', { method: 'POST', body });

/** Other recovery codes in the place of the old ones. @throws ApiError as above */
export const renewRecoveryCodes = (body: TwoFactorOff) =>
  signed<RecoveryCodes>('/auth/two-factor/recovery-codes/', { method: 'POST', body });

/** Switches it off. @throws ApiError as above */
export const switchOffTwoFactor = (body: TwoFactorOff) =>
  signed<void>('/auth/two-factor/off/', { method: 'POST', body });

/** Makes it a duty of every administrator, or no more. @throws ApiError 409 for who has none */
export const setTwoFactorPolicy = (body: TwoFactorPolicyUpdate) =>
  signed<TwoFactorPolicy>('/auth/two-factor/policy/', { method: 'PUT', body });
