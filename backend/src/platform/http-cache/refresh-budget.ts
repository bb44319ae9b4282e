/** Milliseconds for which an entry that was just computed is left alone while the budget is tight. */
export const REFRESH_MS = 1_000;
/** The largest share of time that refreshing may take, in the long run and at once. */
const SHARE = 0.1;
const BURST_MS = 500;
/** Weight of the newest computation in the average. */
const NEWEST = 0.1;

/**
 * Bounds the time that a cache spends on refreshing entries: a token bucket of milliseconds. Each refresh takes what one
 * costs on average. A shop with few orders has them all at once; one with many spends a tenth of its time.
 */
export class RefreshBudget {
  private credit = BURST_MS;
  private creditAt: number;
  private averageMs = 0;

  /** @param now a monotonic clock in milliseconds */
  constructor(private readonly now: () => number) {
    this.creditAt = now();
  }

  /** Takes what one refresh costs. @returns false when there is not enough */
  take(): boolean {
    return this.takeDownTo(0);
  }

  /** Takes what one refresh costs from the upper half. @returns false when there is not enough, as in a busy shop */
  takeAtOnce(): boolean {
    return this.takeDownTo(BURST_MS / 2);
  }

  private takeDownTo(rest: number): boolean {
    const now = this.now();
    this.credit = Math.min(BURST_MS, this.credit + (now - this.creditAt) * SHARE);
    this.creditAt = now;
    if (this.credit - this.averageMs < rest) return false;
    this.credit -= this.averageMs;
    return true;
  }

  /** Records what a computation took. */
  record(ms: number): void {
    this.averageMs += NEWEST * (Math.min(ms, BURST_MS) - this.averageMs);
  }
}
