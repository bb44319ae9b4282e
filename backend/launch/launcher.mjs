// @ts-check
import { LaunchError } from './launch-error.mjs';

/**
 * @typedef {object} StopOptions
 * @property {boolean} drain true after SIGTERM: callers may need a while to notice that the shop stops
 */

/**
 * @typedef {object} Run
 * @property {AbortSignal} signal aborted when the command is to stop
 * @property {(action: (options: StopOptions) => Promise<unknown>) => void} onStop adds a clean-up action, which runs at the end,
 *   whatever happens. Actions run in reverse order
 */

/**
 * Runs a command until it ends, fails, or is stopped by Ctrl-C, a signal, or the end of its parent process. Then everything
 * that it started is stopped in reverse order, and the process exits: with 1 after a failure, whose sentence is printed, else
 * with 0. A second request to stop exits at once, without cleaning up; the next start does that.
 *
 * @param {(run: Run) => Promise<void>} command
 */
export async function launch(command) {
  const stopping = new AbortController();
  let drain = false;
  const stop = (/** @type {unknown} */ signal) => {
    if (stopping.signal.aborted) process.exit(1);
    drain = signal === 'SIGTERM';
    stopping.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop).on('disconnect', stop);

  /** @type {((options: StopOptions) => Promise<unknown>)[]} */
  const actions = [];
  let code = 0;
  const report = (/** @type {unknown} */ error) => {
    code = 1;
    if (!(error instanceof LaunchError)) console.error(error);
    else if (error.message) console.error(error.message);
  };
  try {
    await command({ signal: stopping.signal, onStop: (action) => actions.unshift(action) });
  } catch (error) {
    if (error !== stopping.signal.reason) report(error);
  }
  for (const action of actions) await action({ drain }).catch(report);
  process.exit(code);
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<never>} rejects when the command is to stop
 */
export function untilStopped(signal) {
  return new Promise((_, reject) => {
    const stop = () => reject(/** @type {DOMException} */ (signal.reason));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
}
