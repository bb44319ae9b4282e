import { setTimeout as after } from 'node:timers/promises';

/** Waits for a result. @throws Error when it is not there in time; the work goes on */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = after(ms, undefined, { ref: false }).then(() => Promise.reject(new Error(`No answer within ${ms} ms`)));
  return Promise.race([work, late]);
}
