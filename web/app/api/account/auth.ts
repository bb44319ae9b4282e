import type { Credentials, Me, Registered, Registration, SignedIn, Tokens } from 'contract/auth';
import { api } from '~/api/http/client';

/** Signs in by username or e-mail; 401 for a wrong pair, 403 for a closed account. */
export const createTokens = (body: Credentials) => api<SignedIn>('/auth/jwt/create/', { method: 'POST', body });

/** The tokens of whoever has just come back from Google or Facebook to this browser, once; 401 for anyone else. */
export const takeSocialTokens = () => api<SignedIn>('/auth/jwt/social/', { method: 'POST' });

/** A new pair for a refresh token; 401 when that login is over. */
export const refreshTokens = (refresh: string) =>
  api<Tokens>('/auth/jwt/refresh/', { method: 'POST', body: { refresh } });

/** Ends the login of this refresh token. */
export const revokeTokens = (refresh: string) => api<void>('/auth/jwt/logout/', { method: 'POST', body: { refresh } });

/** Makes an account; 400 with one list of sentences per wrong field. */
export const createAccount = (body: Registration) => api<Registered>('/auth/users/', { method: 'POST', body });

/** The user of an access token. */
export const getMe = (token: string) => api<Me>('/auth/users/me/', { token });

/** Which social sign-ins are set up. */
export const getProviders = (signal?: AbortSignal) =>
  api<{ google: boolean; facebook: boolean }>('/auth/providers/', { signal });

/** Asks for a mail with a link to a new password. The answer does not tell whether there is such an account. */
export const requestPasswordReset = (email: string) =>
  api<void>('/auth/users/reset_password/', { method: 'POST', body: { email } });

/** Sets a new password by the link of that mail; 400 when the link is used, too old or wrong. */
export const confirmPasswordReset = (body: { uid: string; token: string; new_password: string }) =>
  api<void>('/auth/users/reset_password_confirm/', { method: 'POST', body });
