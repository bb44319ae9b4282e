import { failedWith, failureOf, sentenceOf, type Failure } from '~/api/client';
import { replace } from '@remix-run/react';
import { endSession } from '~/routing/guards';
import { toast } from '~/ui/toast';

/** How long a toast of the back office stays. */
const TOAST_MS = 3_000;

export const adminToast = (text: string, tone: 'success' | 'danger' = 'success') =>
  toast(text, { tone, stayMs: TOAST_MS });

/** What a page of the back office loaded, or the sentence that says why it could not. */
export type Loaded<T> = { data: T; error: null } | { data: null; error: string };

/**
 * Loads what a page shows. A session that is over leads to the sign-in page, and a second factor that the shop requires
 * and the administrator lacks to its set-up.
 * @param otherwise what to say where the server said nothing
 */
export async function load<T>(
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
    return { data: null, error: sentenceOf(error, otherwise) };
  }
}

/** What became of something that was asked for: a form closes on `isDone` and shows a failure beside its fields. */
export type Outcome<T = unknown> = { isDone: true; data: T } | { isDone: false; failure: Failure; status: number };

/**
 * Does what a form or button asked for, and says how it went in a toast. One that names fields says nothing more: the
 * form shows it.
 * @param words what to say when it is `done`, and `otherwise` where the server said nothing of a failure
 */
export async function act<T>(
  request: Request,
  work: () => Promise<T>,
  { done, otherwise }: { done: string | ((data: T) => string); otherwise: string },
): Promise<Outcome<T>> {
  try {
    const data = await work();
    adminToast(typeof done === 'string' ? done : done(data));
    return { isDone: true, data };
  } catch (error) {
    if (failedWith(error, 401)) throw endSession(request);
    const failure = failureOf(error, otherwise);
    if (Object.keys(failure.fields).length === 0) adminToast(failure.detail, 'danger');
    return { isDone: false, failure, status: (error as { status?: number }).status ?? 0 };
  }
}
