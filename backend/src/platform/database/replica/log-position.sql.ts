/*
 * Positions in PostgreSQL's log (WAL). By hand: the server and its replica are queried over plain connections.
 */

/** A position in the log of a database. */
export interface LogPosition {
  lsn: bigint;
  /** Equal for a database and its physical copies. */
  identity: string;
}

/** A row of these statements. */
export interface PositionRow {
  lsn: string | null;
  identity: string;
}

type RunQuery = (sql: string) => Promise<PositionRow[]>;

const of = (lsn: string) => `SELECT ${lsn} AS lsn, concat_ws('-', system_identifier, d.oid) AS identity
  FROM pg_control_system(), pg_database d WHERE d.datname = current_database()`;

/**
 * How far a server has written its log: every commit that anyone has heard of is before it. Not `pg_current_wal_lsn()`: with
 * `synchronous_commit = off` a commit is announced before it is written out.
 * @throws Error for a replica
 */
export async function readPosition(query: RunQuery): Promise<LogPosition> {
  const [row] = await query(of('pg_current_wal_insert_lsn()::text'));
  return { lsn: endOfRecord(parseLsn(row?.lsn)), identity: row?.identity ?? '' };
}

/** How far a replica has replayed the log; undefined for a server that is not a replica. */
export async function readReplayed(query: RunQuery): Promise<LogPosition | undefined> {
  const [row] = await query(of('CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()::text END'));
  return row?.lsn ? { lsn: parseLsn(row.lsn), identity: row.identity } : undefined;
}

/** Parses `16/B374D848`. */
function parseLsn(text: string | null | undefined): bigint {
  const [high = '', low = ''] = (text ?? '0/0').split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

const PAGE = 8_192n;
/** The sizes of the two kinds of page headers of the log. */
const HEADERS = new Set([24n, 40n]);

/**
 * The end of the last record before the place for the next one. Where that record fills a page, the place for the next one
 * is behind the header of the next page, and a replica that has replayed everything stands before that header.
 */
function endOfRecord(insert: bigint): bigint {
  const intoPage = insert % PAGE;
  return HEADERS.has(intoPage) ? insert - intoPage : insert;
}
