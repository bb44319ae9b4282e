import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for a result, for a limited time. @returns undefined when it is not there in time; the work goes on */
export async function waitAtMost<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const timer = new AbortController();
  const late = sleep(Math.max(0, ms), undefined, { signal: timer.signal }).catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}
