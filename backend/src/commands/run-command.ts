import os from 'node:os';
import { parseArgs } from 'node:util';
import { errorSentence } from '../platform/errors/error-sentence.js';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Process 1 of a container ignores a signal that it does not listen to. A command that tidies up listens too, and ends by itself. */
function endBy(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) === 1) process.exit(128 + os.constants.signals[signal]);
}

/**
 * Runs a command to its end. A failure prints one sentence on standard error, and the exit code is 1. SIGTERM and SIGINT end it with
 * 128 and their number.
 * @param act returns the exit code; nothing for 0
 */
export async function runCommand(act: () => Promise<number | void>): Promise<void> {
  for (const signal of SIGNALS) process.on(signal, endBy);
  try {
    process.exitCode = (await act()) ?? 0;
  } catch (error) {
    console.error(errorSentence(error));
    process.exitCode = 1;
  } finally {
    for (const signal of SIGNALS) process.off(signal, endBy);
  }
}

/**
 * For a command without arguments: `--dry-run` must not be taken for leave to do all of it.
 * @throws TypeError when the process was given any
 */
export const refuseArguments = (): void => void parseArgs({});
