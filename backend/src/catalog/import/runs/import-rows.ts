import type { EntityManager } from 'typeorm';
import { MAX_LINES, type NewImportLine } from '../import-catalogue.js';
import type { Import, ImportCounts, ImportState } from '../../../contract/imports.js';

/** A row of `imports`. */
export interface ImportRow extends ImportCounts {
  id: number;
  file: string;
  file_name: string;
  size: number;
  state: ImportState;
  /** Bytes of the check, products of the import. */
  position: number;
  failure: string | null;
  attempts: number;
  user_id: number;
  user_name: string;
  ip_address: string;
  created_at: Date;
  finished_at: Date | null;
}

/** The columns of a row, with numbers as numbers, and the file by the name that it has in its folder. */
export const IMPORT_COLUMNS = `id, replace(file::text, '-', '') AS file, file_name, size::float8 AS size, state, position::float8 AS position, products,
  created, updated, unchanged, variants, errors, warnings, failure, attempts, user_id, user_name, ip_address, created_at, finished_at`;

export function importView(row: ImportRow): Import {
  const { id, file_name, size, state, failure, created_at, finished_at } = row;
  const { products, created, updated, unchanged, variants, errors, warnings } = row;
  return {
    id,
    file_name,
    size,
    state,
    progress: progressOf(row),
    counts: { products, created, updated, unchanged, variants, errors, warnings },
    failure,
    created_at: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
    user: { id: row.user_id, username: row.user_name },
  };
}

function progressOf({ state, position, size, products }: ImportRow): number {
  if (state !== 'checking' && state !== 'importing') return 1;
  return Math.min(1, position / Math.max(1, state === 'checking' ? size : products));
}

/** Writes down what there is to say of the lines of a file, the first of each kind. */
export async function keepLines(tx: Pick<EntityManager, 'query'>, id: number, lines: NewImportLine[]): Promise<void> {
  if (lines.length === 0) return;
  await tx.query(
    `INSERT INTO import_messages (import_id, kind, line, column_name, message, fields)
     SELECT $1, kind, line, "column", message, ARRAY(SELECT jsonb_array_elements_text(fields)) FROM (
       SELECT g.*, row_number() OVER (PARTITION BY kind ORDER BY nth)
         + (SELECT count(*) FROM import_messages l WHERE l.import_id = $1 AND l.kind = g.kind) AS place
       FROM (SELECT r.*, row_number() OVER () AS nth FROM jsonb_to_recordset($2)
         AS r (kind text, line integer, "column" text, message text, fields jsonb)) g) placed
     WHERE place <= ${MAX_LINES} ORDER BY nth`,
    [id, JSON.stringify(lines)],
  );
}
