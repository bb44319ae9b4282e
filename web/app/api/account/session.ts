import type { Credentials, SignedIn, Tokens } from 'contract/accounts/auth';
import type { Me } from 'contract/accounts/profile';
import { TOKEN_REFRESH_MS } from 'contract/rules';
import { createTokens, getMe, refreshTokens, revokeTokens, takeSocialTokens } from '~/api/account/auth';
import { failedWith, isRefusal } from '~/api/http/client';
import { clearOfflinePages } from '~/lib/storage/offline-pages';
import { forgetSearches } from '~/lib/storage/recent-searches';
import { viewedProducts } from '~/lib/storage/viewed-products';
import { isRecord, stored } from '~/lib/storage/stored';
import { typedBody } from '~/lib/storage/typed-body';

/** The signed-in user, as stored in this browser. */
export interface UserInfo extends Me {
  /** True once the profile was requested, with or without success. */
  profileFetched?: boolean;
}

const authTokens = stored<Tokens | null>('authTokens', (value) =>
  isRecord(value) && typeof value.access === 'string' && typeof value.refresh === 'string'
    ? { access: value.access, refresh: value.refresh }
    : null,
);

const userInfo = stored<UserInfo | null>('userInfo', (value) => {
  if (!isRecord(value) || typeof value.id !== 'number' || typeof value.username !== 'string') return null;
  const text = (field: string) => (typeof value[field] === 'string' ? value[field] : '');
  return {
    id: value.id,
    username: value.username,
    email: text('email'),
    isAdmin: value.isAdmin === true,
    first_name: text('first_name'),
    last_name: text('last_name'),
    phone: text('phone'),
    gender: (['male', 'female', 'other'] as const).find((gender) => gender === value.gender) ?? '',
    birth_date: text('birth_date'),
    address: text('address'),
    avatar: text('avatar') || null,
    profileFetched: value.profileFetched === true,
  };
});

/** The current tokens, or null when nobody is signed in. */
export const currentTokens = () => authTokens.get();

/** The current user, or null when nobody is signed in. A stored user without tokens counts as signed out. */
export const currentUser = () => (authTokens.get() === null ? null : userInfo.get());

/** The user as a React hook; null on the server, during hydration and when signed out. */
export function useUser(): UserInfo | null {
  const tokens = authTokens.use();
  const user = userInfo.use();
  return tokens === null ? null : user;
}

/**
 * Signs in and stores tokens and user.
 * @throws ApiError 401 for wrong credentials, 403 for a closed account; nothing is stored then
 */
export async function signIn(credentials: Credentials): Promise<UserInfo> {
  return storeSignIn(await createTokens(credentials));
}

/**
 * Completes a Google or Facebook sign-in after the redirect back to the shop.
 * @throws ApiError 401 when no such sign-in is pending, or it has expired
 */
export async function endSocialSignIn(): Promise<UserInfo> {
  return storeSignIn(await takeSocialTokens());
}

async function storeSignIn({ access, refresh, isAdmin }: SignedIn): Promise<UserInfo> {
  const me: Omit<Me, 'isAdmin'> & { isAdmin?: boolean } = await getMe(access);
  const user: UserInfo = { ...me, isAdmin: me.isAdmin ?? isAdmin, profileFetched: true };
  userInfo.set(user);
  authTokens.set({ access, refresh });
  startRenewing();
  return user;
}

/** Stores a newer profile of the signed-in user. Does nothing after a sign-out, or once another user has signed in. */
export function rememberUser(me: Me) {
  const id = userInfo.get()?.id ?? me.id;
  if (authTokens.get() !== null && id === me.id) userInfo.set({ ...me, profileFetched: true });
}

/** Deletes tokens and user immediately, and revokes the tokens in the background. */
export function signOut() {
  const tokens = authTokens.get();
  clearSession();
  if (tokens) revokeTokens(tokens.refresh).catch((error: unknown) => console.warn('The login was not revoked', error));
}

function clearSession() {
  // What was searched for and viewed, and the size of one's body, go with the account; a visitor's stay.
  if (authTokens.get() !== null) {
    forgetSearches();
    viewedProducts.clear();
    typedBody.clear();
  }
  authTokens.set(null);
  userInfo.set(null);
  clearOfflinePages().catch((error: unknown) => console.warn('The kept pages were not deleted', error));
}

