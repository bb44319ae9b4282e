import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { BackupError, manifestFile } from './manifest.js';

/** Half a backup, and what a disk of its own has at its root: only root may enter `lost+found`, perhaps also `.snapshots`. */
const NO_BACKUP = /^\.|^lost\+found$|\.partial$/;

/**
 * Finds the backup that a folder is, or the newest of those in it. Half a backup is none.
 * @throws BackupError when there is none
 */
export async function findBackup(folder: string): Promise<string> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`${folder} cannot be read (${error.code}): name a backup, or a folder of backups.`);
  });
  if (names.includes(path.basename(manifestFile(folder)))) return folder;
  const backups = names.filter((name) => !NO_BACKUP.test(name)).map((name) => path.join(folder, name));
  const dated = await Promise.all(backups.map(async (backup) => ({ backup, takenAt: await takenAt(backup) })));
  const [newest] = dated.filter((each) => each.takenAt !== '').toSorted((a, b) => (a.takenAt < b.takenAt ? 1 : -1));
  if (!newest) throw new BackupError(`${folder} holds no backup.`);
  return newest.backup;
}

/** The time in a manifest, in ISO 8601; empty where there is none. Whether the manifest is right is seen when the backup is read. */
async function takenAt(backup: string): Promise<string> {
  const text = await readFile(manifestFile(backup), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return '';
    throw new BackupError(
      `${manifestFile(backup)} cannot be read (${error.code}): whether it is the newest is unknown.`,
    );
  });
  return /"taken_at":\s*"([^"]+)"/.exec(text)?.[1] ?? '';
}
