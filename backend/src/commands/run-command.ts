import { parseArgs } from 'node:util';
import { errorSentence } from '../platform/errors/error-sentence.js';

/**
 * Runs a command to its end. A failure prints one sentence on standard error, and the exit code is 1.
 * @param act returns the exit code; nothing for 0
 */
export async function runCommand(act: () => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await act()) ?? 0;
  } catch (error) {
    console.error(errorSentence(error));
    process.exitCode = 1;
  }
}

/**
 * For a command without arguments: `--dry-run` must not be taken for leave to do all of it.
 * @throws TypeError when the process was given any
 */
export const refuseArguments = (): void => void parseArgs({});
