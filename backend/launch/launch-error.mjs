// @ts-check

/**
 * A failure that a person can act on. Its message is one whole sentence; the launchers print it alone, without a stack,
 * and exit with 1.
 */
export class LaunchError extends Error {
  /** @param {string} sentence what is wrong and, where it helps, what to do */
  constructor(sentence) {
    super(sentence);
    this.name = 'LaunchError';
  }
}

/**
 * Turns what the system or PostgreSQL said about a folder into a sentence, where it is one of the usual troubles.
 *
 * @param {unknown} error what was caught
 * @param {string} folder the folder that was being written
 * @returns {unknown} a LaunchError, or `error` itself when it is of another kind
 */
export function asLaunchError(error, folder) {
  if (error instanceof LaunchError) return error;
  const { code = '', message = '' } = /** @type {{ code?: string, message?: string }} */ (error);
  if (/ENOSPC|EDQUOT/.test(code) || /No space left on device|Disk quota exceeded/i.test(message))
    return diskFull(folder);
  if (/^(EACCES|EPERM|EROFS|ENOTDIR|EEXIST)$/.test(code) || /Permission denied|Read-only file system/i.test(message)) {
    return new LaunchError(
      `The data folder ${folder} cannot be written: make it writable for this user, or set DATA_DIR to another one.`,
    );
  }
  return error;
}

/**
 * @param {string} folder
 * @returns {LaunchError}
 */
function diskFull(folder) {
  return new LaunchError(`The disk that holds ${folder} is full: make room there, or set DATA_DIR to another disk.`);
}
