import type { EntityManager } from 'typeorm';

type Row = Record<string, unknown>;

/**
 * Inserts many rows in one statement. The keys of the first row are the columns; PostgreSQL parses the values as the
 * columns' types.
 */
export async function insert(tx: EntityManager, table: string, rows: readonly Row[], conflict = ''): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0]!).join(', ');
  await tx.query(
    `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1) ${conflict}`,
    [JSON.stringify(rows)],
  );
}

/**
 * Inserts rows into a table with a sequence: the rows get the ids after the highest one, in their order, and the sequence
 * continues after them.
 * @returns the ids, in the order of the rows
 */
export async function insertNumbered(tx: EntityManager, table: string, rows: readonly Row[]): Promise<number[]> {
  const [{ highest }]: [{ highest: number }] = await tx.query(
    `SELECT coalesce(max(id), 0)::integer AS highest FROM ${table}`,
  );
  const numbered = rows.map((row, i) => ({ id: highest + i + 1, ...row }));
  await insert(tx, table, numbered);
  await tx.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`);
  return numbered.map(({ id }) => id);
}

/**
 * Inserts the missing names into a table of names; existing names keep their rows.
 * @returns the id of each name
 */
export async function insertNamed(
  tx: EntityManager,
  table: string,
  rows: readonly (Row & { name: string })[],
): Promise<Map<string, number>> {
  await insert(tx, table, rows, 'ON CONFLICT (name_key) DO NOTHING');
  const found: { id: number; name: string }[] = await tx.query(
    `SELECT t.id, wanted.name FROM ${table} t JOIN unnest($1::text[]) AS wanted (name) ON t.name_key = lower_vi(wanted.name)`,
    [rows.map(({ name }) => name)],
  );
  return new Map(found.map(({ id, name }) => [name, id]));
}
