import { appendFileSync } from 'node:fs';

/** Notes a time in seconds that `npm run test:operations` prints at its end. No test depends on it. */
export function noteTime(what: string, ms: number): void {
  const file = process.env.RECOVERY_TIMES;
  if (file) appendFileSync(file, `${JSON.stringify({ what, seconds: ms / 1_000 })}\n`);
}

/** Notes how long it takes until `isBack` resolves. */
export async function noteRecovery(what: string, isBack: () => Promise<unknown>): Promise<void> {
  const begin = performance.now();
  await isBack();
  noteTime(what, performance.now() - begin);
}
