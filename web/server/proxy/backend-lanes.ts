import { AdaptiveConcurrency, type ConcurrencyLimits } from '../limits/adaptive-concurrency';
import { Lane } from '../limits/lane';
import type { Lanes, Limits } from '../limits/limits';

/** The lanes by name. Those in `limits.adapting` have adaptive concurrency limits, and shorter waits. */
export function createLanes({ lanes, adapting, waitMs, queueWait, callerShare }: Limits): Map<keyof Lanes, Lane> {
  const adaptive = Object.entries(adapting) as [keyof Lanes, Omit<ConcurrencyLimits, 'max'>][];
  const concurrency = new AdaptiveConcurrency(adaptive.map(([name, bounds]) => ({ ...bounds, max: lanes[name] })));
  const sizes = Object.entries(lanes) as [keyof Lanes, number][];
  return new Map(
    sizes.map(([name, size]) => {
      const place = adaptive.findIndex(([adapts]) => adapts === name);
      const wait = place < 0 ? { waitMs } : queueWait;
      return [name, new Lane({ runs: size, waits: size, callerShare, ...wait }, concurrency.of(place))];
    }),
  );
}
