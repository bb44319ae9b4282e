/** How many requests of a lane may run at once: at most `max`, at least `min` while half of them take longer than `targetMs`. */
export interface ConcurrencyLimits {
  max: number;
  min: number;
  targetMs: number;
}

/** The concurrency limit of one lane, which follows how long its requests take. */
export interface LaneConcurrency {
  /** How many may run at once now. */
  readonly limit: number;
  /** The lane calls it after each request. @param running how many ran, with the one that has ended */
  ended(tookMs: number, running: number): void;
}

interface LaneState extends ConcurrencyLimits {
  limit: number;
  /** The median time that they take, and when it was last measured. */
  tookMs: number;
  tookAt: number;
}

/** How far an estimate of the median follows each time: in proportion, and at least so many milliseconds. */
const FOLLOW = { share: 0.05, leastMs: 1 };
/** A median older than this, in milliseconds, no longer counts. */
const STALE_MS = 2_000;
/** Slow lanes get fewer at once by this factor, no sooner than after this interval; quick ones get more by this step. */
const CUT = 0.75;
const CUT_INTERVAL_MS = 100;
const STEP = 0.25;

/**
 * Bounds what lanes run at once on one server: additive increase, multiplicative decrease, as TCP does it (RFC 5681). While answers are
 * slow, more at once would only wait in the server's own queues, where no priority reaches them. The least important lane is cut first;
 * a lane is cut for its own sake only when all that are less important run as few as they may.
 */
export class AdaptiveConcurrency {
  private readonly lanes: LaneState[];
  private cutAt = -Infinity;

  /** @param lanes the most important first */
  constructor(lanes: readonly ConcurrencyLimits[]) {
    this.lanes = lanes.map((limits) => ({ ...limits, limit: limits.max, tookMs: 0, tookAt: -Infinity }));
  }

  /** @param lane its place in the list; without a limit when it is not in it */
  of(lane: number): LaneConcurrency {
    const own = this.lanes[lane];
    return {
      get limit() {
        return own?.limit ?? Infinity;
      },
      ended: (tookMs, running) => this.ended(lane, tookMs, running),
    };
  }

  private ended(lane: number, tookMs: number, running: number): void {
    const own = this.lanes[lane];
    if (!own) return;
    const now = performance.now();
    // The median, not the mean: a few long calls, of whoever wants them, must not take places from all others.
    const step = Math.max(FOLLOW.leastMs, FOLLOW.share * own.tookMs);
    own.tookMs = Math.max(0, own.tookMs + (tookMs > own.tookMs ? step : -step));
    own.tookAt = now;
    if (this.isSlow(own, now)) return this.cut(lane, now);
    if (running < Math.floor(own.limit) || this.lanes.slice(0, lane).some((other) => this.isSlow(other, now))) return;
    own.limit = Math.min(own.max, own.limit + STEP);
  }

  /** Cuts the least important lane that can be, down to this one. */
  private cut(lane: number, now: number): void {
    if (now - this.cutAt < CUT_INTERVAL_MS) return;
    this.cutAt = now;
    const cut = this.lanes.slice(lane).findLast((other) => other.limit > other.min);
    if (cut) cut.limit = Math.max(cut.min, cut.limit * CUT);
  }

  private isSlow({ tookMs, tookAt, targetMs }: LaneState, now: number): boolean {
    return tookMs > targetMs && now - tookAt < STALE_MS;
  }
}
