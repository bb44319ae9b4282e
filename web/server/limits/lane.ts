import { StandingQueue } from '../../../backend/src/platform/overload/standing-queue';
import type { LaneConcurrency } from './adaptive-concurrency';
import type { Priority } from './priority';

/** A request that wants to run in a lane. */
export interface Entrant {
  /** Whose share of the lane it uses, see `callerNetwork`. */
  readonly caller: string;
  /** Read only when it has to wait. */
  readonly priority: Priority;
  /** Called once when there is room. */
  run(): void;
  /** Called instead of `run` when there is no room in time, or when none is expected. */
  refuse(): void;
}

/** The size of a lane. */
export interface LaneSize {
  /** Entrants that run at once. */
  runs: number;
  /** Entrants that may wait, and for how long. */
  waits: number;
  waitMs: number;
  /** For how long they may wait while the queue stands, see `StandingQueue`. */
  standingWaitMs?: number;
  /** Fraction of both that one caller may use. */
  callerShare: number;
}

interface Place {
  priority: Priority;
  /** Refuses the entrant. */
  timer: NodeJS.Timeout;
}

/** How much the last interval between two starts counts for the estimate of the next. */
const SMOOTHING = 1 / 8;
/** Every eighth start goes to the entrant that has waited longest, so that no priority can shut out the others. */
const FAIR_TURN = 8;

/**
 * Bounds how many requests of one kind run at once. When the lane is full, further requests wait, ordered by priority and then by
 * arrival. A request that would wait too long is refused at once. Each caller gets only a share of the lane, so that no caller can
 * fill it alone.
 */
export class Lane {
  /** The running entrants with the time of their start. */
  private readonly running = new Map<Entrant, number>();
  private readonly runningOf = new Map<string, number>();
  /** The waiting entrants in order of arrival. */
  private readonly waiting = new Map<Entrant, Place>();
  private readonly queue = new StandingQueue();
  /** The smoothed time between two starts while entrants wait, and the time of the last start. */
  private intervalMs = 0;
  private startedAt = 0;
  private starts = 0;

  /** @param concurrency a lower limit than `size.runs` while the server behind is slow */
  constructor(
    private readonly size: LaneSize,
    private readonly concurrency?: LaneConcurrency,
  ) {}

  /** Calls the entrant's `run` now or when there is room, else its `refuse`. */
  enter(entrant: Entrant): void {
    if (this.hasRoom(entrant.caller)) return this.start(entrant);
    this.queue.note(this.waiting.size);
    if (this.waiting.size === 0) this.startedAt = performance.now();
    const { priority } = entrant;
    const waitMs = this.maxWaitMs();
    const { waits, callerShare } = this.size;
    if (this.waitingOf(entrant.caller) >= waits * callerShare) return entrant.refuse();
    if (this.ahead(priority) * this.intervalMs > waitMs) return entrant.refuse();
    if (this.waiting.size >= waits && !this.displace(priority)) return entrant.refuse();
    const timer = setTimeout(() => this.refuse(entrant), waitMs);
    this.waiting.set(entrant, { priority, timer });
  }

  /** Removes an entrant, waiting or running. Does nothing if it has already left. */
  leave(entrant: Entrant): void {
    const since = this.running.get(entrant);
    if (since === undefined) return this.stopWaiting(entrant);
    this.concurrency?.ended(performance.now() - since, this.running.size);
    this.running.delete(entrant);
    const { caller } = entrant;
    const rest = this.runningOf.get(caller)! - 1;
    if (rest > 0) this.runningOf.set(caller, rest);
    else this.runningOf.delete(caller);
    for (let next = this.next(); next; next = this.next()) {
      const now = performance.now();
      this.intervalMs += SMOOTHING * (now - this.startedAt - this.intervalMs);
      this.startedAt = now;
      this.starts += 1;
      this.stopWaiting(next);
      this.start(next);
    }
  }

  private hasRoom(caller: string): boolean {
    const { callerShare } = this.size;
    const runs = Math.min(this.size.runs, this.concurrency?.limit ?? Infinity);
    return this.running.size < runs && (this.runningOf.get(caller) ?? 0) < runs * callerShare;
  }

  private maxWaitMs(): number {
    const { waitMs, standingWaitMs = waitMs } = this.size;
    return this.queue.isStanding ? standingWaitMs : waitMs;
  }

  /** The number of waiting entrants that are served before a new one of this priority. */
  private ahead(priority: Priority): number {
    let count = 0;
    for (const place of this.waiting.values()) if (place.priority <= priority) count += 1;
    return count;
  }

  /** Refuses the newest entrant of the lowest waiting priority. @returns false when none is less important than a new one */
  private displace(priority: Priority): boolean {
    let last: Entrant | undefined;
    let lowest: Priority = priority;
    for (const [entrant, place] of this.waiting) {
      if (place.priority === priority || place.priority < lowest) continue;
      last = entrant;
      lowest = place.priority;
    }
    if (last) this.refuse(last);
    return last !== undefined;
  }

  private next(): Entrant | undefined {
    const isFair = (this.starts + 1) % FAIR_TURN === 0;
    let first: { entrant: Entrant; priority: Priority } | undefined;
    for (const [entrant, { priority }] of this.waiting) {
      if ((first && priority >= first.priority) || !this.hasRoom(entrant.caller)) continue;
      first = { entrant, priority };
      if (isFair) break;
    }
    return first?.entrant;
  }

  private waitingOf(caller: string): number {
    let count = 0;
    for (const waiting of this.waiting.keys()) if (waiting.caller === caller) count += 1;
    return count;
  }

  private start(entrant: Entrant): void {
    this.running.set(entrant, performance.now());
    this.runningOf.set(entrant.caller, (this.runningOf.get(entrant.caller) ?? 0) + 1);
    entrant.run();
  }

  private refuse(entrant: Entrant): void {
    this.stopWaiting(entrant);
    entrant.refuse();
  }

  private stopWaiting(entrant: Entrant): void {
    clearTimeout(this.waiting.get(entrant)?.timer);
    this.waiting.delete(entrant);
    this.queue.note(this.waiting.size);
  }
}
