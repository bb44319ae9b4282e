import path from 'node:path';
import { BackupError } from './manifest.js';

/**
 * Reads the only argument of a command: a folder.
 * @param name such as `--to`
 * @returns the absolute path
 * @throws BackupError with the usage when there is something else
 */
export function folderArgument(name: string, command: string): string {
  const [given, folder, ...others] = process.argv.slice(2);
  if (given !== name || !folder || others.length > 0)
    throw new BackupError(`Say which folder: npm run ${command} -- ${name} FOLDER`);
  return path.resolve(folder);
}
