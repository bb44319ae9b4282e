/** Milliseconds for which a newly computed entry is not refreshed while the budget is tight. */
export const REFRESH_MS = 1_000;
/** The maximum share of time for refreshing, in the long run and in a burst. */
const SHARE = 0.1;
const BURST_MS = 500;
/** Weight of the newest computation in the average. */
const NEWEST = 0.1;

/**
 * Limits the time that a cache spends on refreshing entries: a token bucket of milliseconds. Each refresh consumes the average
 * cost of one. A shop with few orders refreshes immediately; a busy one spends at most a tenth of its time on it.
 */
export class RefreshBudget {
  private credit = BURST_MS;
  private creditAt: number;
  private averageMs = 0;

  /** @param now a monotonic clock in milliseconds */
  constructor(private readonly now: () => number) {
    this.creditAt = now();
  }

  /** Consumes the cost of one refresh. @returns false when too little is left */
  consume(): boolean {
    return this.consumeDownTo(0);
  }

  /** Consumes the cost of one refresh from the upper half. @returns false when too little is left, as in a busy shop */
  consumeAtOnce(): boolean {
    return this.consumeDownTo(BURST_MS / 2);
  }

  private consumeDownTo(rest: number): boolean {
    const now = this.now();
    this.credit = Math.min(BURST_MS, this.credit + (now - this.creditAt) * SHARE);
    this.creditAt = now;
    if (this.credit - this.averageMs < rest) return false;
    this.credit -= this.averageMs;
    return true;
  }

  /** Records the duration of a computation. */
  record(ms: number): void {
    this.averageMs += NEWEST * (Math.min(ms, BURST_MS) - this.averageMs);
  }
}
