/** How many requests of a lane may run at once: at most `max`, at least `min` while half of them take longer than `targetMs`. */
export interface RunLimits {
  max: number;
  min: number;
  targetMs: number;
}

/** Tells a lane its bound, and is told of each request that has ended. */
export interface LaneRunning {
  /** How many may run at once now. */
  readonly now: number;
  /** @param running how many ran, with the one that has ended */
  ended(tookMs: number, running: number): void;
}

interface LaneRuns extends RunLimits {
  now: number;
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
export class AdaptiveRuns {
  private readonly lanes: LaneRuns[];
  private cutAt = -Infinity;

  /** @param lanes the most important first */
  constructor(lanes: readonly RunLimits[]) {
    this.lanes = lanes.map((limits) => ({ ...limits, now: limits.max, tookMs: 0, tookAt: -Infinity }));
  }

  /** What a lane needs. @param lane its place in the list */
  of(lane: number): LaneRunning {
    const own = this.lanes[lane];
    return {
      get now() {
        return own?.now ?? Infinity;
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
    if (running < Math.floor(own.now) || this.lanes.slice(0, lane).some((other) => this.isSlow(other, now))) return;
    own.now = Math.min(own.max, own.now + STEP);
  }

  /** Cuts the least important lane that can be, down to this one. */
  private cut(lane: number, now: number): void {
    if (now - this.cutAt < CUT_INTERVAL_MS) return;
    this.cutAt = now;
    const cut = this.lanes.slice(lane).findLast((other) => other.now > other.min);
    if (cut) cut.now = Math.max(cut.min, cut.now * CUT);
  }

  private isSlow({ tookMs, tookAt, targetMs }: LaneRuns, now: number): boolean {
    return tookMs > targetMs && now - tookAt < STALE_MS;
  }
}
