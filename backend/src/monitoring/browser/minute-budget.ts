const MINUTE_MS = 60_000;

/** Allows a number of events in a minute, which begins with the first one, and refuses the rest without keeping anything of them. */
export class MinuteBudget {
  private begun = 0;
  private spent = 0;

  /** @param limit the events of a minute @param now a clock in milliseconds */
  constructor(
    private readonly limit: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** @returns whether one more event may happen, which it then has */
  consume(): boolean {
    const now = this.now();
    // Either way: a clock that was set back must not refuse for longer.
    if (Math.abs(now - this.begun) >= MINUTE_MS) {
      this.begun = now;
      this.spent = 0;
    }
    if (this.spent >= this.limit) return false;
    this.spent += 1;
    return true;
  }
}
