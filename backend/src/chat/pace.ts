/** Counts what each user does, in this process, and says when it is too much. */
export class Pace {
  private readonly done = new Map<number, number[]>();

  /** At most `limit` times in any `windowMs`; `limit` may be Infinity, and then nothing is counted. */
  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
  ) {}

  /** @returns whether the user may do it now; what was refused does not count */
  take(userId: number, now = Date.now()): boolean {
    if (this.limit === Infinity) return true;
    const recent = (this.done.get(userId) ?? []).filter((time) => now - time < this.windowMs);
    const isAllowed = recent.length < this.limit;
    if (isAllowed) recent.push(now);
    this.done.set(userId, recent);
    return isAllowed;
  }

  /** Lets go of a user who is gone, once nothing of theirs counts any more. */
  forgetIdle(now = Date.now()): void {
    for (const [userId, times] of this.done) {
      if (now - (times.at(-1) ?? 0) >= this.windowMs) this.done.delete(userId);
    }
  }
}
