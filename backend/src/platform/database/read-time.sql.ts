import type { DataSource, EntityManager } from 'typeorm';

/*
 * By hand: one value without a table.
 */

/** Reads the database's time: a process whose clock is wrong must not find everything old. */
export async function readTime(db: DataSource | EntityManager): Promise<Date> {
  const [row]: { now: Date }[] = await db.query('SELECT now()');
  return row!.now;
}
