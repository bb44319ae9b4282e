import path from 'node:path';
import type { DataSource } from 'typeorm';
import { checkLedger } from '../../ledger-check/ledger-check.js';
import { MediaStore } from '../../media/media-store.js';
import { hasApplicationRole } from '../../platform/database/application-role.js';
import { connectDatabase, createOwnerDataSource } from '../../platform/database/data-source.js';
import { FolderFileStore } from '../../platform/file-store/folder-file-store.js';
import { databaseBytes, findPictures } from './backup.sql.js';
import { findBackup } from './find-backup.js';
import { BackupError, readManifest, type Manifest } from './manifest.js';
import { readRestorable, restoreRows, type ReadBackup } from './restore-backup.js';
import { withThrowawayDatabase } from './throwaway-database.js';
import { missingAmong } from './write-backup.js';

/** What a rehearsal found out. Times are in milliseconds. */
export interface RehearsalReport {
  folder: string;
  manifest: Manifest;
  ageMs: number;
  /** The size of the restored database. */
  databaseBytes: number;
  took: { read: number; restore: number; check: number };
}

/** By how much the clocks of two machines may differ. A backup dated in the future would hide until then that backups have stopped. */
const CLOCK_TOLERANCE_MS = 3_600_000;

interface RehearsalOptions {
  /** Milliseconds; an older backup fails. */
  maxAgeMs?: number;
}

/**
 * Proves that a backup can be restored: into a database of its own, which is dropped at the end. Pictures are compared with the
 * manifest where they lie, and copied nowhere; neither the shop's database nor its pictures are touched.
 * @param databaseUrl of the shop, as the owner of its tables
 * @param place a backup, or a folder of backups, of which the newest is taken
 * @throws BackupError with one sentence when the backup is too old, not whole, cannot be restored, or its shop is not sound
 */
export async function rehearseRestore(
  databaseUrl: string,
  place: string,
  { maxAgeMs = Infinity }: RehearsalOptions = {},
): Promise<RehearsalReport> {
  const folder = await findBackup(place);
  const { taken_at } = await readManifest(folder);
  const ageMs = Date.now() - Date.parse(taken_at);
  if (ageMs < -CLOCK_TOLERANCE_MS)
    throw new BackupError(
      `${folder} says that it was taken at ${taken_at}, which is to come: set the clock, and delete it once there is another one.`,
    );
  if (ageMs > maxAgeMs) throw new BackupError(`${folder} is older than allowed: it was taken at ${taken_at}.`);
  const [backup, read] = await timed(() => readRestorable(folder));
  return withThrowawayDatabase(databaseUrl, async (url) => {
    const owner = await connectDatabase(createOwnerDataSource(url));
    try {
      const [, restore] = await timed(() => restoreRows(owner, backup));
      const [, check] = await timed(() => refuseUnsound(owner, backup));
      const report = { folder, manifest: backup.manifest, ageMs, databaseBytes: await databaseBytes(owner) };
      return { ...report, took: { read, restore, check } };
    } finally {
      await owner.destroy();
    }
  });
}

/** Whether the shop of a backup had the role `may_app`, which its database user may not have been able to make. */
export const hasRights = ({ tables }: Manifest): boolean => tables.some(({ rights }) => rights !== null);

async function timed<T>(act: () => Promise<T>): Promise<[T, number]> {
  const start = performance.now();
  const result = await act();
  return [result, performance.now() - start];
}

async function refuseUnsound(owner: DataSource, { folder, manifest }: ReadBackup): Promise<void> {
  const violations = await checkLedger(owner);
  if (violations.length > 0)
    throw new BackupError(`The restored ledger is broken: ${violations.map(({ invariant }) => invariant).join('; ')}.`);
  if (hasRights(manifest) && !(await hasApplicationRole(owner)))
    throw new BackupError(
      'The role may_app lacks rights in the restored database, or has too many: see "Backup and restore".',
    );
  const pictures = new MediaStore(new FolderFileStore(path.join(folder, 'media')));
  const named = new Set(manifest.missing_pictures);
  const missing = await missingAmong(await hashesOf(owner), pictures);
  const lost = missing.filter((hash) => !named.has(hash));
  if (lost.length > 0) throw new BackupError(`${lost.length} pictures are missing in ${folder}, such as ${lost[0]}.`);
}

async function hashesOf(owner: DataSource): Promise<string[]> {
  const runner = owner.createQueryRunner();
  return findPictures(runner).finally(() => runner.release());
}
