import os from 'node:os';
import type { QueryRunner } from 'typeorm';
import { ADVISORY_LOCKS } from '../../platform/database/advisory-locks.js';
import { NO_STATEMENT_TIMEOUT, connectDatabase, createOwnerDataSource } from '../../platform/database/data-source.js';
import { withSessionLock } from '../../platform/database/session-lock.js';
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
 * What a killed process has left is dropped first. An advisory lock in the other database lets one process do so at a time.
 * @param url of the other database, of a user that may create databases
 * @param work gets the URL of the new one; it has closed its connections at its end
 * @throws BackupError when the user may not create a database, or another process uses the copy
 */
export async function withThrowawayDatabase<T>(url: string, work: (url: string) => Promise<T>): Promise<T> {
  const source = await connectDatabase(createOwnerDataSource(url));
  try {
    const done = await withSessionLock(
      source,
      ADVISORY_LOCKS.rehearsal,
      async () => ({ result: await workInCopy(url, work) }),
      { statementMs: NO_STATEMENT_TIMEOUT },
    );
    if (!done) throw new BackupError('Another rehearsal runs beside this shop: wait for its end.');
    return done.result;
  } finally {
    await source.destroy();
  }
}

async function workInCopy<T>(url: string, work: (url: string) => Promise<T>): Promise<T> {
  const copy = new URL(url);
  const name = nameBeside(copy);
  copy.pathname = `/${encodeURI(name)}`; // pg reads it with decodeURI.
  const making = asOwner(url, (owner) => make(owner, name));
  // A signal may come before it is made; what this process could not make is not its own to drop.
  const drop = async () => {
    const isMade = await making.then(
      () => true,
      () => false,
    );
    if (isMade) await asOwner(url, (owner) => owner.query(`DROP DATABASE IF EXISTS ${quoted(name)} WITH (FORCE)`));
  };
  const tell = (error: Error) => console.error(`The database ${name} could not be dropped: ${error.message}`);
  const stop = (signal: NodeJS.Signals) =>
    void drop()
      .catch(tell)
      .finally(() => process.exit(128 + os.constants.signals[signal]));
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, stop);
  try {
    await making;
    const result = await work(copy.href);
    await drop();
    return result;
  } catch (error) {
    // Why it failed matters more than a database that cannot be dropped.
    await drop().catch(tell);
    throw error;
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}

function nameBeside({ pathname, username }: URL): string {
  const other = pathname.length > 1 ? decodeURI(pathname.slice(1)) : decodeURIComponent(username);
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
    throw new BackupError(
      `There is a database ${name} without the mark of a rehearsal, though an interrupted one may have left it: drop it if nobody needs it, or rename it; nothing was changed.`,
    );
  try {
    await owner.query(`DROP DATABASE IF EXISTS ${quoted(name)}`);
  } catch (error) {
    if (codeOf(error) !== IS_IN_USE) throw error;
    throw new BackupError(
      `The database ${name}, which an interrupted rehearsal may have left, is in use: end its connections, or drop it by hand (DROP DATABASE ${quoted(name)} WITH (FORCE)), and rehearse again.`,
    );
  }
}

const codeOf = (error: unknown) => (error as { code?: string }).code;
