/** How slowly something may come: in milliseconds from its beginning, and as long again as its bytes take at that rate. */
export interface Pace {
  graceMs: number;
  slowestBytesPerSecond: number;
}

/**
 * Watches that what comes is not slower than `pace` allows, from now on until `stop` is called.
 *
 * @param received how many bytes have come since; @param onSlow called once
 * @returns stop
 */
export function watchPace({ graceMs, slowestBytesPerSecond }: Pace, received: () => number, onSlow: () => void) {
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
