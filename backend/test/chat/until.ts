import { setTimeout as pause } from 'node:timers/promises';

/** Asks until the answer is yes. @throws Error naming what did not come to pass */
export async function until(
  what: string | (() => string),
  isSo: () => boolean | Promise<boolean>,
  limitMs: number,
): Promise<void> {
  for (const end = Date.now() + limitMs; Date.now() < end; await pause(10)) {
    if (await isSo()) return;
  }
  if (!(await isSo())) throw new Error(`Not within ${limitMs / 1_000} s: ${typeof what === 'string' ? what : what()}`);
}