let checked: Promise<void> | undefined;

/**
 * Resolves once the tokens of an earlier visit are checked: they are renewed once, then every hour while there are any.
 * Never rejects. The first call starts the check; for the browser only.
 */
export function sessionReady(): Promise<void> {
  checked ??= checkStoredTokens();
  return checked;
}

async function checkStoredTokens() {
  // The timer runs without tokens too: another tab may sign in and close before this one.
  startRenewing();
  const tokens = authTokens.get();
  if (tokens === null) return;
  await renew(tokens);
  await completeProfile();
}

/** Requests the profile once when the stored user has neither a name nor a phone. */
async function completeProfile() {
  const tokens = authTokens.get();
  const user = userInfo.get();
  if (tokens === null) return;
  if (user && (user.profileFetched || user.first_name || user.last_name || user.phone)) return;
  try {
    rememberUser(await getMe(tokens.access));
  } catch (error) {
    console.warn('The profile was not fetched', error);
    if (user !== null) rememberUser(user);
    // A refusal means that the tokens belong to no user. An unreachable server proves nothing about them.
    else if (isRefusal(error)) signOut();
  }
}

let timer: ReturnType<typeof setInterval> | undefined;
/** When this tab last received new tokens. The age of stored tokens from an earlier visit is unknown. */
let renewedAt = 0;

function startRenewing() {
  if (timer !== undefined) return;
  authTokens.subscribe(() => (renewedAt = Date.now()));
  timer = setInterval(() => {
    const tokens = authTokens.get();
    if (tokens) void renew(tokens);
  }, TOKEN_REFRESH_MS);
  // A timer stops while the computer sleeps, and may fire while there is no network.
  for (const event of ['focus', 'online']) window.addEventListener(event, renewIfDue);
  document.addEventListener('visibilitychange', renewIfDue);
}

/** Renews the tokens when the timer missed its turn. Not while the page is left: nobody might store the new ones. */
async function renewIfDue() {
  if (document.visibilityState === 'hidden') return;
  const tokens = authTokens.get();
  if (tokens && Date.now() - renewedAt >= TOKEN_REFRESH_MS) await renew(tokens);
  await completeProfile();
}

let renewal: Promise<Tokens | null> | undefined;

/**
 * Renews tokens that have expired or soon will. Concurrent calls, in all tabs, share one request. A 401 signs out; every
 * other failure is only logged.
 * @param stale the tokens to replace; if they were replaced meanwhile, the newer ones are returned
 * @returns the tokens to use from now on, or null when there are none
 */
export function renew(stale: Tokens): Promise<Tokens | null> {
  renewal ??= oneTabAtATime(() => replaceTokens(stale)).finally(() => (renewal = undefined));
  return renewal;
}

async function replaceTokens(stale: Tokens): Promise<Tokens | null> {
  const tokens = authTokens.get();
  if (tokens === null || tokens.refresh !== stale.refresh) return tokens;
  try {
    const fresh = await refreshWithRetry(tokens.refresh);
    // The visitor may have signed out, or in as another user, while the request was pending: leave that as it is.
    if (authTokens.get()?.refresh === tokens.refresh) authTokens.set({ access: fresh.access, refresh: fresh.refresh });
  } catch (error) {
    if (!failedWith(error, 401)) console.warn('The tokens were not renewed', error);
    else if (authTokens.get()?.refresh === tokens.refresh) clearSession();
  }
  return authTokens.get();
}

/** Repeats a refresh without an answer immediately: the server accepts a used token for 30 seconds, and ends the login later. */
const refreshWithRetry = (refresh: string) =>
  refreshTokens(refresh).catch((error: unknown) => {
    if (failedWith(error, 0) && navigator.onLine) return refreshTokens(refresh);
    throw error;
  });

/** Locks the other tabs out with the Web Locks API. Without it (plain http) the server's grace period covers the race. */
async function oneTabAtATime<T>(task: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? await navigator.locks.request('authTokens', task) : task();
}
