import { Link } from '@remix-run/react';
import { useEffect, useSyncExternalStore } from 'react';
import { signOut, useUser } from '~/api/account/session';
import { failedWith } from '~/api/http/client';
import { Button, buttonStyle } from '~/components/form/button';
import { Modal } from '~/components/overlay/modal';

/** What waits for the next sign-in. */
let waiting: readonly ((isSignedIn: boolean) => void)[] = [];
const listeners = new Set<() => void>();

function setWaiting(next: typeof waiting) {
  waiting = next;
  for (const listener of listeners) listener();
}

function answerAll(isSignedIn: boolean) {
  const answered = waiting;
  setWaiting([]);
  for (const answer of answered) answer(isSignedIn);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Runs `work`. When its session has ended, the page stays as it is until its user has signed in again in another tab; then
 * `work` runs anew.
 * @throws what `work` throws; ApiError 401 when the user does not want to sign in, or on a page without `SignInAgain`
 */
export async function untilSignedIn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!failedWith(error, 401) || listeners.size === 0) throw error;
    // Tokens that the server refuses must not count as the new sign-in.
    signOut();
    const isSignedIn = await new Promise<boolean>((resolve) => setWaiting([...waiting, resolve]));
    if (!isSignedIn) throw error;
    return untilSignedIn(work);
  }
}

/**
 * The dialog of a session that ended while something was saved. Mounted once, on pages that show nothing to another user who
 * signs in.
 */
export function SignInAgain() {
  const isAsking = useSyncExternalStore(
    subscribe,
    () => waiting.length > 0,
    () => false,
  );
  const isSignedIn = useUser() !== null;
  useEffect(() => {
    if (isAsking && isSignedIn) answerAll(true);
  }, [isAsking, isSignedIn]);
  // What still waits when the page goes away is never sent.
  useEffect(() => () => setWaiting([]), []);
  if (!isAsking || isSignedIn) return null;
  return (
    <Modal
      title="Phiên đăng nhập đã hết"
      isBusy
      onClose={() => answerAll(false)}
      footer={
        <>
          <Button variant="quiet" onClick={() => answerAll(false)}>
            Không lưu nữa
          </Button>
          <Link to="/login" target="_blank" className={buttonStyle()}>
            Đăng nhập ở tab mới
          </Link>
        </>
      }
    >
      Chưa lưu được, và những gì bạn đã nhập vẫn còn ở đây. Đăng nhập lại ở tab mới, trang này sẽ lưu tiếp.
    </Modal>
  );
}
