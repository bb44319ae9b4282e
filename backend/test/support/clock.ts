const now = Date.now;
let passedMs = 0;

/** Lets time pass at once for whoever reads `Date.now()`, until the test file ends. Timers that run do not notice. */
export function passTime(ms: number): void {
  passedMs += ms;
  Date.now = () => now() + passedMs;
}
