/** A queue that has not been empty for this long is no burst: callers come faster than they are served. */
const STANDING_AFTER_MS = 1_000;

/**
 * Tells a burst, which passes, from a standing queue, in which everybody waits for as long as it lets them: the principle of
 * controlled delay (CoDel, RFC 8289, in the form that folly's Codel gives it for requests). While a queue stands, its owner lets
 * callers wait only briefly: few are answered late, the others learn at once that they are not.
 */
export class StandingQueue {
  private emptyAt = -Infinity;

  /** Call with the queue's length before somebody joins it and after somebody has left it. */
  note(length: number): void {
    if (length === 0) this.emptyAt = performance.now();
  }

  get isStanding(): boolean {
    return performance.now() - this.emptyAt > STANDING_AFTER_MS;
  }
}
