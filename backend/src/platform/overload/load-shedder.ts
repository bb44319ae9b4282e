/** How long the event loop is observed before the level changes, in milliseconds. */
const INTERVAL_MS = 100;
/** The fewest samples in an interval. */
const MIN_SAMPLES = 4;
/** With fewer requests in flight, those of three browsers, other work delays the event loop, and shedding would not help. */
const MIN_IN_FLIGHT = 20;
/** The largest steps of the level for an interval, up and down. */
const LEVEL_STEP = { up: 0.5, down: 0.05 };
/** Below this share of the target the delay counts as recovered, and the level falls. Between both it stays. */
const RECOVERED = 1 / 2;

/**
 * Admission control of an overloaded process: decides which requests it sheds as they arrive, by the delay of its event loop. While
 * the loop is late, requests wait in sockets, before any queue sees them.
 *
 * Controlled delay (as CoDel, RFC 8289): only a standing delay counts. It is the mean over an interval, each turn of the loop
 * weighted by its length, because so many requests arrive during it, without the longest turn: a single one, or a burst, has
 * passed by the time it is seen. As long as the delay exceeds the target, the level rises, faster the longer the delay is; while it is
 * below half of the target, the level falls slowly. At level 1.25 all requests of rank 0 are shed and a quarter of rank 1 (as
 * in DAGOR, Zhou et al. 2018, the admission level of requests by priority). So the rate of what is admitted settles near what
 * the process can serve.
 */
export class LoadShedder {
  /** The shedding level, from 0, nothing is shed, to the number of ranks: everything is. */
  level = 0;
  private sampledAt: number | undefined;
  private interval = emptyInterval();
  /** By rank: the fraction of a request that is still to be shed, so that a partly shed rank loses requests evenly. */
  private readonly owed: number[];

  /** @param targetsMs the delay of the event loop above which requests of each rank are shed; rank 0 is shed first */
  constructor(private readonly targetsMs: readonly number[]) {
    this.owed = targetsMs.map(() => 0);
  }

  /**
   * Records a sample of the event loop's delay. Call it regularly, several times in 100 ms.
   * @param delayMs how late the loop ran a timer @param inFlight requests without a complete response @param now of a monotonic clock
   */
  sample(delayMs: number, inFlight: number, now: number): void {
    const turn = { ms: now - (this.sampledAt ?? now), delayMs: inFlight < MIN_IN_FLIGHT ? 0 : delayMs };
    this.sampledAt = now;
    const { interval } = this;
    interval.samples += 1;
    interval.ms += turn.ms;
    interval.weightedDelay += turn.ms * turn.delayMs;
    if (turn.delayMs > interval.longest.delayMs) interval.longest = turn;
    if (interval.ms < INTERVAL_MS || interval.samples < MIN_SAMPLES) return;
    this.adjustLevel(standingDelay(interval), interval.ms / INTERVAL_MS);
    this.interval = emptyInterval();
  }

  /** Whether to shed a request that has arrived; counts it. @param rank undefined and ranks behind the last are never shed */
  sheds(rank: number | undefined): boolean {
    if (rank === undefined || rank >= this.targetsMs.length || this.level <= rank) return false;
    const owed = (this.owed[rank] ?? 0) + Math.min(1, this.level - rank);
    this.owed[rank] = owed % 1;
    return owed >= 1;
  }

  private adjustLevel(delayMs: number, intervals: number): void {
    const targetMs = this.targetsMs[Math.ceil(this.level) - 1] ?? 0;
    if (delayMs < targetMs * RECOVERED) this.level = Math.max(0, this.level - LEVEL_STEP.down * intervals);
    else this.raiseLevel(delayMs, LEVEL_STEP.up * intervals);
  }

  /** Raises the level through the ranks whose targets are exceeded. @param maxRise in all */
  private raiseLevel(delayMs: number, maxRise: number): void {
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

/** The turns of the event loop since the level was last adjusted. */
interface Interval {
  samples: number;
  ms: number;
  /** The sum of each turn's length times its delay. */
  weightedDelay: number;
  longest: { ms: number; delayMs: number };
}

const emptyInterval = (): Interval => ({ samples: 0, ms: 0, weightedDelay: 0, longest: { ms: 0, delayMs: 0 } });

/** The mean delay, weighted by the length of the turns, without the longest one. */
function standingDelay({ ms, weightedDelay, longest }: Interval): number {
  const rest = ms - longest.ms;
  return rest > 0 ? (weightedDelay - longest.ms * longest.delayMs) / rest : 0;
}
