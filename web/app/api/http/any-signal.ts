/** A signal that aborts as soon as one of these does. `AbortSignal.any` is newer than some browsers that the shop supports. */
export function anySignal(...signals: readonly AbortSignal[]): AbortSignal {
  const either = new AbortController();
  const { signal } = either;
  for (const each of signals) {
    if (each.aborted) either.abort(each.reason);
    else each.addEventListener('abort', () => either.abort(each.reason), { signal });
  }
  return signal;
}
