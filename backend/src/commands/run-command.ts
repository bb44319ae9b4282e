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
