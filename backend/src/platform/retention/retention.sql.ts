import type { EntityManager } from 'typeorm';
import type { DeletionBatch, RetentionRule } from './retention.js';

interface OldRows {
  table: string;
  /** A condition on the row `r`, with `$1` … */
  where: string;
  values: (batch: Pick<DeletionBatch, 'now' | 'days'>) => unknown[];
}

/**
 * Makes the rule of a table. By hand: a range of ctid bounds what a statement reads, whatever indexes the table has, and SKIP
 * LOCKED passes over rows in use.
 */
export const deletesOldRows = ({ table, where, values }: OldRows): RetentionRule => ({
  table,
  async deleteBatch(tx, { firstBlock, endBlock, limit, ...batch }) {
    const [, deleted]: [unknown, number] = await tx.query(
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
         SELECT r.ctid FROM ${table} r WHERE r.ctid >= '(${firstBlock},0)'::tid AND r.ctid < '(${endBlock},0)'::tid AND (${where})
         LIMIT ${limit} FOR UPDATE OF r SKIP LOCKED))`,
      values(batch),
    );
    return deleted;
  },
});

/** Returns the size of a table in blocks. By hand: PostgreSQL's own figure. */
export async function countBlocks(tx: EntityManager, table: string): Promise<number> {
  const [size]: { blocks: number }[] = await tx.query(
    `SELECT ceil(pg_relation_size($1::regclass)::numeric / current_setting('block_size')::numeric)::integer AS blocks`,
    [table],
  );
  return size?.blocks ?? 0;
}
