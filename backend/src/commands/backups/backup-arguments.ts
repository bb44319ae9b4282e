import path from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError } from './manifest.js';
import { datedName } from './rotate-backups.js';

/** What `npm run backup` is to do. */
export interface BackupArguments {
  /** The absolute path of the backup. */
  folder: string;
  /** The folder of all backups, where the command gives each its name. */
  rotated?: { folder: string; keep: number };
}

const USAGE = 'Say which folder: npm run backup -- --to FOLDER, or npm run backup -- --into FOLDER [--keep NUMBER]';

/**
 * Reads the arguments of the command.
 * @param args without the names of the programs
 * @throws BackupError with the usage when they are others
 */
export function backupArguments(args: string[], now: Date): BackupArguments {
  const { to, into, keep } = parse(args);
  if (!to === !into || (keep !== undefined && !into)) throw new BackupError(USAGE);
  if (to) return { folder: path.resolve(to) };
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep))
    throw new BackupError('--keep is a whole number of backups, 1 or more.');
  const rotated = { folder: path.resolve(into ?? ''), keep: keep === undefined ? Infinity : Number(keep) };
  return { folder: path.join(rotated.folder, datedName(now)), rotated };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: { to: { type: 'string' }, into: { type: 'string' }, keep: { type: 'string' } },
    }).values;
  } catch {
    throw new BackupError(USAGE);
  }
}
