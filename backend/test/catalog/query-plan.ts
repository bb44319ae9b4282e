import type { EntityManager } from 'typeorm';

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  'Actual Loops': number;
  Plans?: Plan[];
}

/** Runs a statement and returns how many rows of a table it has read, or of all tables. */
export async function countRowsRead(db: Pick<EntityManager, 'query'>, sql: string, table?: string): Promise<number> {
  const [row]: { 'QUERY PLAN': { Plan: Plan }[] }[] = await db.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`);
  return rowsOf(row!['QUERY PLAN'][0]!.Plan, table);
}

function rowsOf(plan: Plan, table?: string): number {
  const relation = plan['Relation Name'];
  const own =
    relation === undefined || (table !== undefined && relation !== table)
      ? 0
      : (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part, table), own);
}
