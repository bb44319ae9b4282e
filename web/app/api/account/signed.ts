import { TEXTS } from 'contract/rules';
import { currentTokens, currentUser, renew } from './session';
import { ApiError, api, failedWith, type ApiOptions } from '~/api/http/client';

/**
 * Calls the API as the signed-in user, see `asUser`.
 * @throws ApiError as `api` does; 401 when nobody is signed in (any more)
 */
export const signed = <T>(path: string, options: Omit<ApiOptions, 'token'> = {}) =>
  asUser((token) => api<T>(path, { ...options, token }));

/**
 * Makes a call with the current access token. If the token has expired, renews it and repeats the call once.
 * @throws ApiError what the call throws; 401 only when the session has ended, and status 0 when the renewal failed
 */
export async function asUser<T>(call: (token: string) => Promise<T>): Promise<T> {
  const tokens = currentTokens();
  const user = currentUser()?.id;
  if (tokens === null) throw new ApiError(401, TEXTS.loginAgain);
  try {
    return await call(tokens.access);
  } catch (error) {
    if (!failedWith(error, 401)) throw error;
    const fresh = await renew(tokens);
    // The same object means that the renewal failed. Pages sign out on a 401, and a network failure must not do that. Nor may
    // the call go on under another user, who has signed in in another tab.
    if (fresh === tokens || (fresh && user !== undefined && currentUser()?.id !== user))
      throw new ApiError(0, TEXTS.unavailable);
    if (fresh === null || fresh.access === tokens.access) throw error;
    return call(fresh.access);
  }
}
