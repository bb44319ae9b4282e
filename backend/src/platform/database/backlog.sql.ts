import type { DataSource } from 'typeorm';

/** Work that waits in a table. */
export interface Backlog {
  rows: number;
  /** Since when the oldest row is due; null without rows, and for rows without a time. */
  ageSeconds: number | null;
}

/** A larger backlog is not counted to its end. */
const MAX_COUNTED = 100_000;

/**
 * Reads a backlog. By hand: the count stops at a bound, and the age is by the database's clock.
 * @param rows `FROM … WHERE …` of the due rows
 * @param since the column of the time since which a row is due; null when there is none
 * @param oldest `FROM … WHERE …` of the row that is due longest, where it need not be looked for among all of them
 */
export async function readBacklog(db: DataSource, rows: string, since: string | null, oldest = rows): Promise<Backlog> {
  const [backlog]: Backlog[] = await db.query(
    `SELECT (SELECT count(*)::integer FROM (SELECT ${rows} LIMIT ${MAX_COUNTED}) due) AS rows,
       ${since ? `(SELECT extract(epoch FROM now() - min(${since}))::float ${oldest})` : 'NULL::float'} AS "ageSeconds"`,
  );
  return backlog ?? { rows: 0, ageSeconds: null };
}
