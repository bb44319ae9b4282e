// @ts-check
import os from 'node:os';
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

/** npm passes on the Ctrl-C that its terminal has sent to the command, too: the same signal within these milliseconds is one. */
const SAME_SIGNAL_MS = 500;

/**
 * Runs a command until it ends, fails, or is stopped by Ctrl-C, a signal, or the end of its parent process. Then everything
 * that it started is stopped in reverse order, and the process exits: with 1 after a failure, whose sentence is printed, else
 * with 0. A second request to stop exits at once, without cleaning up; the next start does that.
 *
 * @param {(run: Run) => Promise<void>} command
 * @param {object} [options]
 * @param {boolean} [options.mustEnd] the command has work to do: one that is stopped before its end says so, and exits with 128 and the
 *   number of the signal, as a shell has it
 */
export async function launch(command, { mustEnd = false } = {}) {
  const stopping = new AbortController();
  let drain = false;
  /** @type {NodeJS.Signals | undefined} undefined for the end of the parent process */
  let stoppedBy;
  let stoppedAt = 0;
  const stop = (/** @type {NodeJS.Signals | undefined} */ signal) => {
    if (stopping.signal.aborted) {
      if (signal === stoppedBy && performance.now() - stoppedAt < SAME_SIGNAL_MS) return;
      process.exit(1);
    }
    stoppedBy = signal;
    stoppedAt = performance.now();
    drain = signal === 'SIGTERM';
    stopping.abort();
  };
  process
    .on('SIGINT', stop)
    .on('SIGTERM', stop)
    .on('SIGHUP', stop)
    .on('disconnect', () => stop(undefined));

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
    else if (mustEnd) {
      console.error(`Stopped ${stoppedBy ? `by ${stoppedBy} ` : ''}before the end: what it had to do is not done.`);
      code = stoppedBy ? 128 + os.constants.signals[stoppedBy] : 1;
    }
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
