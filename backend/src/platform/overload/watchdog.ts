import { Logger } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import type { CurrentCall, CallKind } from './call.js';
import { LoadShedder } from './load-shedder.js';

const TICK_MS = 20;
/** A delay of the event loop of at least this length is logged. */
const STALL_MS = 200;
const LOG_EVERY_MS = 1_000;
/**
 * The delays of the event loop above which calls are refused, the first kind first. A call takes several turns of the loop: a read
 * that comes at the limit is answered within two seconds.
 */
const SHED_MS = { search: 200, read: 400, write: 1_000, payment: 4_000 } satisfies Partial<Record<CallKind, number>>;
const RANKS: readonly CallKind[] = Object.keys(SHED_MS) as (keyof typeof SHED_MS)[];
/** Limits a single measured delay: after an hour of sleep, a computer must not count as overloaded for long. */
const MAX_DELAY_MS = 10_000;

/**
 * Measures the delay of the event loop: names the call that blocked it, and decides when new calls are refused because the
 * current ones cannot be answered in time.
 *
 * A call is noted whenever it enters a turn of the loop: on arrival, when its body is read, when it releases a database
 * connection, when it is answered. The longest gap between two notes is the turn that blocked the loop. Calls that share one
 * read in one turn may be confused with each other.
 */
export class Watchdog {
  /** Decides which calls are refused. */
  readonly shedder = new LoadShedder(Object.values(SHED_MS));
  /** Calls that the application has admitted and not answered. */
  private inFlight = 0;
  /** Called with each measured delay, in seconds. */
  onDelay: (seconds: number) => void = () => undefined;
  /** In a worker: the names of the running jobs, by id. */
  readonly jobs = new Map<string, string>();
  /** The number of stalls by route or job. */
  readonly stalls = new Map<string, number>();
  /** The number of refused calls by kind; 0 from the start, so that a rate sees the first one. */
  readonly refused = new Map<CallKind, number>(RANKS.map((kind) => [kind, 0]));

  private readonly logger = new Logger('Watchdog');
  private timer: NodeJS.Timeout | undefined;
  private tickedAt = 0;
  private loggedAt = -Infinity;
  private notedAt = 0;
  private noted: CurrentCall | undefined;
  private willForget = false;
  private longestMs = 0;
  private suspect: CurrentCall | undefined;

  /** Starts measuring; nothing is refused before. */
  start(): void {
    this.stop();
    this.tickedAt = this.notedAt = performance.now();
    this.timer = setInterval(() => this.tick(), TICK_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Whether to refuse a new call of this kind. Counts a refused one. */
  sheds(kind: CallKind): boolean {
    const rank = RANKS.indexOf(kind);
    const isRefused = this.shedder.sheds(rank < 0 ? undefined : rank);
    if (isRefused) this.refused.set(kind, (this.refused.get(kind) ?? 0) + 1);
    return isRefused;
  }

  /** True while calls of any kind are refused. */
  get isShedding(): boolean {
    return this.shedder.level > 0;
  }

  /** Counts an admitted call until its response is closed. */
  admit(response: ServerResponse): void {
    this.inFlight += 1;
    response.once('close', () => (this.inFlight -= 1));
  }

  /** Notes that the event loop works for this call; undefined when it has finished one. @param last the finished call */
  note(call: CurrentCall | undefined, last?: CurrentCall): void {
    const now = performance.now();
    const gap = now - this.notedAt;
    if (gap > this.longestMs) {
      this.longestMs = gap;
      // A call noted just before the long turn started it; otherwise the call noted at its end did.
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

  /** Called every 20 ms, later when the event loop is delayed. */
  tick(): void {
    this.note(undefined);
    const lateMs = Math.min(Math.max(0, this.notedAt - this.tickedAt - TICK_MS), MAX_DELAY_MS);
    this.tickedAt = this.notedAt;
    this.onDelay(lateMs / 1_000);
    this.shedder.sample(lateMs, this.inFlight, this.tickedAt);
    if (lateMs >= STALL_MS) this.stalled(lateMs);
    this.longestMs = 0;
    this.suspect = undefined;
  }

  private stalled(lateMs: number): void {
    // Many short turns delay the loop too; then no single call is the cause.
    const culprit = this.longestMs >= lateMs / 2 ? this.suspect : undefined;
    const jobs = [...new Set(this.jobs.values())];
    const call = culprit ? routeOf(culprit) : jobs.length > 1 ? 'several jobs' : (jobs[0] ?? 'none');
    this.stalls.set(call, (this.stalls.get(call) ?? 0) + 1);
    if (this.notedAt - this.loggedAt < LOG_EVERY_MS) return;
    this.loggedAt = this.notedAt;
    const requestId = (culprit?.request as { id?: unknown } | undefined)?.id;
    const line = { delayMs: Math.round(lateMs), call, requestId, ...(jobs.length > 0 && { jobs }) };
    this.logger.warn(line, 'The event loop stalled');
  }
}

/** A process has one event loop. */
export const watchdog = new Watchdog();

/** Method and route pattern: a URL may contain private data, and each would be a metrics series of its own. */
function routeOf({ request }: CurrentCall): string {
  const { route } = request as { route?: { path?: string } };
  return `${request.method} ${route?.path ?? '(no route)'}`;
}
