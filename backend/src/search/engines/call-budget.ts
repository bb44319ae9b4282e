import { EngineUnavailable } from './engine-unavailable.js';

const MINUTE_MS = 60_000;
/** After this many consecutive failures, calls pause for a while. */
const FAILURES = 3;
const PAUSE_MS = 30_000;
/** The part of a minute's calls that searches leave to indexing. */
const RESERVE = 1 / 4;

/** What a call is for: indexing waits for the next minute, a search uses another engine. */
export type CallPurpose = 'search' | 'index';

/**
 * Limits calls to a service per minute, and pauses them while it fails (circuit breaker). Each process has its own. Searches leave a part
 * of the calls to indexing: what is not indexed is found by nobody.
 */
export class CallBudget {
  /** The times of the last minute's calls. */
  private calls: { at: number; purpose: CallPurpose }[] = [];
  private failures = 0;
  private closedUntil = 0;

  constructor(
    private readonly perMinute: number,
    private readonly clock: { now(): number },
  ) {}

  /** Uses one call. @throws EngineUnavailable when none is left for this purpose, or while calls are paused */
  consume(purpose: CallPurpose): void {
    const now = this.clock.now();
    if (now < this.closedUntil) throw unavailable('The service is left alone for now', this.closedUntil - now);
    this.calls = this.calls.filter(({ at }) => at > now - MINUTE_MS);
    this.mustHaveLeft(this.calls, this.perMinute, now);
    const searches = this.calls.filter((call) => call.purpose === 'search');
    if (purpose === 'search') this.mustHaveLeft(searches, this.perMinute - Math.floor(this.perMinute * RESERVE), now);
    this.calls.push({ at: now, purpose });
  }

  private mustHaveLeft(calls: { at: number }[], limit: number, now: number): void {
    const [oldest] = calls;
    if (oldest && calls.length >= limit)
      throw unavailable(`All ${limit} calls of this minute are spent`, oldest.at + MINUTE_MS - now);
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
