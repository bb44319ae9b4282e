import { failedWith, failureOf, sentenceOf, type Failure } from '~/api/http/client';
import { isDefinite } from '~/api/account/signed-once';
import { replace, type ClientLoaderFunctionArgs } from '@remix-run/react';
import type { UserInfo } from '~/api/account/session';
import { endSession, requireAdmin } from '~/routing/guards';
import { keepsPage } from '~/routing/loading/keep-page';
import { toast } from '~/components/feedback/toast';
import { textOf } from '~/components/form/form-text';
import { isDialogOpen } from '~/lib/open-dialogs';
import { untilSignedIn } from './sign-in-again';

/** How long a toast stays in the admin pages. */
const TOAST_MS = 3_000;

export const adminToast = (text: string, tone: 'success' | 'danger' = 'success') =>
  toast(text, { tone, stayMs: TOAST_MS });

/**
 * The `clientLoader` of an admin page: only an administrator gets past it, and it runs on a visit's first page too.
 * @param load with the arguments of the loader and the administrator
 */
export function adminLoader<T>(load: (args: ClientLoaderFunctionArgs, admin: UserInfo) => Promise<T>) {
  const loader = async (args: ClientLoaderFunctionArgs) => load(args, await requireAdmin(args.request));
  return Object.assign(loader, { hydrate: true as const });
}

/** The data of an admin page, or the message of the failure to load it. */
export type Loaded<T> = { data: T; error: null } | { data: null; error: string };

/**
 * Loads the data of an admin page. Redirects to sign-in when the session has ended, and to the profile when the shop
 * requires a second factor that the administrator has not set up. Throws a failure that leaves the present page standing.
 * @param otherwise the message if the server sent none
 */
export async function loadPage<T>(
  request: Request,
  work: (signal: AbortSignal) => Promise<T>,
  otherwise: string,
): Promise<Loaded<T>> {
  try {
    return { data: await work(request.signal), error: null };
  } catch (error) {
    if (request.signal.aborted) throw error;
    if (failedWith(error, 401)) throw endSession(request);
    if (failedWith(error, 403) && error.body.reason === 'two_factor_required') throw replace('/admin/profile');
    if (keepsPage(error)) throw error;
    return { data: null, error: sentenceOf(error, otherwise) };
  }
}

/**
 * The result of an action: a form closes on `isDone` and shows a failure beside its fields. An unanswered action may be done
 * all the same.
 */
export type ActionOutcome<T = unknown> =
  { isDone: true; data: T } | { isDone: false; failure: Failure; isUnanswered: boolean };

/**
 * Runs the action of a form or button and reports its result in a toast. A failure with field errors gets no toast, nor does one
 * while a dialog is open: the form shows it. Waits for the next sign-in when the session has ended.
 * @param messages the toast when it is `done`, and the message of a failure if the server sent none (`otherwise`)
 */
export async function runAction<T>(
  request: Request,
  work: () => Promise<T>,
  { done, otherwise }: { done: string | ((data: T) => string); otherwise: string },
): Promise<ActionOutcome<T>> {
  try {
    const data = await untilSignedIn(work);
    adminToast(typeof done === 'string' ? done : done(data));
    return { isDone: true, data };
  } catch (error) {
    if (failedWith(error, 401)) throw endSession(request);
    const failure = failureOf(error, otherwise);
    if (Object.keys(failure.fields).length === 0 && !isDialogOpen()) adminToast(failure.detail, 'danger');
    return { isDone: false, failure, isUnanswered: !isDefinite(error) };
  }
}

/** The record that a form began with, as `FormPanel` posts it; undefined for a form of none. */
export function recordIn<T>(form: FormData): T | undefined {
  const was = textOf(form, 'was');
  return was === '' ? undefined : (JSON.parse(was) as T);
}
