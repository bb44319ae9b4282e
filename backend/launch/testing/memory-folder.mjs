// @ts-check
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isRunning } from '../processes/processes.mjs';

/** Linux's file system in memory. */
const MEMORY = '/dev/shm';

const PREFIX = 'may-tests-';

/** A whole run takes about a gigabyte at once. A container often has only 64 MB there. */
const NEEDED_BYTES = 6 * 2 ** 30;

/**
 * Puts the temporary files of this process and its children into memory, where there is room: `os.tmpdir()` becomes a folder
 * that is deleted when this process ends. Tests create and delete many thousands of small files, above all with their databases.
 * ext4 reuses the inode number of a deleted file only after five seconds, so creating a file after so many deletions takes a long search.
 *
 * A TMPDIR that is set stays.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR || !hasRoom()) return;
  removeLeftovers();
  const folder = path.join(MEMORY, `${PREFIX}${process.pid}`);
  // The account that PostgreSQL runs as must be able to enter it.
  mkdirSync(folder, { mode: 0o755 });
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.env.TMPDIR = folder;
}

/** @returns {boolean} true when `os.tmpdir()` is such a folder, of this process or of one that started it */
export const areTemporaryFilesInMemory = () => os.tmpdir().startsWith(path.join(MEMORY, PREFIX));

function hasRoom() {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, os.freemem()) >= NEEDED_BYTES;
}

/** Deletes the folders of runs that were killed. */
function removeLeftovers() {
  for (const name of readdirSync(MEMORY)) {
    const pid = Number(name.slice(PREFIX.length));
    // A folder with this process's id is a leftover too: it has not made its own yet.
    if (!name.startsWith(PREFIX) || (pid !== process.pid && isRunning(pid))) continue;
    try {
      rmSync(path.join(MEMORY, name), { recursive: true, force: true });
    } catch {
      // Another account's.
    }
  }
}
