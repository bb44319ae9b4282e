/** A request that wants to run in a lane. */
export interface Entrant {
  /** The customer whose share it uses, see `customerNetwork`. */
  readonly customer: string;
  /** Called once when there is room. */
  run(): void;
  /** Called instead of `run` when there is no room in time. */
  refuse(): void;
}

/** The size of a lane. */
export interface LaneSize {
  /** Entrants that run at once. */
  runs: number;
  /** Entrants that may wait, and for how long. */
  waits: number;
  waitMs: number;
  /** Fraction of both that one customer may use. */
  shareOfOne: number;
}

/**
 * Bounds how many requests of one kind run at once. When it is full, a few more wait in order for a while; the others
 * are refused. Each customer gets only a share of the lane, so that nobody can fill it alone.
 */
export class Lane {
  private readonly running = new Set<Entrant>();
  private readonly runningOf = new Map<string, number>();
  /** In order of arrival, with the timer that refuses them. */
  private readonly waiting = new Map<Entrant, NodeJS.Timeout>();

  constructor(private readonly size: LaneSize) {}

  /** Calls the entrant's `run` now or when there is room, else its `refuse`. */
  enter(entrant: Entrant): void {
    if (this.hasRoom(entrant.customer)) return this.start(entrant);
    const { waits, waitMs, shareOfOne } = this.size;
    if (this.waiting.size >= waits || this.waitingOf(entrant.customer) >= waits * shareOfOne) return entrant.refuse();
    const timer = setTimeout(() => {
      this.waiting.delete(entrant);
      entrant.refuse();
    }, waitMs);
    this.waiting.set(entrant, timer);
  }

  /** Removes an entrant, waiting or running. Does nothing if it has already left. */
  leave(entrant: Entrant): void {
    if (!this.running.delete(entrant)) return this.stopWaiting(entrant);
    const { customer } = entrant;
    const rest = this.runningOf.get(customer)! - 1;
    if (rest > 0) this.runningOf.set(customer, rest);
    else this.runningOf.delete(customer);
    for (const next of this.waiting.keys()) {
      if (!this.hasRoom(next.customer)) continue;
      this.stopWaiting(next);
      return this.start(next);
    }
  }

  private hasRoom(customer: string): boolean {
    const { runs, shareOfOne } = this.size;
    return this.running.size < runs && (this.runningOf.get(customer) ?? 0) < runs * shareOfOne;
  }

  private waitingOf(customer: string): number {
    let count = 0;
    for (const waiting of this.waiting.keys()) if (waiting.customer === customer) count += 1;
    return count;
  }

  private start(entrant: Entrant): void {
    this.running.add(entrant);
    this.runningOf.set(entrant.customer, (this.runningOf.get(entrant.customer) ?? 0) + 1);
    entrant.run();
  }

  private stopWaiting(entrant: Entrant): void {
    clearTimeout(this.waiting.get(entrant));
    this.waiting.delete(entrant);
  }
}
