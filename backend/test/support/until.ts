import { setTimeout as pause } from 'node:timers/promises';

/**
 * Polls until the condition holds.
 *
 * @returns its truthy result
 * @throws Error naming the condition that was not met
 */
export async function until<T>(
  what: string | (() => string),
  ask: () => T | Promise<T>,
  limitMs = 20_000,
): Promise<Exclude<T, false | undefined>> {
  const end = Date.now() + limitMs;
  for (;;) {
    const isLast = Date.now() >= end;
    const answer = await ask();
    if (answer) return answer as Exclude<T, false | undefined>;
    if (isLast) throw new Error(`Not within ${limitMs / 1_000} s: ${typeof what === 'string' ? what : what()}`);
    await pause(10);
  }
}
