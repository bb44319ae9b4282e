import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { DataSource, QueryRunner } from 'typeorm';
import type { Config } from '../../platform/config/config.js';
import { connectDatabase, createOwnerDataSource } from '../../platform/database/data-source.js';
import { migrate, migrateEmpty, migrationNames } from '../../platform/database/migrations.js';
import { holdMigrations } from '../../platform/database/run-migrations.js';
import { FolderFileStore } from '../../platform/file-store/folder-file-store.js';
import { openFileStore } from '../../platform/file-store/open-file-store.js';
import { copyInto, findRelation, findTables, finishRows, waitForLong, withoutReferences } from './backup.sql.js';
import { commitOutcome } from './commit-outcome.js';
import { BackupError, dataFile, readManifest, refuseDamaged, type Manifest } from './manifest.js';
import { intoBucket, intoFolder } from './place-pictures.js';

/** How long a server that lost a COMMIT's answer may take to say what became of it: it may be starting again. */
const ANSWER_MS = 60_000;

/** A backup that was read and found whole. */
export interface ReadBackup {
  folder: string;
  manifest: Manifest;
}

/** COMMIT was sent, and no answer came. */
class UnansweredCommit extends Error {
  /** @param id of the transaction */
  constructor(
    readonly id: string,
    override readonly cause: Error,
  ) {
    super(cause.message);
  }
}

/**
 * Restores a backup into an empty database and an empty store of pictures: all of it, or nothing. A backup of an earlier
 * release is migrated to this one afterwards.
 * @throws BackupError when the backup is not whole, of a later release, there is something that it would overwrite, or the database
 * does not tell whether it was restored; errors of the disk and the database
 */
export async function restoreBackup(
  config: Config,
  folder: string,
  { answerMs = ANSWER_MS }: { answerMs?: number } = {},
): Promise<Manifest> {
  const { manifest } = await readRestorable(folder);
  const pictures = new FolderFileStore(path.join(folder, 'media'));
  const media = openFileStore(config, 'media');
  const placement = media instanceof FolderFileStore ? intoFolder(pictures, media) : intoBucket(pictures, media);
  await placement.refuseOthers();
  const source = await connectDatabase(createOwnerDataSource(config.directDatabaseUrl));
  try {
    await placement.prepare();
    await load(source, { folder, manifest }, placement.place).catch(async (error: unknown) => {
      const isUnanswered = error instanceof UnansweredCommit;
      const outcome = isUnanswered ? await commitOutcome(source, error.id, answerMs) : 'aborted';
      if (outcome === 'committed') return;
      if (outcome === 'unknown') throw unknownOutcome(error as Error, media.place);
      await placement.undo();
      throw isUnanswered ? error.cause : error;
    });
    await bringUpToDate(source);
    return manifest;
  } finally {
    await source.destroy();
    // Why it failed matters more than a folder that cannot be removed.
    await placement.tidy().catch(() => undefined);
  }
}

/**
 * Reads a backup and compares every file with its manifest.
 * @throws BackupError when the backup is not whole, or of a later release
 */
export async function readRestorable(folder: string): Promise<ReadBackup> {
  const manifest = await readManifest(folder);
  refuseLater(manifest);
  await refuseDamaged(folder, manifest);
  return { folder, manifest };
}

/**
 * Restores the rows of a backup alone, without its pictures, into an empty database, and migrates it to this release.
 * @param owner the database's owner
 * @throws BackupError when the database is not empty, gets other rows or fewer rights; errors of the disk and the database
 */
export async function restoreRows(owner: DataSource, backup: ReadBackup): Promise<void> {
  await load(owner, backup, () => Promise.resolve());
  await bringUpToDate(owner);
}

async function bringUpToDate(owner: DataSource): Promise<void> {
  await migrate(owner);
  const db = owner.createQueryRunner();
  try {
    await waitForLong(db);
    await db.query('ANALYZE');
  } finally {
    await db.release();
  }
}

/** The pictures stay: they belong to the database if it was restored. */
const unknownOutcome = ({ message }: Error, place: string) =>
  new BackupError(
    `It is unknown whether the database was restored (${message}): if it has tables, all is restored, run \`npm run migrate\` and ` +
      `\`npm run ledger:check\`; if it is empty, delete the pictures in ${place} and restore again.`,
  );

function refuseLater({ migrations, release }: Manifest): void {
  const known = migrationNames();
  if (migrations.length === 0 || migrations.some((name, nth) => name !== known[nth]))
    throw new BackupError(
      `The backup is of release ${release}, whose database this release does not know: restore it with that release or a later one.`,
    );
}

/**
 * Fills the database in one transaction.
 * @param place puts the pictures in their place, right before the end
 * @throws UnansweredCommit when the transaction may have been committed all the same
 */
async function load(owner: DataSource, { folder, manifest }: ReadBackup, place: () => Promise<void>): Promise<void> {
  const db = owner.createQueryRunner();
  const client = (await db.connect()) as PoolClient;
  client.on('error', () => undefined);
  try {
    await waitForLong(db);
    await db.startTransaction();
    await refuseUsed(db);
    await migrateEmpty(db, manifest.migrations.length);
    const putBack = await withoutReferences(db, manifest.tables);
    for (const table of manifest.tables) {
      const rows = client.query(copyFrom(copyInto(table)));
      await pipeline(createReadStream(path.join(folder, dataFile(table.name))), createGunzip(), rows);
      if (rows.rowCount !== table.rows)
        throw new BackupError(`${table.name} got ${rows.rowCount} rows and not ${table.rows}: nothing was changed.`);
    }
    await finishRows(db, manifest.sequences);
    await putBack();
    await refuseFewerRights(db, manifest);
    const [{ id }] = (await db.query('SELECT pg_current_xact_id()::text AS id')) as [{ id: string }];
    await place();
    await db.commitTransaction().catch((error: Error) => {
      throw new UnansweredCommit(id, error);
    });
  } catch (error) {
    await db.rollbackTransaction().catch(() => undefined);
    throw error;
  } finally {
    await db.release();
  }
}

/** A shop that starts meanwhile waits, and then finds the restored database. */
async function refuseUsed(db: QueryRunner): Promise<void> {
  if (!(await holdMigrations(db)))
    throw new BackupError(
      'The database is being migrated or restored by another process: wait for its end, nothing was changed.',
    );
  const relation = await findRelation(db);
  if (relation)
    throw new BackupError(
      `The database is not empty, it has ${relation}: restore into an empty one, nothing was changed.`,
    );
}

/** The role of the application belongs to the server, and a backup does not contain it: the migrations create it. */
async function refuseFewerRights(db: QueryRunner, { tables }: Manifest): Promise<void> {
  const rights = new Map((await findTables(db)).map((table) => [table.name, table.rights]));
  const other = tables.find((table) => table.rights !== null && table.rights !== rights.get(table.name));
  if (other)
    throw new BackupError(
      `The role may_app lacks rights that it had (${other.name}: ${rights.get(other.name) ?? 'none'}): give this database user CREATEROLE, or have may_app created; nothing was changed.`,
    );
}
