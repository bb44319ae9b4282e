import { EngineUnavailable } from './engine-unavailable.js';

const MINUTE_MS = 60_000;
/** After so many failures one after the other nothing is asked for a while. */
const FAILURES = 3;
const PAUSE_MS = 30_000;

/** How often a service may be asked, and whether it is worth it. Of one process: each has its own. */
export class CallBudget {
  /** When the calls of the last minute were made. */
  private calls: number[] = [];
  private failures = 0;
  private closedUntil = 0;

  constructor(
    private readonly perMinute: number,
    private readonly clock: { now(): number },
  ) {}

  /** Takes one call. @throws EngineUnavailable when there is none left, or the service is left alone for now */
  take(): void {
    const now = this.clock.now();
    if (now < this.closedUntil) throw unavailable('The service is left alone for now', this.closedUntil - now);
    this.calls = this.calls.filter((at) => at > now - MINUTE_MS);
    const [oldest] = this.calls;
    if (oldest !== undefined && this.calls.length >= this.perMinute)
      throw unavailable(`All ${this.perMinute} calls of this minute are spent`, oldest + MINUTE_MS - now);
    this.calls.push(now);
  }

  /** The service answered as it should. */
  succeeded(): void {
    this.failures = 0;
  }

  /** The service failed, or said for how long it wants to be left alone. @param pause in milliseconds */
  failed(pause?: number): void {
    this.failures += 1;
    if (pause === undefined && this.failures < FAILURES) return;
    this.closedUntil = Math.max(this.closedUntil, this.clock.now() + (pause ?? PAUSE_MS));
  }
}

const unavailable = (why: string, milliseconds: number) =>
  new EngineUnavailable(`${why}: again in ${Math.ceil(milliseconds / 1_000)} s`, milliseconds);
