import type { Credentials, Me, SignedIn, Tokens } from 'contract/auth';
import { TOKEN_REFRESH_MS } from 'contract/rules';
import { createTokens, getMe, refreshTokens, revokeTokens, takeSocialTokens } from '~/api/auth';
import { failedWith, isRefusal } from '~/api/client';
import { isRecord, stored } from './stored';

/** The signed-in user as this browser remembers them. */
export interface UserInfo extends Me {
  /** Whether the server was asked for the profile, with or without success. */
  profileFetched?: boolean;
}

const authTokens = stored<Tokens | null>('authTokens', (found) =>
  isRecord(found) && typeof found.access === 'string' && typeof found.refresh === 'string'
    ? { access: found.access, refresh: found.refresh }
    : null,
);

const userInfo = stored<UserInfo | null>('userInfo', (found) => {
  if (!isRecord(found) || typeof found.id !== 'number' || typeof found.username !== 'string') return null;
  const text = (field: string) => (typeof found[field] === 'string' ? found[field] : '');
  return {
    id: found.id,
    username: found.username,
    email: text('email'),
    isAdmin: found.isAdmin === true,
    first_name: text('first_name'),
    last_name: text('last_name'),
    phone: text('phone'),
    gender: (['male', 'female', 'other'] as const).find((gender) => gender === found.gender) ?? '',
    birth_date: text('birth_date'),
    address: text('address'),
    avatar: text('avatar') || null,
    profileFetched: found.profileFetched === true,
  };
});

/** The tokens now, or null when nobody is signed in. */
export const currentTokens = () => authTokens.get();

/** The user now, or null when nobody is signed in. Without tokens there is no user, whatever was left behind. */
export const currentUser = () => (authTokens.get() === null ? null : userInfo.get());

/** The user as a React hook; null on the server, during hydration and when signed out. */
export function useUser(): UserInfo | null {
  const tokens = authTokens.use();
  const user = userInfo.use();
  return tokens === null ? null : user;
}

/**
 * Signs in and remembers tokens and user.
 * @throws ApiError 401 for a wrong pair, 403 for a closed account; then nothing was changed
 */
export async function signIn(credentials: Credentials): Promise<UserInfo> {
  return enter(await createTokens(credentials));
}

/**
 * Ends a sign-in by Google or Facebook that has led back to this browser.
 * @throws ApiError 401 when there is none, or not any more
 */
export async function endSocialSignIn(): Promise<UserInfo> {
  return enter(await takeSocialTokens());
}

async function enter({ access, refresh, isAdmin }: SignedIn): Promise<UserInfo> {
  const me: Omit<Me, 'isAdmin'> & { isAdmin?: boolean } = await getMe(access);
  const user: UserInfo = { ...me, isAdmin: me.isAdmin ?? isAdmin, profileFetched: true };
  userInfo.set(user);
  authTokens.set({ access, refresh });
  keepFresh();
  return user;
}

/** Keeps what the server says of the signed-in user; nothing once they signed out. */
export function rememberUser(me: Me) {
  if (authTokens.get() !== null) userInfo.set({ ...me, profileFetched: true });
}

/** Forgets tokens and user at once; the server is told, but not waited for. */
export function signOut() {
  const tokens = authTokens.get();
  forget();
  if (tokens) revokeTokens(tokens.refresh).catch((error: unknown) => console.warn('The login was not revoked', error));
}

function forget() {
  authTokens.set(null);
  userInfo.set(null);
}

let checked: Promise<void> | undefined;

/**
 * Resolves when the tokens of an earlier visit were checked: they are renewed once, then every hour while there are
 * any. Never rejects. The first call starts the check; in the browser only.
 */
export function sessionReady(): Promise<void> {
  checked ??= check();
  return checked;
}

async function check() {
  // Without tokens too: another tab may sign in, and be closed long before this one.
  keepFresh();
  const tokens = authTokens.get();
  if (tokens === null) return;
  await renew(tokens);
  await completeProfile();
}

/** Asks for the profile once when the remembered user has neither a name nor a phone. */
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
    // Tokens of a user whom the server does not know are worth nothing; an unreachable server says nothing about them.
    else if (isRefusal(error)) signOut();
  }
}

let timer: ReturnType<typeof setInterval> | undefined;
/** When this tab last saw new tokens; those of an earlier visit are of no known age. */
let renewedAt = 0;

function keepFresh() {
  if (timer !== undefined) return;
  authTokens.subscribe(() => (renewedAt = Date.now()));
  timer = setInterval(() => {
    const tokens = authTokens.get();
    if (tokens) void renew(tokens);
  }, TOKEN_REFRESH_MS);
  // A timer stands still while the computer sleeps, and its turn may come while there is no network.
  for (const event of ['focus', 'online']) window.addEventListener(event, catchUp);
  document.addEventListener('visibilitychange', catchUp);
}

/** Does what the timer could not do in time. */
async function catchUp() {
  const tokens = authTokens.get();
  if (tokens && Date.now() - renewedAt >= TOKEN_REFRESH_MS) await renew(tokens);
  await completeProfile();
}

let renewal: Promise<Tokens | null> | undefined;

/**
 * Renews tokens that the server no longer takes, or soon won't. However many calls ask at once, and in however many
 * tabs, one request is made. A 401 signs out; every other failure is only logged.
 * @param stale the tokens to replace; when somebody replaced them meanwhile, those are the answer
 * @returns the tokens to go on with, or null when there are none
 */
export function renew(stale: Tokens): Promise<Tokens | null> {
  renewal ??= oneTabAtATime(() => replace(stale)).finally(() => (renewal = undefined));
  return renewal;
}

async function replace(stale: Tokens): Promise<Tokens | null> {
  const tokens = authTokens.get();
  if (tokens === null || tokens.refresh !== stale.refresh) return tokens;
  try {
    const fresh = await refreshTokens(tokens.refresh);
    // Who signed out, or in as another, while the answer was under way stays so.
    if (authTokens.get()?.refresh === tokens.refresh) authTokens.set({ access: fresh.access, refresh: fresh.refresh });
  } catch (error) {
    if (!failedWith(error, 401)) console.warn('The tokens were not renewed', error);
    else if (authTokens.get()?.refresh === tokens.refresh) forget();
  }
  return authTokens.get();
}

/** The Web Locks API keeps the other tabs out; where it is missing (plain http) the server's grace period has to do. */
async function oneTabAtATime<T>(task: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? await navigator.locks.request('authTokens', task) : task();
}
