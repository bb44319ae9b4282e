/** Between two lines about the same, in milliseconds. */
const REPEAT_MS = 10_000;

/**
 * For what fails again and again while something is down, such as a look at the database each second: writes a line at once, and
 * another one every ten seconds at most.
 * @param log writes the line
 * @param kindOf lines of two kinds do not hold up each other; without it all are of one
 * @returns `log`, which does nothing within ten seconds of its last line of the kind
 */
export function repeatedLine<Facts extends unknown[]>(
  log: (...facts: Facts) => void,
  kindOf: (...facts: Facts) => string = () => '',
): (...facts: Facts) => void {
  /** By kind, oldest first. */
  const lastAt = new Map<string, number>();
  return (...facts) => {
    const [now, kind] = [performance.now(), kindOf(...facts)];
    for (const [old, at] of lastAt) {
      if (now - at < REPEAT_MS) break;
      lastAt.delete(old);
    }
    if (lastAt.has(kind)) return;
    lastAt.set(kind, now);
    log(...facts);
  };
}
