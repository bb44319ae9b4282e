/** A queue that has not been empty for this long is no burst: callers come faster than they are served. */
const STANDING_AFTER_MS = 1_000;

/**
 * Distinguishes a burst, which passes, from a standing queue by controlled delay (CoDel, RFC 8289, as folly's Codel applies it to
 * requests). In a standing queue everybody waits the maximum. So the queue allows only short waits: most answers are in time, and
 * the rest are refused at once.
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
