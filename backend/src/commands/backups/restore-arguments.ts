import path from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError } from './manifest.js';

/** What `npm run restore` is to do. */
export interface RestoreArguments {
  /** The absolute path of a backup; for a rehearsal also of a folder of backups. */
  folder: string;
  isRehearsal: boolean;
  /** Milliseconds that the backup of a rehearsal may be old. */
  maxAgeMs?: number;
}

const USAGE =
  'Say which folder: npm run restore -- --from FOLDER, or npm run restore -- --rehearsal --from FOLDER [--max-age HOURS]';
const HOUR_MS = 3_600_000;

/**
 * Reads the arguments of the command.
 * @param args without the names of the programs
 * @throws BackupError with the usage when they are others
 */
export function restoreArguments(args: string[]): RestoreArguments {
  const { from, rehearsal: isRehearsal = false, 'max-age': hours } = parse(args);
  if (!from || (hours !== undefined && !isRehearsal)) throw new BackupError(USAGE);
  if (hours === undefined) return { folder: path.resolve(from), isRehearsal };
  if (!/^\d{1,6}$/.test(hours)) throw new BackupError('--max-age is a whole number of hours.');
  return { folder: path.resolve(from), isRehearsal, maxAgeMs: Number(hours) * HOUR_MS };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: { from: { type: 'string' }, rehearsal: { type: 'boolean' }, 'max-age': { type: 'string' } },
    }).values;
  } catch {
    throw new BackupError(USAGE);
  }
}
