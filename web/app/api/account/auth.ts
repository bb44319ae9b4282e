import type { Credentials, Registered, Registration, SignedIn, Tokens } from 'contract/accounts/auth';
import type { Me } from 'contract/accounts/profile';
import { api } from '~/api/http/client';

/** Signs in by username or e-mail; 401 for a wrong pair, 403 for a closed account. */
export const createTokens = (body: Credentials) => api<SignedIn>('/auth/jwt/create/', { method: 'POST', body });

/** Fetches the tokens of a finished sign-in by Google or Facebook, once. @throws ApiError 401 without one */
export const takeSocialTokens = () => api<SignedIn>('/auth/jwt/social/', { method: 'POST' });

/** Exchanges a refresh token for a new pair. @throws ApiError 401 when the login has ended */
export const refreshTokens = (refresh: string) =>
  api<Tokens>('/auth/jwt/refresh/', { method: 'POST', body: { refresh } });

/** Ends the login of a refresh token. */
export const revokeTokens = (refresh: string) => api<void>('/auth/jwt/logout/', { method: 'POST', body: { refresh } });

/** Creates an account. @throws ApiError 400 with messages by field */
export const createAccount = (body: Registration) => api<Registered>('/auth/users/', { method: 'POST', body });

/** Gets the user of an access token. */
export const getMe = (token: string) => api<Me>('/auth/users/me/', { token });

/** Lists the configured social sign-ins. */
export const listProviders = (signal?: AbortSignal) =>
  api<{ google: boolean; facebook: boolean }>('/auth/providers/', { signal });

/** Requests a mail with a password-reset link. The response does not reveal whether the account exists. */
export const requestPasswordReset = (email: string) =>
  api<void>('/auth/users/reset_password/', { method: 'POST', body: { email } });

/** Sets a new password with the link of that mail. @throws ApiError 400 when it is used, expired or invalid */
export const confirmPasswordReset = (body: { uid: string; token: string; new_password: string }) =>
  api<void>('/auth/users/reset_password_confirm/', { method: 'POST', body });
