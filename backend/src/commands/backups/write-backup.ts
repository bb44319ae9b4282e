import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { DataSource, QueryRunner } from 'typeorm';
import { MediaStore, isPictureFile } from '../../media/media-store.js';
import type { Config } from '../../platform/config/config.js';
import { SETTINGS } from '../../platform/config/environment/schema.js';
import { connectDatabase, createOwnerDataSource } from '../../platform/database/data-source.js';
import { migrationNames } from '../../platform/database/migrations.js';
import { copyFiles } from '../../platform/file-store/copy-files.js';
import type { FileStore } from '../../platform/file-store/file-store.js';
import { FolderFileStore } from '../../platform/file-store/folder-file-store.js';
import { openFileStore } from '../../platform/file-store/open-file-store.js';
import { syncFolder, syncFolders } from '../../platform/file-store/sync-folders.js';
import { projectVersion } from '../../platform/threads/built-file.js';
import {
  beginSnapshot,
  copyOutOf,
  findMigrations,
  findPictures,
  findSequences,
  findShownPictures,
  waitForLong,
} from './backup.sql.js';
import { BACKUP_FORMAT, BackupError, dataFile, manifestFile, sha256Of, type Manifest } from './manifest.js';
import { partialOf } from './rotate-backups.js';

/**
 * Writes a backup of the database, the pictures and the settings without secrets, beside a running shop. It is written aside
 * and gets its name at the end.
 * @param folder must not exist, or be empty
 * @throws BackupError when the folder is in use or the database is not of this release; errors of the disk and the database
 */
export async function writeBackup(config: Config, folder: string): Promise<Manifest> {
  await refuseFull(folder);
  const source = await connectDatabase(createOwnerDataSource(config.directDatabaseUrl));
  const aside = partialOf(folder);
  try {
    // It holds personal data and password hashes.
    await mkdir(aside, { recursive: true, mode: 0o700 });
    await mkdir(path.join(aside, 'data'));
    const media = openFileStore(config, 'media');
    const content = await dump(source.createQueryRunner(), aside, media);
    const lost_pictures = await lostPictures(source, media, content.missing_pictures);
    await writeFile(path.join(aside, 'settings.env'), settingsOf(process.env), { flush: true });
    const files: Manifest['files'] = [];
    // One by one: a shop has more pictures than a process may open files.
    for (const name of await filesIn(aside)) files.push(await describe(aside, name));
    // A rehearsal excuses those alone that were deleted or new.
    const missing_pictures = content.missing_pictures.filter((hash) => !lost_pictures.includes(hash));
    const manifest = { ...content, missing_pictures, lost_pictures, files };
    await writeFile(manifestFile(aside), JSON.stringify(manifest, null, 1), { flush: true });
    await syncFolders(aside);
    await rmdir(folder).catch(() => undefined);
    await rename(aside, folder);
    await syncFolder(path.dirname(folder));
    return manifest;
  } finally {
    await source.destroy();
    await rm(aside, { recursive: true, force: true });
  }
}

async function refuseFull(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new BackupError(`${folder} cannot be used (${error.code}): name a folder that does not exist yet.`);
  });
  if (names.length > 0)
    throw new BackupError(`${folder} is not empty: name a folder that does not exist yet, nothing was written.`);
}

async function dump(
  db: QueryRunner,
  folder: string,
  media: FileStore,
): Promise<Omit<Manifest, 'files' | 'lost_pictures'>> {
  const client = (await db.connect()) as PoolClient;
  // A stream that breaks off takes the connection with it; the next statement says so.
  client.on('error', () => undefined);
  await waitForLong(db);
  // What is committed later may be missing in it, and copying the pictures may take hours.
  const taken_at = new Date().toISOString();
  const snapshot = await beginSnapshot(db);
  const migrations = await findMigrations(db);
  const known = migrationNames();
  if (migrations.some((name) => !known.includes(name)))
    throw new BackupError(
      'The database is of a later release, which alone can back it up: run `backup` of that release.',
    );
  if (migrations.join() !== known.join())
    throw new BackupError('The database is of an earlier release: run `npm run migrate` first.');
  const tables: Manifest['tables'] = [];
  for (const table of snapshot) {
    const rows = client.query(copyTo(copyOutOf(table)));
    await pipeline(
      rows,
      createGzip({ level: 1 }),
      createWriteStream(path.join(folder, dataFile(table.name)), { flush: true }),
    );
    tables.push({ ...table, rows: rows.rowCount });
  }
  const pictures = await findPictures(db);
  // Their values do not belong to the snapshot, so they are read last: not before the rows that use them.
  const sequences = await findSequences(db);
  // Copying pictures may take hours: a migration need not wait for it.
  await db.query('COMMIT');
  await db.release();
  const copies = new FolderFileStore(path.join(folder, 'media'));
  await copyFiles(media, copies, isPictureFile);
  const missing_pictures = await missingAmong(pictures, new MediaStore(copies));
  return {
    format: BACKUP_FORMAT,
    taken_at,
    release: projectVersion(),
    migrations,
    tables,
    sequences,
    missing_pictures,
  };
}

/** Returns the pictures, of these hashes, whose original a store lacks. */
export async function missingAmong(hashes: readonly string[], copies: MediaStore): Promise<string[]> {
  const missing: string[] = [];
  for (const hash of hashes) if (!(await copies.has(hash))) missing.push(hash);
  return missing;
}

/**
 * Finds what a shop itself has lost: its store is another one than it seems, or was damaged.
 * @param missing hashes of pictures that a backup lacks; others of them were deleted, or stored while it was written
 */
async function lostPictures(source: DataSource, media: FileStore, missing: readonly string[]): Promise<string[]> {
  return findShownPictures(source, await missingAmong(missing, new MediaStore(media)));
}

/** The files below a folder, relative to it; none when it is missing. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  const files = entries.filter((entry) => entry.isFile());
  return files.map((file) => path.relative(folder, path.join(file.parentPath, file.name)).replaceAll(path.sep, '/'));
}

async function describe(folder: string, name: string): Promise<Manifest['files'][number]> {
  const file = path.join(folder, name);
  return { name, bytes: (await stat(file)).size, sha256: await sha256Of(file) };
}

/** The settings that are set and not secret. DATA_DIR belongs to the machine. */
function settingsOf(env: NodeJS.ProcessEnv): string {
  const lines = Object.entries(SETTINGS).flatMap(([name, { kind }]) => {
    const isSecret = 'isSecret' in kind && kind.isSecret === true;
    return env[name] && !isSecret && name !== 'DATA_DIR' ? [`${name}=${JSON.stringify(env[name])}\n`] : [];
  });
  return lines.join('');
}
