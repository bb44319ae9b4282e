import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { BackupError, manifestFile, readManifest } from './manifest.js';

const DATED = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;
const HALF = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.[\da-f-]{36}\.partial$/;
/** Longer than the check of a large backup, in which nothing is written, and shorter than from one night to the next. */
const IDLE_MS = 12 * 3_600_000;

/** The name of a backup in a folder of backups: its time in UTC, so that names stand in the order of time. */
export const datedName = (now: Date): string => `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** The folder of a backup that is being written, or of one that is being deleted: no restore takes it. */
export const partialOf = (folder: string): string => `${folder}.${randomUUID()}.partial`;

/**
 * Deletes what killed backups have left, which would fill the disk night by night. One that is still being written stays.
 * @param folder of all backups; it may be missing
 */
export async function deleteHalfBackups(folder: string, now: Date): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new BackupError(`${folder} cannot be used (${error.code}): name a folder for all backups.`);
  });
  for (const half of names.filter((name) => HALF.test(name)).map((name) => path.join(folder, name)))
    if (now.getTime() - (await lastWrite(half)) > IDLE_MS) await rm(half, { recursive: true, force: true });
}

/**
 * Deletes the oldest whole backups, of those that this command has named, when there are more than `keep`.
 * @param written the new one, which stays whatever the clock said
 * @returns the names of those that are deleted
 */
export async function deleteOldBackups(folder: string, keep: number, written: string): Promise<string[]> {
  const others = await otherBackups(folder, written);
  return deleteBackups(folder, others.slice(0, Math.max(0, others.length - (keep - 1))), written);
}

/**
 * Deletes the other backups that lack pictures of the shop: with a new one each night they would fill the disk, and the last good ones must stay.
 * @param written the new one, which lacks pictures too
 * @returns the names of those that are deleted
 */
export async function deleteLossyBackups(folder: string, written: string): Promise<string[]> {
  const lossy: string[] = [];
  for (const name of await otherBackups(folder, written)) {
    const manifest = await readManifest(path.join(folder, name)).catch(() => undefined);
    if (manifest && manifest.lost_pictures.length > 0) lossy.push(name);
  }
  return deleteBackups(folder, lossy, written);
}

/** The names of the other whole backups that this command has named, oldest first. */
async function otherBackups(folder: string, written: string): Promise<string[]> {
  const names = (await readdir(folder)).filter(
    (name) => DATED.test(name) && name !== written && existsSync(manifestFile(path.join(folder, name))),
  );
  return names.toSorted();
}

async function deleteBackups(folder: string, old: string[], written: string): Promise<string[]> {
  for (const backup of old.map((name) => path.join(folder, name))) {
    try {
      // Half of it must not look like a whole one.
      const aside = partialOf(backup);
      await rename(backup, aside);
      await rm(aside, { recursive: true, force: true });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new BackupError(`${written} is written, but ${backup} cannot be deleted (${code}): the disk will fill.`);
    }
  }
  return old;
}

/** When something was last written below a folder, in milliseconds; `Infinity` when another backup renames or deletes it meanwhile. */
async function lastWrite(folder: string): Promise<number> {
  let last = 0;
  try {
    for (const name of ['', ...(await readdir(folder, { recursive: true }))])
      last = Math.max(last, (await stat(path.join(folder, name))).mtimeMs);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return Infinity;
  }
  return last;
}
