import { replace } from '@remix-run/react';
import { currentUser, sessionReady, signOut, type UserInfo } from '~/features/session/session';
import { localPath, loginPath } from './local-path';

/*
 * Who may see a page, asked by its `clientLoader`. A layout's and its page's client loaders run side by side, so each
 * that calls the API asks for itself: `const user = await requireUser(request)`. These spare a visitor a page that
 * would not work; what protects data is the server.
 */

/** Anyone signed in; others go to the sign-in page and come back after it. */
export async function requireUser(request: Request): Promise<UserInfo> {
  await sessionReady();
  const user = currentUser();
  if (user) return user;
  throw toSignIn(request);
}

/** For a call that the server refused because the session is over: forgets it, and gives the way to the sign-in page. */
export function endSession(request: Request) {
  signOut();
  return toSignIn(request);
}

function toSignIn(request: Request) {
  const { pathname, search } = new URL(request.url);
  return replace(loginPath(pathname + search));
}

/** Anyone signed in, on a page that others have no use for: they go home. */
export async function requireOwner(): Promise<UserInfo> {
  await sessionReady();
  const user = currentUser();
  if (user) return user;
  throw replace('/');
}

/** A signed-in shopper; an admin goes to the back office instead. */
export async function requireShopper(request: Request): Promise<UserInfo> {
  const user = await requireUser(request);
  if (user.isAdmin) throw replace('/admin');
  return user;
}

/** An admin; a shopper goes home, others sign in first. */
export async function requireAdmin(request: Request): Promise<UserInfo> {
  const user = await requireUser(request);
  if (!user.isAdmin) throw replace('/');
  return user;
}

/** Nobody yet (sign-in and registration): who is signed in goes where `?redirect=` says, an admin to the back office. */
export async function requireGuest(request: Request): Promise<null> {
  await sessionReady();
  const user = currentUser();
  if (!user) return null;
  throw replace(afterSignIn(user, request.url));
}

/** Where a sign-in leads: an admin to the back office, others where the page's `?redirect=` says. */
export function afterSignIn(user: UserInfo, pageUrl: string): string {
  return user.isAdmin ? '/admin' : localPath(new URL(pageUrl).searchParams.get('redirect'));
}
