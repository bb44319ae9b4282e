/** Work that a timer repeats: it never overlaps itself, a failure is reported, and a stop waits for its end. */
export class Recurring {
  private running: Promise<void> | undefined;
  private readonly stopping = new AbortController();
  /** Aborted by `stop`. */
  readonly signal = this.stopping.signal;

  /** @param work ends soon after `signal` is aborted */
  constructor(
    private readonly work: () => Promise<unknown>,
    private readonly onError: (error: Error) => void,
  ) {}

  /** Runs the work; does nothing while it runs, or after a stop. Never throws. */
  async tick(): Promise<void> {
    if (this.running || this.signal.aborted) return;
    this.running = this.work()
      .then(() => undefined, this.onError)
      .finally(() => (this.running = undefined));
    await this.running;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }
}
