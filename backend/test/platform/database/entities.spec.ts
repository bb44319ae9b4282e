import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { openShop, shop } from '../../support/client.js';

openShop();

test('every entity has the columns, types and nullability of its table', async () => {
  const { db } = shop();
  const rows: { tbl: string; col: string; type: string; nullable: boolean }[] = await db.query(
    `SELECT attrelid::regclass::text AS tbl, attname AS col, format_type(atttypid, NULL) AS type, NOT attnotnull AS nullable
     FROM pg_attribute WHERE attnum > 0 AND NOT attisdropped`,
  );
  const columns = new Map(rows.map(({ tbl, col, ...column }) => [`${tbl}.${col}`, column]));
  const typeOf = (column: ColumnMetadata) => db.driver.normalizeType(column) + (column.isArray ? '[]' : '');
  for (const { tablePath, columns: own } of db.entityMetadatas) {
    for (const column of own.filter((each) => !each.isVirtualProperty)) {
      const name = `${tablePath}.${column.databaseName}`;
      expect({ name, ...columns.get(name) }).toEqual({ name, type: typeOf(column), nullable: column.isNullable });
    }
  }
});

/** Tables without an entity, each with its reason. The list only shrinks. */
const WITHOUT_ENTITY: Record<string, string> = {
  audit_entries: 'one statement adds the entries of a bulk edit and reads the name of the administrator itself',
  chat_messages: 'one statement counts and stores a message under the lock of its room',
  chat_rooms: 'written by that statement, and by one that moves the read marks of many rooms forward',
  migrations: 'belongs to TypeORM',
  search_documents:
    'PostgreSQL builds the documents of many products in one statement; a thread without TypeORM reads them',
  search_engines: 'each statement is about a set of names',
  search_images: 'stored only while the picture exists, and read by a thread without TypeORM',
  search_outbox: 'triggers write it, and workers take batches that skip locked rows',
  size_table_rows: 'replaced as a set, and read as the JSON of their table',
  size_tables: 'one statement creates or replaces the table of its owner; PostgreSQL writes its JSON',
  wallet_rollup_queue: 'triggers write it, and the rollup deletes many rows at once; it has no primary key',
  webhook_attempts: 'written by one statement, and read as the JSON of their delivery',
  webhook_deliveries: 'the statements of events and a trigger write it, and guarded updates claim its rows',
};

test('every table has an entity, except those of a list with reasons', async () => {
  const { db } = shop();
  const tables: { name: string }[] = await db.query(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`,
  );
  const mapped = new Set(db.entityMetadatas.map(({ tablePath }) => tablePath));
  const unmapped = tables.map(({ name }) => name).filter((name) => !mapped.has(name));
  // A new table needs an entity that its module registers.
  expect(unmapped.toSorted()).toEqual(Object.keys(WITHOUT_ENTITY));
});
