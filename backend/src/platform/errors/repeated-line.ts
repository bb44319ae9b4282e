/** Between two lines about the same, in milliseconds. */
const REPEAT_MS = 10_000;

/**
 * For what fails again and again while something is down, such as a look at the database each second: writes a line at once, and
 * another one every ten seconds at most.
 * @param log writes the line
 * @param reasonOf a line with another reason than the last one is always written; without it all have the same
 * @returns `log`, which does nothing within ten seconds of its last line
 */
export function repeatedLine<Facts extends unknown[]>(
  log: (...facts: Facts) => void,
  reasonOf: (...facts: Facts) => string = () => '',
): (...facts: Facts) => void {
  let last = { at: -Infinity, reason: '' };
  return (...facts) => {
    const [at, reason] = [performance.now(), reasonOf(...facts)];
    if (at - last.at < REPEAT_MS && reason === last.reason) return;
    last = { at, reason };
    log(...facts);
  };
}
