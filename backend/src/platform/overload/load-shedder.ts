/** How long the event loop is looked at before the next step, in milliseconds. */
const INTERVAL_MS = 100;
/** The fewest looks in an interval. */
const MIN_LOOKS = 4;
/** With fewer requests under way, of three browsers, other work delays the event loop, and refusing would not help. */
const MIN_UNDER_WAY = 20;
/** The largest steps of the level for an interval, up and down. */
const LEVEL_STEP = { up: 0.5, down: 0.05 };
/** The event loop is on time again at this share of the target. Between both the level stays. */
const ON_TIME = 1 / 2;

/**
 * Decides which requests an overloaded process refuses as they arrive, by the delay of its event loop. While the loop is late,
 * requests wait in sockets, before any queue sees them.
 *
 * Controlled delay (as CoDel, RFC 8289): only a delay that stands counts. It is the mean over an interval, each turn of the loop
 * weighted by its length, because so many requests arrive during it, without the longest turn: a single one, or a burst, has
 * passed by the time it is seen. As long as the delay exceeds the target, the level rises, faster the later the loop is; while it is
 * below half of the target, the level falls slowly. At level 1.25 all requests of rank 0 are refused and a quarter of rank 1 (as
 * in DAGOR, Zhou et al. 2018, the admission level of requests by priority). So the rate of what is admitted settles near what
 * the process can serve.
 */
export class LoadShedder {
  /** From 0, nothing is refused, to the number of ranks: everything is. */
  level = 0;
  private lookedAt: number | undefined;
  private interval = emptyInterval();
  /** By rank: the part of a request that is still to be refused. */
  private readonly due: number[];

  /** @param targetsMs the delay of the event loop above which requests of each rank are refused; rank 0 is refused first */
  constructor(private readonly targetsMs: readonly number[]) {
    this.due = targetsMs.map(() => 0);
  }

  /**
   * Notes a look at the event loop. Call it regularly, several times in 100 ms.
   * @param lateMs how late the loop came to it @param underWay requests that are not answered yet @param now of a monotonic clock
   */
  note(lateMs: number, underWay: number, now: number): void {
    const turn = { ms: now - (this.lookedAt ?? now), lateMs: underWay < MIN_UNDER_WAY ? 0 : lateMs };
    this.lookedAt = now;
    const { interval } = this;
    interval.looks += 1;
    interval.ms += turn.ms;
    interval.lateness += turn.ms * turn.lateMs;
    if (turn.lateMs > interval.longest.lateMs) interval.longest = turn;
    if (interval.ms < INTERVAL_MS || interval.looks < MIN_LOOKS) return;
    this.step(meanDelay(interval), interval.ms / INTERVAL_MS);
    this.interval = emptyInterval();
  }

  /** Whether to refuse a request that has arrived; counts it. @param rank undefined and ranks behind the last are never refused */
  refuses(rank: number | undefined): boolean {
    if (rank === undefined || rank >= this.targetsMs.length || this.level <= rank) return false;
    // Spread evenly: of a half-refused rank every other request.
    const due = (this.due[rank] ?? 0) + Math.min(1, this.level - rank);
    this.due[rank] = due % 1;
    return due >= 1;
  }

  private step(delayMs: number, intervals: number): void {
    const present = this.targetsMs[Math.ceil(this.level) - 1] ?? 0;
    if (delayMs < present * ON_TIME) this.level = Math.max(0, this.level - LEVEL_STEP.down * intervals);
    else this.rise(delayMs, LEVEL_STEP.up * intervals);
  }

  /** Raises the level through the ranks whose targets are exceeded. @param maxRise in all */
  private rise(delayMs: number, maxRise: number): void {
    for (let left = maxRise; left > 0;) {
      const rank = Math.floor(this.level);
      const excess = delayMs / (this.targetsMs[rank] ?? Infinity) - 1;
      if (excess <= 0) return;
      const step = Math.min(left * Math.min(1, excess), rank + 1 - this.level);
      this.level += step;
      left -= step / Math.min(1, excess);
    }
  }
}

/** Turns of the event loop between looks. */
interface Interval {
  looks: number;
  ms: number;
  /** The sum of each turn's length times its lateness. */
  lateness: number;
  longest: { ms: number; lateMs: number };
}

const emptyInterval = (): Interval => ({ looks: 0, ms: 0, lateness: 0, longest: { ms: 0, lateMs: 0 } });

function meanDelay({ ms, lateness, longest }: Interval): number {
  const rest = ms - longest.ms;
  return rest > 0 ? (lateness - longest.ms * longest.lateMs) / rest : 0;
}
