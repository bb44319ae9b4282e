import os from 'node:os';
import type { QueryRunner } from 'typeorm';
import { connectDatabase, createOwnerDataSource } from '../../platform/database/data-source.js';
import { waitForLong } from './backup.sql.js';
import { BackupError } from './manifest.js';

/** Marks a database that a rehearsal may drop. PostgreSQL's names have 63 bytes at most. */
const ENDING = '_rehearsal';
const MARK = 'A copy that npm run restore -- --rehearsal makes and drops';
const MAX_NAME_BYTES = 63;
/** PostgreSQL's codes: object_in_use, insufficient_privilege. */
const [IS_IN_USE, LACKS_RIGHT] = ['55006', '42501'];

/**
 * Makes an empty database beside another one, and drops it afterwards: also when the work fails, and when a signal ends the process.
 * What a killed process has left is dropped first.
 * @param url of the other database, of a user that may create databases
 * @param work gets the URL of the new one; it has closed its connections at its end
 * @throws BackupError when the user may not create a database, or another process uses the copy
 */
export async function withThrowawayDatabase<T>(url: string, work: (url: string) => Promise<T>): Promise<T> {
  const copy = new URL(url);
  const name = nameBeside(copy);
  await asOwner(url, (owner) => make(owner, name));
  copy.pathname = `/${encodeURIComponent(name)}`;
  const drop = () => asOwner(url, (owner) => owner.query(`DROP DATABASE IF EXISTS ${quoted(name)} WITH (FORCE)`));
  const stop = (signal: NodeJS.Signals) =>
    void drop()
      .catch((error: Error) => console.error(`The database ${name} could not be dropped: ${error.message}`))
      .finally(() => process.exit(128 + os.constants.signals[signal]));
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, stop);
  try {
    return await work(copy.href);
  } finally {
    await drop();
    for (const signal of signals) process.off(signal, stop);
  }
}

function nameBeside({ pathname, username }: URL): string {
  const other = decodeURIComponent(pathname.slice(1) || username);
  return (
    Buffer.from(other)
      .subarray(0, MAX_NAME_BYTES - ENDING.length)
      .toString() + ENDING
  );
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

async function asOwner<T>(url: string, work: (owner: QueryRunner) => Promise<T>): Promise<T> {
  const source = await connectDatabase(createOwnerDataSource(url));
  try {
    const owner = source.createQueryRunner();
    await waitForLong(owner);
    return await work(owner);
  } finally {
    await source.destroy();
  }
}

async function make(owner: QueryRunner, name: string): Promise<void> {
  await dropLeftover(owner, name);
  try {
    await owner.query(`CREATE DATABASE ${quoted(name)} TEMPLATE template0 ENCODING 'UTF8'`);
  } catch (error) {
    if (codeOf(error) !== LACKS_RIGHT) throw error;
    throw new BackupError(
      'The database user may not create the database of the rehearsal: give it CREATEDB, or name another server by DATABASE_URL.',
    );
  }
  await owner.query(`COMMENT ON DATABASE ${quoted(name)} IS '${MARK}'`);
}

async function dropLeftover(owner: QueryRunner, name: string): Promise<void> {
  const [left] = (await owner.query(
    `SELECT shobj_description(oid, 'pg_database') AS mark FROM pg_database WHERE datname = $1`,
    [name],
  )) as { mark: string | null }[];
  if (!left) return;
  if (left.mark !== MARK)
    throw new BackupError(`There is a database ${name} that no rehearsal has made: rename it, nothing was changed.`);
  try {
    await owner.query(`DROP DATABASE IF EXISTS ${quoted(name)}`);
  } catch (error) {
    if (codeOf(error) !== IS_IN_USE) throw error;
    throw new BackupError(`Another rehearsal uses the database ${name}: wait for its end.`);
  }
}

const codeOf = (error: unknown) => (error as { code?: string }).code;
