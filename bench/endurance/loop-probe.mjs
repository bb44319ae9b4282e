// @ts-check
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/*
 * Loaded into each process of a measured shop (`--import`): adds how late its event loop was in the last seconds as a line to a file that is
 * named like the process: milliseconds at the 99th percentile, how many times it was looked at, and how many of them it was too late.
 */

const EVERY_MS = 5_000;
const RESOLUTION_MS = 10;
/** What is too late: the aim is that 99 of 100 looks are not. */
const LATE_MS = 20;
const folder = process.env.BENCH_LOOP_DIR;

if (isMainThread && folder) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  setInterval(() => {
    // The histogram counts the timer's own interval too.
    const p99 = Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS);
    const late = Math.round((delay.count * (100 - percentileOf(delay, LATE_MS + RESOLUTION_MS))) / 100);
    const { count } = delay;
    delay.reset();
    appendFileSync(path.join(folder, String(process.pid)), `${p99.toFixed(1)} ${count} ${late}\n`);
  }, EVERY_MS).unref();
}

/**
 * Finds how many of 100 values of a histogram are no larger than a time: the opposite of its `percentile`.
 *
 * @param {import('node:perf_hooks').IntervalHistogram} histogram
 * @param {number} ms
 */
function percentileOf(histogram, ms) {
  if (histogram.max <= ms * 1e6) return 100;
  let [low, high] = [0, 100];
  while (high - low > 0.01) {
    const middle = (low + high) / 2;
    if (histogram.percentile(middle) <= ms * 1e6) low = middle;
    else high = middle;
  }
  return low;
}
