// @ts-check
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/*
 * Loaded into each process of a measured shop (`--import`): adds how late its event loop was in the last seconds, as milliseconds at the
 * 99th percentile, as a line to a file that is named like the process.
 */

const EVERY_MS = 5_000;
const RESOLUTION_MS = 10;
const folder = process.env.BENCH_LOOP_DIR;

if (isMainThread && folder) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  setInterval(() => {
    // The histogram counts the timer's own interval too.
    const late = Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS);
    delay.reset();
    appendFileSync(path.join(folder, String(process.pid)), `${late.toFixed(1)}\n`);
  }, EVERY_MS).unref();
}
