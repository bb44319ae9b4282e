/** A sliding-window rate limit by user, in this process. */
export class MessageRate {
  private readonly times = new Map<number, number[]>();

  /** Allows `limit` events in any `windowMs`; with Infinity nothing is counted. */
  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
  ) {}

  /** @returns true when the event is allowed; a refused one does not count */
  consume(userId: number, now = Date.now()): boolean {
    if (this.limit === Infinity) return true;
    const recent = (this.times.get(userId) ?? []).filter((time) => now - time < this.windowMs);
    const isAllowed = recent.length < this.limit;
    if (isAllowed) recent.push(now);
    this.times.set(userId, recent);
    return isAllowed;
  }

  /** Drops users without an event in the current window. */
  forgetIdle(now = Date.now()): void {
    for (const [userId, times] of this.times) {
      if (now - (times.at(-1) ?? 0) >= this.windowMs) this.times.delete(userId);
    }
  }
}
