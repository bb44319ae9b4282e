import { overlaps, salesRange, type Effect, type TouchedTags } from './cache-tags.js';

/** The number of changes logged for computations in flight; one that began before the oldest of them is not cached. */
const MAX_LOGGED = 500;
/** A change that touches more tags is logged as a change of everything, so that the log stays small. */
const MAX_LOGGED_TAGS = 200;

type Touched = TouchedTags | 'everything';

/** The newest changes of the catalogue, to know which of them touched a value while it was computed. */
export class ChangeLog {
  private log: Touched[] = [];
  /** The number of the newest change. */
  newest = 0;

  /** @param isAwaited whether a computation is in flight; without one nobody asks for the change */
  add(touched: Touched, isAwaited: boolean): void {
    this.newest += 1;
    if (!isAwaited) return this.clear();
    const isLarge = touched !== 'everything' && touched.tags.length > MAX_LOGGED_TAGS;
    if (this.log.push(isLarge ? 'everything' : touched) > MAX_LOGGED) this.log.shift();
  }

  clear(): void {
    this.log = [];
  }

  /** Returns the strongest effect of the changes after number `after`, up to number `until`, on a value with these tags. */
  effectOn(tags: readonly string[], after: number, until = this.newest): Effect | undefined {
    if (until <= after) return undefined;
    const first = this.newest - this.log.length; // the number of the change before the oldest in the log
    if (after < first) return 'drop';
    const effects = this.log.slice(after - first, until - first).map((touched) => effectOn(tags, touched));
    return effects.find((effect) => effect === 'drop') ?? effects.find((effect) => effect);
  }
}

/** Returns what a change does to a value with these tags; undefined: nothing. */
function effectOn(tags: readonly string[], touched: TouchedTags | 'everything'): Effect | undefined {
  if (touched === 'everything') return 'drop';
  const own = touched.tags.filter(([tag]) => tags.includes(tag));
  if (own.length > 0) return own.some(([, effect]) => effect === 'drop') ? 'drop' : 'refresh';
  const ranges = tags.map(salesRange).filter((range) => range !== undefined);
  const isResorted = touched.sales.some(({ from, to }) => ranges.some((range) => overlaps(range, from, to)));
  return isResorted ? 'refresh' : undefined;
}
