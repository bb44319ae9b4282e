import type { EntityManager } from 'typeorm';

/** Reserves a range of ids of a table, by hand because no API of TypeORM moves a sequence. @returns the first one */
export async function reserveIds(tx: EntityManager, table: string, count: number): Promise<number> {
  const [row]: { first: string }[] = await tx.query(
    `SELECT setval(sequence, nextval(sequence) + $2) - $2 AS first FROM pg_get_serial_sequence($1, 'id') AS sequence`,
    [table, count],
  );
  return Number(row?.first);
}
