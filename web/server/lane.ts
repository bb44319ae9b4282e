/** Somebody who waits for room. */
interface Waiting {
  address: string;
  start: () => void;
}

/**
 * Lets so many run at once. Who finds it full waits in turn for a while, and is refused after that. One address gets its
 * share of the lane, so that nobody can fill it alone.
 */
export class Lane {
  private running = 0;
  private readonly runningOf = new Map<string, number>();
  /** In the order of their coming. */
  private readonly waiting = new Set<Waiting>();

  /**
   * @param size how many run at once, and how many may wait
   * @param ofOne how many of one address run at once, and how many may wait
   * @param waitMs how long they wait
   */
  constructor(
    private readonly size: number,
    private readonly ofOne: number,
    private readonly waitMs: number,
  ) {}

  /**
   * Calls `run` now or when there is room, or else `refuse`.
   *
   * @param run is given what ends its running; called twice, that does nothing the second time
   * @returns ends the waiting, or the running
   */
  enter(address: string, run: (leave: () => void) => void, refuse: () => void): () => void {
    if (this.hasRoom(address)) return this.start(address, run);
    if (this.waiting.size >= this.size || this.waitingOf(address) >= this.ofOne) {
      refuse();
      return () => {};
    }
    let leave = () => {
      clearTimeout(timer);
      this.waiting.delete(waiting);
    };
    const waiting = {
      address,
      start: () => {
        leave();
        leave = this.start(address, run);
      },
    };
    const timer = setTimeout(() => {
      leave();
      refuse();
    }, this.waitMs);
    this.waiting.add(waiting);
    return () => leave();
  }

  private hasRoom(address: string): boolean {
    return this.running < this.size && (this.runningOf.get(address) ?? 0) < this.ofOne;
  }

  private waitingOf(address: string): number {
    let count = 0;
    for (const waiting of this.waiting) if (waiting.address === address) count += 1;
    return count;
  }

  private start(address: string, run: (leave: () => void) => void): () => void {
    let isIn = true;
    const leave = () => {
      if (!isIn) return;
      isIn = false;
      this.count(address, -1);
      for (const waiting of this.waiting) {
        if (this.hasRoom(waiting.address)) return waiting.start();
      }
    };
    this.count(address, 1);
    run(leave);
    return leave;
  }

  private count(address: string, change: 1 | -1): void {
    this.running += change;
    const count = (this.runningOf.get(address) ?? 0) + change;
    if (count > 0) this.runningOf.set(address, count);
    else this.runningOf.delete(address);
  }
}
