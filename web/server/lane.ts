/** Lets so many run at once. Who finds it full waits in turn for a while, and is refused after that. */
export class Lane {
  private running = 0;
  /** In the order of their coming, each with what lets it run. */
  private readonly waiting = new Set<() => void>();

  /** @param size how many run at once, and how many may wait; @param waitMs how long */
  constructor(
    private readonly size: number,
    private readonly waitMs: number,
  ) {}

  /**
   * Calls `run` now or when there is room, or else `refuse`.
   *
   * @param run is given what ends its running; called twice, that does nothing the second time
   * @returns ends the waiting, or the running
   */
  enter(run: (leave: () => void) => void, refuse: () => void): () => void {
    if (this.running < this.size) return this.start(run);
    if (this.waiting.size >= this.size) {
      refuse();
      return () => {};
    }
    let leave = () => {
      clearTimeout(timer);
      this.waiting.delete(start);
    };
    const start = () => {
      leave();
      leave = this.start(run);
    };
    const timer = setTimeout(() => {
      leave();
      refuse();
    }, this.waitMs);
    this.waiting.add(start);
    return () => leave();
  }

  private start(run: (leave: () => void) => void): () => void {
    let isIn = true;
    const leave = () => {
      if (!isIn) return;
      isIn = false;
      this.running -= 1;
      const [next] = this.waiting;
      next?.();
    };
    this.running += 1;
    run(leave);
    return leave;
  }
}
