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
