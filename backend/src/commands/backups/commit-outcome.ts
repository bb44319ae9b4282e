import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';

const POLL_MS = 500;

/** What became of a transaction; `unknown` when the database does not say so in time. */
export type CommitOutcome = 'committed' | 'aborted' | 'unknown';

/**
 * Finds out what became of a transaction whose COMMIT was not answered. The server may still work on it, or start again.
 * @param id its `pg_current_xact_id()`
 * @param timeoutMs how long a server is asked that does not answer, or has not ended the transaction
 */
export async function commitOutcome(db: DataSource, id: string, timeoutMs: number): Promise<CommitOutcome> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const status = await statusOf(db, id).catch(() => undefined);
    if (status === 'committed' || status === 'aborted') return status;
    if (Date.now() >= until) return 'unknown';
    await pause(POLL_MS);
  }
}

async function statusOf(db: DataSource, id: string): Promise<string | null | undefined> {
  const [row] = await db.query<{ status: string | null }[]>('SELECT pg_xact_status($1::xid8) AS status', [id]);
  return row?.status;
}
