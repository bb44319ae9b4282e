import type { EntityManager } from 'typeorm';
import { replaceHalfPairs } from '../../../platform/half-pairs.js';
import { daysBefore } from '../../../platform/retention/retention.js';
import { deletesOldRows } from '../../../platform/retention/retention.sql.js';
import { MAX_LINES } from '../import-catalogue.js';
import type { NewImportLine } from '../import-plan.js';

/**
 * Stores lines of a report, up to `MAX_LINES` of each kind. By hand: a batch has thousands of lines, and one statement
 * numbers them after the stored ones.
 */
export async function insertMessages(
  tx: Pick<EntityManager, 'query'>,
  importId: number,
  lines: NewImportLine[],
): Promise<void> {
  if (lines.length === 0) return;
  await tx.query(
    `INSERT INTO import_messages (import_id, kind, line, column_name, message, fields)
     SELECT $1, kind, line, "column", message, ARRAY(SELECT jsonb_array_elements_text(fields)) FROM (
       SELECT g.*, row_number() OVER (PARTITION BY kind ORDER BY nth)
         + (SELECT count(*) FROM import_messages l WHERE l.import_id = $1 AND l.kind = g.kind) AS place
       FROM (SELECT r.*, row_number() OVER () AS nth FROM jsonb_to_recordset($2)
         AS r (kind text, line integer, "column" text, message text, fields jsonb)) g) placed
     WHERE place <= ${MAX_LINES} ORDER BY nth`,
    [importId, JSON.stringify(lines, replaceHalfPairs)],
  );
}

/** Deletes the lines of reports on imports that ended. The run itself stays, with its counts. */
export const IMPORT_LINE_RETENTION = deletesOldRows({
  table: 'import_messages',
  where: `EXISTS (SELECT FROM import_runs i WHERE i.id = r.import_id AND i.state IN ('done', 'failed', 'refused')
    AND coalesce(i.finished_at, i.created_at) < $1)`,
  values: ({ now, days }) => [daysBefore(now, days.importLines)],
});

/** How many days a checked file waits to be imported. */
const READY_DAYS = 7;

/** Deletes runs whose file was checked and that nobody started, with their lines. The worker deletes files without a run. */
export const READY_IMPORT_RETENTION = deletesOldRows({
  table: 'import_runs',
  where: `r.state = 'ready' AND r.created_at < $1`,
  values: ({ now }) => [daysBefore(now, READY_DAYS)],
});
