import type { DataSource } from 'typeorm';
import type { DataKind, PersonalRecords } from './personal-records.js';

/** Rows per statement: few, because orders may have many lines. */
const BATCH = 100;

/**
 * Yields everything that the shop stores about a person, as pieces of one JSON object: the time of the export, and the rows
 * of each kind. It reads in short statements as the consumer takes the pieces, so a slow download holds neither memory nor
 * a connection. A concurrent change may show in one kind and not yet in another.
 * @param records all modules' personal records
 */
export async function* personalData(
  db: DataSource,
  records: readonly PersonalRecords[],
  userId: number,
): AsyncGenerator<string> {
  yield `{"exported_at":${JSON.stringify(new Date())}`;
  for (const [name, kind] of records.flatMap(({ data = {} }) => Object.entries(data))) {
    yield `,${JSON.stringify(name)}:[`;
    let isFirst = true;
    for await (const row of rowsOf(db, kind, userId)) {
      yield isFirst ? JSON.stringify(row) : `,${JSON.stringify(row)}`;
      isFirst = false;
    }
    yield ']';
  }
  yield '}';
}

type Row = Record<string, unknown>;

async function* rowsOf(db: DataSource, { columns, from, keys }: DataKind, userId: number): AsyncGenerator<Row> {
  if (!keys) return yield* await db.query<Row[]>(`SELECT ${columns} FROM ${from}`, [userId]);
  const names = keys.map(([column]) => column).join(', ');
  const types = keys.map(([, type], nth) => `$${nth + 2}::${type}`).join(', ');
  const order = keys.map(([column]) => `${column} DESC`).join(', ');
  const read = `SELECT ${columns}, ARRAY[${keys.map(([column]) => `${column}::text`).join(', ')}] AS "key" FROM ${from}`;
  let last: string[] = [];
  for (;;) {
    const after = last.length > 0 ? `AND (${names}) < (${types})` : '';
    const rows = await db.query<(Row & { key: string[] })[]>(`${read} ${after} ORDER BY ${order} LIMIT ${BATCH}`, [
      userId,
      ...last,
    ]);
    for (const { key, ...row } of rows) {
      yield row;
      last = key;
    }
    if (rows.length < BATCH) return;
  }
}
