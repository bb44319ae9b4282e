/** Somebody who wants to run in a lane. */
export interface Entrant {
  /** Whose share of the lane it takes, see `customerNetwork`. */
  readonly customer: string;
  /** Called once, when there is room. */
  run(): void;
  /** Called instead of `run`, when there was none in time. */
  refuse(): void;
}

/** How much a lane takes. */
export interface LaneSize {
  /** How many run at once. */
  runs: number;
  /** How many may wait, and for how long. */
  waits: number;
  waitMs: number;
  /** What one customer may have of both: nobody fills a lane alone. */
  shareOfOne: number;
}

/**
 * Lets so many run at once. Who finds it full waits in turn for a while, and is refused after that. One customer gets its
 * share of the lane, so that nobody can fill it alone.
 */
export class Lane {
  private readonly running = new Set<Entrant>();
  private readonly runningOf = new Map<string, number>();
  /** In the order of their coming, with what ends their waiting. */
  private readonly waiting = new Map<Entrant, NodeJS.Timeout>();

  constructor(private readonly size: LaneSize) {}

  /** Calls the entrant's `run` now or when there is room, or else its `refuse`. */
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

  /** Ends an entrant's waiting or running; does nothing when it has ended. */
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
