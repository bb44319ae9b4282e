import type { DataSource, QueryRunner } from 'typeorm';
import { TABLE_OWNERS } from '../schema/table-owners.js';
import type { Manifest } from './manifest.js';

/*
 * Statements of backups, on the owner's connection. By hand: they read PostgreSQL's catalogue and switch triggers off.
 */

type Table = Omit<Manifest['tables'][number], 'rows'>;

/** The migrations fill their table themselves. */
const TABLES = Object.values(TABLE_OWNERS)
  .flat()
  .filter((name) => name !== 'migrations');
const SCHEMAS = `('public', 'sandbox')`;

/** A backup may take longer than a request; a lock that a migration holds is still waited for only briefly. */
export async function waitForLong(db: QueryRunner): Promise<void> {
  await db.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
}

/**
 * Opens one snapshot for all tables. The locks come first: a migration may run before the snapshot or after the backup, not
 * between. @returns the tables with their columns and rights
 */
export async function beginSnapshot(db: QueryRunner): Promise<Table[]> {
  const names = (await findTables(db)).map(({ name }) => name);
  await db.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  if (names.length > 0) await db.query(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`);
  return findTables(db);
}

/** Returns the shop's tables that exist; generated columns are left out. */
export function findTables(db: QueryRunner): Promise<Table[]> {
  return db.query(
    `SELECT name, array(SELECT attname::text FROM pg_attribute WHERE attrelid = to_regclass(name) AND attnum > 0
        AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns,
       (SELECT string_agg(privilege_type, ', ' ORDER BY privilege_type) FROM pg_class c, aclexplode(c.relacl) acl
         JOIN pg_roles r ON r.oid = acl.grantee WHERE c.oid = to_regclass(name) AND r.rolname = 'may_app') AS rights
     FROM unnest($1::text[]) WITH ORDINALITY names (name, nth) WHERE to_regclass(name) IS NOT NULL ORDER BY nth`,
    [TABLES],
  ) as Promise<Table[]>;
}

/** Returns the migrations that ran. Those of release 0.1 became the baseline. */
export async function findMigrations(db: QueryRunner): Promise<string[]> {
  const [migrations] = (await db.query(`SELECT to_regclass('public.migrations') IS NOT NULL AS has`)) as {
    has: boolean;
  }[];
  if (!migrations?.has) return [];
  const rows = (await db.query('SELECT name FROM migrations WHERE timestamp > 1800000000000 ORDER BY timestamp')) as {
    name: string;
  }[];
  return rows.map(({ name }) => name);
}

/** Returns the hashes of all pictures. */
export async function findPictures(db: QueryRunner): Promise<string[]> {
  const rows = (await db.query('SELECT hash FROM media ORDER BY hash')) as { hash: string }[];
  return rows.map(({ hash }) => hash);
}

/**
 * Returns which of these pictures a shop shows, with all their files, and not those that are new or were deleted. By hand: it waits for
 * deletions that have begun.
 */
export async function findShownPictures(db: DataSource, hashes: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ hash: string }[]>(
    `SELECT hash FROM media WHERE hash = ANY($1) AND state = 'ready' ORDER BY hash FOR KEY SHARE`,
    [hashes],
  );
  return rows.map(({ hash }) => hash);
}

/** Returns the size of the whole database on the disk of its server, in bytes. */
export async function databaseBytes(db: DataSource): Promise<number> {
  const [size] = await db.query<{ bytes: string }[]>('SELECT pg_database_size(current_database()) AS bytes');
  return Number(size?.bytes);
}

export function findSequences(db: QueryRunner): Promise<Manifest['sequences']> {
  return db.query(
    `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text
     FROM pg_sequences WHERE schemaname IN ${SCHEMAS} ORDER BY 1`,
  ) as Promise<Manifest['sequences']>;
}

/** Returns the name of a table, view or sequence of this database that no extension owns; undefined when there is none. */
export async function findRelation(db: QueryRunner): Promise<string | undefined> {
  const [row] = (await db.query(
    `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE nspname <> 'information_schema' AND nspname NOT LIKE 'pg\\_%'
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = c.oid AND deptype = 'e') ORDER BY relkind <> 'r', 1 LIMIT 1`,
  )) as { name: string }[];
  return row?.name;
}

const quoted = (columns: string[]) => columns.map((column) => `"${column.replaceAll('"', '""')}"`).join(', ');

export const copyOutOf = ({ name, columns }: Table) => `COPY ${name} (${quoted(columns)}) TO STDOUT`;
export const copyInto = ({ name, columns }: Table) => `COPY ${name} (${quoted(columns)}) FROM STDIN`;

/**
 * Empties the tables, which migrations have filled in part, and takes their triggers and references away while rows come in.
 * Dropping the references, and not switching all triggers off, needs no superuser.
 * @returns what puts them back, and checks every reference
 */
export async function withoutReferences(db: QueryRunner, tables: Table[]): Promise<() => Promise<void>> {
  const references = (await db.query(
    `SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ${SCHEMAS})`,
  )) as { table: string; name: string; definition: string }[];
  for (const { table, name } of references) await db.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const { name } of tables) await db.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await db.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`);
  return async () => {
    for (const { name } of tables) await db.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    for (const { table, name, definition } of references)
      await db.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  };
}

/**
 * How far the sequences of a restored shop jump. What the lost shop gave out after the backup is in shoppers' mails and at receivers of
 * webhooks, who ignore an event id that they have seen: none of its numbers may come again.
 */
const ID_GAP = 100_000;

/**
 * Continues the sequences after a gap, and forgets the transaction ids of the other server: the next ledger check reads everything.
 */
export async function finishRows(db: QueryRunner, sequences: Manifest['sequences']): Promise<void> {
  for (const { name, last_value } of sequences) {
    await db.query('SELECT setval($1::regclass, coalesce($2::bigint, 0) + $3)', [name, last_value, ID_GAP]);
  }
  await db.query('UPDATE ledger_checks SET checkpoint = NULL, full_check_at = NULL');
  await db.query('UPDATE search_documents SET changed_xid = pg_current_xact_id()');
}
