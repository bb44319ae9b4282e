// @ts-check
import { LaunchError } from './launch-error.mjs';

/**
 * @typedef {object} How
 * @property {boolean} drain whether others may need a while to see that the shop stops: it was told by SIGTERM
 */

/**
 * @typedef {object} Run
 * @property {AbortSignal} signal aborted when the command is told to stop
 * @property {(stop: (how: How) => Promise<unknown>) => void} onStop what to do at the end, whatever happens; last said, first done
 */

/**
 * Runs a command until it ends, fails, or is told to stop by Ctrl-C, a signal, or the end of whoever forked it. Then
 * everything it started is stopped in reverse order, and the process ends: with 1 after a failure, whose sentence is
 * printed, else with 0. Told twice, it ends at once; the next start clears up.
 *
 * @param {(run: Run) => Promise<void>} command
 */
export async function launch(command) {
  const told = new AbortController();
  let drain = false;
  const stop = (/** @type {unknown} */ signal) => {
    if (told.signal.aborted) process.exit(1);
    drain = signal === 'SIGTERM';
    told.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop).on('disconnect', stop);

  /** @type {((how: How) => Promise<unknown>)[]} */
  const stops = [];
  let code = 0;
  const report = (/** @type {unknown} */ error) => {
    code = 1;
    if (!(error instanceof LaunchError)) console.error(error);
    else if (error.message) console.error(error.message);
  };
  try {
    await command({ signal: told.signal, onStop: (action) => stops.unshift(action) });
  } catch (error) {
    if (error !== told.signal.reason) report(error);
  }
  for (const action of stops) await action({ drain }).catch(report);
  process.exit(code);
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<never>} fails when the command is told to stop
 */
export function untilTold(signal) {
  return new Promise((_, reject) => {
    const stop = () => reject(/** @type {DOMException} */ (signal.reason));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
}
