let hasClosed = false;

/** Notes that the account was closed, just before its session ends. */
export function noteClosed() {
  hasClosed = true;
}

/** @returns true once after the account was closed: the session ended with it, which needs no further news */
export function takeClosed(): boolean {
  const taken = hasClosed;
  hasClosed = false;
  return taken;
}
