import type { Pool } from 'pg';

/** Runs a statement and returns its rows: a DataSource, a transaction's manager, or a pool's client. */
export interface StatementRunner {
  query<T>(sql: string, values?: unknown[]): Promise<T>;
}

/** The part of a DataSource that a pool can provide too. */
export interface TransactionRunner extends StatementRunner {
  transaction<T>(work: (tx: StatementRunner) => Promise<T>): Promise<T>;
}

/** Gives a pool the methods of a DataSource, for a thread without TypeORM. */
export function runnerFor(pool: Pool): TransactionRunner {
  const rowsOf = async <T>(client: Pick<Pool, 'query'>, sql: string, values?: unknown[]) =>
    (await client.query(sql, values)).rows as T;
  return {
    query: (sql, values) => rowsOf(pool, sql, values),
    async transaction(work) {
      const client = await pool.connect();
      // A connection that breaks between two statements fails the next one. Without a listener its error would end the process.
      const ignore = () => undefined;
      client.on('error', ignore);
      let failed = true;
      try {
        await client.query('BEGIN');
        const result = await work({ query: (sql, values) => rowsOf(client, sql, values) });
        await client.query('COMMIT');
        failed = false;
        return result;
      } finally {
        // A connection inside a failed transaction is closed, not returned to the pool.
        client.release(failed);
        client.off('error', ignore);
      }
    },
  };
}
