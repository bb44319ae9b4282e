import type { EntityManager, EntityTarget } from 'typeorm';
import { ShopError, type FieldErrors } from '../../platform/errors/shop-error.js';

/** Locks a brand, category, colour or size for a change. @returns null when it does not exist */
export function lockAttribute<T extends { id: number }>(
  tx: EntityManager,
  entity: EntityTarget<T>,
  id: number,
): Promise<T | null> {
  return tx
    .createQueryBuilder(entity, 'attribute')
    .where('attribute.id = :id', { id })
    .setLock('pessimistic_write')
    .getOne();
}

/** Locks brands, categories, colours or sizes against deletion, to refer to them. @returns the existing ids */
export async function lockAttributesForReference(
  tx: EntityManager,
  table: 'brands' | 'categories' | 'colors' | 'sizes',
  ids: number[],
): Promise<Set<number>> {
  const rows: { id: number }[] = await tx.query(
    `SELECT id FROM ${table} WHERE id = ANY ($1::integer[]) ORDER BY id FOR KEY SHARE`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The ids that the fields of a body refer to. */
type References = {
  table: Parameters<typeof lockAttributesForReference>[1];
  message: string;
  fields: [field: string, id: number][];
}[];

/** Locks the rows that a product or variant refers to against deletion. @throws ShopError 400 naming every field with an unknown id */
export async function lockReferences(tx: EntityManager, references: References): Promise<void> {
  const wrong: FieldErrors = {};
  for (const { table, message, fields } of references) {
    const known = await lockAttributesForReference(tx, table, [...new Set(fields.map(([, id]) => id))]);
    for (const [field, id] of fields) if (!known.has(id)) wrong[field] = [message];
  }
  if (Object.keys(wrong).length > 0) throw ShopError.fields(wrong);
}
