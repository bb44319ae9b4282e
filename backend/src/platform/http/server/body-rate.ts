/** The slowest allowed body: a grace period in milliseconds, and then the time that its bytes take at this rate. */
export interface BodyRate {
  graceMs: number;
  slowestBytesPerSecond: number;
}

/**
 * Watches that a body does not arrive more slowly than the rate allows, until the returned function is called.
 *
 * @param received returns the bytes received since the call; @param onSlow called once
 * @returns a function that stops watching
 */
export function watchBodyRate(
  { graceMs, slowestBytesPerSecond }: BodyRate,
  received: () => number,
  onSlow: () => void,
) {
  const begin = performance.now();
  const left = () => begin + graceMs + (received() / slowestBytesPerSecond) * 1_000 - performance.now();
  let timer = setTimeout(check, graceMs);
  function check() {
    const rest = left();
    if (rest <= 0) onSlow();
    else timer = setTimeout(check, rest);
  }
  return () => clearTimeout(timer);
}
