import { replace } from '@remix-run/react';
import { currentUser, sessionReady, signOut, type UserInfo } from '~/api/account/session';
import { toast } from '~/components/feedback/toast';
import { TEXTS } from 'contract/rules';
import { localPath, loginPath } from './local-path';

/*
 * Access checks for a page's `clientLoader`. The client loaders of a layout and its page run in parallel, so each that
 * calls the API checks for itself: `const user = await requireUser(request)`, in the back office by `adminLoader`. The checks
 * only spare a visitor a page that would not work; the server protects the data.
 */

/** Requires a signed-in user; a guest signs in first and returns. @throws a redirect */
export async function requireUser(request: Request): Promise<UserInfo> {
  const before = currentUser();
  await sessionReady();
  const user = currentUser();
  if (user) return user;
  // The session of an earlier visit has ended.
  if (before) announceSessionEnd();
  throw toSignIn(request);
}

/** Ends a session that the server rejected. @returns a redirect to the sign-in page */
export function endSession(request: Request) {
  signOut();
  announceSessionEnd();
  return toSignIn(request);
}

let withdraw = () => {};

/** Says why a page redirects to another: once, although its layout and its loaders all find out. */
export function announceSessionEnd() {
  withdraw();
  withdraw = toast(TEXTS.loginAgain, { tone: 'danger' });
}

function toSignIn(request: Request) {
  const { pathname, search } = new URL(request.url);
  return replace(loginPath(pathname + search));
}

/** Requires a signed-in user on a page that is useless to guests, who go to the home page. @throws a redirect */
export async function requireOwner(): Promise<UserInfo> {
  await sessionReady();
  const user = currentUser();
  if (user) return user;
  throw replace('/');
}

/** Requires a shopper; an administrator goes to the back office. @throws a redirect */
export async function requireShopper(request: Request): Promise<UserInfo> {
  const user = await requireUser(request);
  if (user.isAdmin) throw replace('/admin');
  return user;
}

/** Requires an administrator; a shopper goes to the home page, a guest signs in first. @throws a redirect */
export async function requireAdmin(request: Request): Promise<UserInfo> {
  const user = await requireUser(request);
  if (!user.isAdmin) throw replace('/');
  return user;
}

/** Requires a guest (sign-in, registration); a signed-in user goes on to `afterSignIn`. @throws a redirect */
export async function requireGuest(request: Request): Promise<null> {
  await sessionReady();
  const user = currentUser();
  if (!user) return null;
  throw replace(afterSignIn(user, request.url));
}

/** The path after a sign-in: the back office for an administrator, else the page's `?redirect=`. */
export function afterSignIn(user: UserInfo, pageUrl: string): string {
  return user.isAdmin ? '/admin' : localPath(new URL(pageUrl).searchParams.get('redirect'));
}
