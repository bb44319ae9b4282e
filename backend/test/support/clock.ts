const now = Date.now;
let passedMs = 0;

/** Moves `Date.now()` forward until the test file ends. Running timers are not affected. */
export function passTime(ms: number): void {
  passedMs += ms;
  Date.now = () => now() + passedMs;
}
