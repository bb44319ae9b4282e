import type { EntityManager } from 'typeorm';
import type { NamedSizeTable } from '../../contract/catalog/size-rules.js';
import type { DemoProduct } from './product.js';
import type { CategoryKey } from './taxonomy.js';
import { insert, insertNumbered } from '../support/bulk-insert.sql.js';
import { categorySizeTable, ownSizeTable } from './size-tables.js';

interface Owned {
  category_id: number | null;
  product_id: number | null;
  table: NamedSizeTable | undefined;
}

/** Adds the size tables of categories, and of products whose sizes are others. @param categories ids by key */
export async function addSizeTables(
  tx: EntityManager,
  products: readonly DemoProduct[],
  { productIds, categories }: { productIds: readonly number[]; categories: ReadonlyMap<string, number> },
): Promise<void> {
  const owned: Owned[] = [
    ...[...categories].map(([key, id]) => ({
      category_id: id,
      product_id: null,
      table: categorySizeTable(key as CategoryKey),
    })),
    ...products.map(({ category, sizes }, nth) => ({
      category_id: null,
      product_id: productIds[nth]!,
      table: ownSizeTable(category, sizes),
    })),
  ];
  const tables = owned.flatMap(({ table, ...owner }) => (table ? [{ table, owner }] : []));
  const ids = await insertNumbered(
    tx,
    'size_tables',
    tables.map(({ table, owner }) => ({ ...owner, measures: table.measures })),
  );
  const found: { id: number; name: string }[] = await tx.query('SELECT id, name FROM sizes');
  const sizes = new Map(found.map(({ id, name }) => [name, id]));
  await insert(
    tx,
    'size_table_rows',
    tables.flatMap(({ table }, nth) =>
      table.rows.map(({ size, values, height, weight }) => ({
        table_id: ids[nth],
        size_id: sizes.get(size),
        measured: values,
        height_from: height?.[0] ?? null,
        height_to: height?.[1] ?? null,
        weight_from: weight?.[0] ?? null,
        weight_to: weight?.[1] ?? null,
      })),
    ),
  );
}
