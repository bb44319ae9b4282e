import { EngineUnavailable } from './engine-unavailable.js';

const MINUTE_MS = 60_000;
/** After this many consecutive failures, calls pause for a while. */
const FAILURES = 3;
const PAUSE_MS = 30_000;

/** Limits calls to a service per minute, and pauses them while it fails (circuit breaker). Each process has its own. */
export class CallBudget {
  /** The times of the last minute's calls. */
  private calls: number[] = [];
  private failures = 0;
  private closedUntil = 0;

  constructor(
    private readonly perMinute: number,
    private readonly clock: { now(): number },
  ) {}

  /** Uses one call. @throws EngineUnavailable when none is left, or while calls are paused */
  take(): void {
    const now = this.clock.now();
    if (now < this.closedUntil) throw unavailable('The service is left alone for now', this.closedUntil - now);
    this.calls = this.calls.filter((at) => at > now - MINUTE_MS);
    const [oldest] = this.calls;
    if (oldest !== undefined && this.calls.length >= this.perMinute)
      throw unavailable(`All ${this.perMinute} calls of this minute are spent`, oldest + MINUTE_MS - now);
    this.calls.push(now);
  }

  /** Records a success. */
  succeeded(): void {
    this.failures = 0;
  }

  /** Records a failure, or the pause that the service asked for. @param pause in milliseconds */
  failed(pause?: number): void {
    this.failures += 1;
    if (pause === undefined && this.failures < FAILURES) return;
    this.closedUntil = Math.max(this.closedUntil, this.clock.now() + (pause ?? PAUSE_MS));
  }
}

const unavailable = (why: string, milliseconds: number) =>
  new EngineUnavailable(`${why}: again in ${Math.ceil(milliseconds / 1_000)} s`, milliseconds);
