/** Between two lines about the same, in milliseconds. */
const REPEAT_MS = 10_000;

/**
 * For what fails again and again while something is down, such as a look at the database each second: writes a line at once, and
 * another one every ten seconds at most.
 * @param log writes the line
 * @returns `log`, which does nothing within ten seconds of its last line
 */
export function repeatedLine<Facts extends unknown[]>(log: (...facts: Facts) => void): (...facts: Facts) => void {
  let lastAt = -Infinity;
  return (...facts) => {
    const now = performance.now();
    if (now - lastAt < REPEAT_MS) return;
    lastAt = now;
    log(...facts);
  };
}
