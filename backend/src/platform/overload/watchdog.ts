import { Logger } from '@nestjs/common';
import { CALL_KINDS, type CurrentCall, type CallKind } from './call.js';

const TICK_MS = 20;
/** A turn of the event loop that lasts so long is logged. */
const STALL_MS = 200;
const LOG_EVERY_MS = 1_000;
/** Above this delay of the event loop new calls are refused. They are let in again below half of it. */
const SHED_MS: Record<CallKind, number> = {
  search: 500,
  read: 1_000,
  write: 1_500,
  payment: 5_000,
  health: Infinity,
};
/** A short stall is over when it is seen; only a delay that lasts about so long refuses anybody. */
const SMOOTHING_MS = 500;
/** A computer that slept for an hour is not overloaded for longer than after this. */
const LONGEST_MS = 10_000;

/**
 * Watches how late the event loop comes to its timers: names the call that kept it busy, and tells when new calls are to
 * be refused because those that are here cannot be answered in time.
 *
 * Each call is noted where it enters a turn of the loop: when it arrives, when its body is read, when it gives back a
 * database connection, when it is answered. The longest time between two notes is that of the turn that held the loop up.
 * Calls that go on from one shared read in one turn may be taken for each other.
 */
export class Watchdog {
  /** How late the event loop is, in milliseconds, smoothed. */
  delayMs = 0;
  /** Told of each delay, in seconds. */
  onDelay: (seconds: number) => void = () => undefined;
  /** In a worker: the names of the jobs that are under way, by their ids. */
  readonly jobs = new Map<string, string>();
  /** How often each call, by its route, or job held the event loop up. */
  readonly stalls = new Map<string, number>();
  /** How many calls of each kind were refused. */
  readonly refused = new Map<CallKind, number>();

  private readonly logger = new Logger('Watchdog');
  private readonly shedding = new Set<CallKind>();
  private timer: NodeJS.Timeout | undefined;
  private tickedAt = 0;
  private loggedAt = -Infinity;
  private notedAt = 0;
  private noted: CurrentCall | undefined;
  private willForget = false;
  private longestMs = 0;
  private suspect: CurrentCall | undefined;

  /** @param now gives milliseconds on a clock that never goes back */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Begins to watch; until then nothing is refused. */
  start(): void {
    this.stop();
    this.tickedAt = this.notedAt = this.now();
    this.timer = setInterval(() => this.tick(), TICK_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Whether new calls of this kind are refused now. */
  sheds(kind: CallKind): boolean {
    return this.shedding.has(kind);
  }

  /** Whether calls of any kind are refused now. */
  get isShedding(): boolean {
    return this.shedding.size > 0;
  }

  /** Counts a call that was refused. */
  countRefused(kind: CallKind): void {
    this.refused.set(kind, (this.refused.get(kind) ?? 0) + 1);
  }

  /** Notes that the event loop is working for this call; undefined when it is done with one. @param last the one done */
  note(call: CurrentCall | undefined, last?: CurrentCall): void {
    const now = this.now();
    const gap = now - this.notedAt;
    if (gap > this.longestMs) {
      this.longestMs = gap;
      // A call that was noted just before the long turn began it; else the one that is noted at its end did.
      this.suspect = this.noted ?? call ?? last;
    }
    this.notedAt = now;
    this.noted = call;
    if (call) this.forgetSoon();
  }

  /** Forgets the current calls after this turn of the event loop: a long later turn belongs to another call. */
  private forgetSoon(): void {
    if (this.willForget) return;
    this.willForget = true;
    setImmediate(() => {
      this.willForget = false;
      this.note(undefined);
    });
  }

  /** Called every 20 ms, or as late as the event loop is. */
  tick(): void {
    this.note(undefined);
    const lateMs = Math.min(Math.max(0, this.notedAt - this.tickedAt - TICK_MS), LONGEST_MS);
    this.tickedAt = this.notedAt;
    this.onDelay(lateMs / 1_000);
    this.delayMs += (lateMs - this.delayMs) * (1 - Math.exp(-(TICK_MS + lateMs) / SMOOTHING_MS));
    for (const kind of CALL_KINDS) {
      if (this.delayMs > SHED_MS[kind]) this.shedding.add(kind);
      else if (this.delayMs < SHED_MS[kind] / 2) this.shedding.delete(kind);
    }
    if (lateMs >= STALL_MS) this.stalled(lateMs);
    this.longestMs = 0;
    this.suspect = undefined;
  }

  private stalled(lateMs: number): void {
    // Many short turns make the loop late too, and then no single call is to blame.
    const culprit = this.longestMs >= lateMs / 2 ? this.suspect : undefined;
    const jobs = [...new Set(this.jobs.values())];
    const call = culprit ? routeOf(culprit) : jobs.length > 1 ? 'several jobs' : (jobs[0] ?? 'none');
    this.stalls.set(call, (this.stalls.get(call) ?? 0) + 1);
    if (this.notedAt - this.loggedAt < LOG_EVERY_MS) return;
    this.loggedAt = this.notedAt;
    const requestId = (culprit?.request as { id?: unknown } | undefined)?.id;
    const line = { delayMs: Math.round(lateMs), call, requestId, ...(jobs.length > 0 && { jobs }) };
    this.logger.warn(line, 'The event loop stood still');
  }
}

/** A process has one event loop. */
export const watchdog = new Watchdog();

/** Method and pattern: an address itself may hold what no log may, and each would be a series of its own. */
function routeOf({ request }: CurrentCall): string {
  const { route } = request as { route?: { path?: string } };
  return `${request.method} ${route?.path ?? '(no route)'}`;
}
