import type { Import, ImportLine } from '../../../contract/catalog/imports.js';
import type { ImportMessage, ImportRun } from './import-run.entity.js';

/** Converts an import run to the API's format. */
export function importView(run: ImportRun): Import {
  const { id, size, state, failure, products, created, updated, unchanged, variants, errors, warnings } = run;
  return {
    id,
    file_name: run.fileName,
    size,
    state,
    progress: progressOf(run),
    counts: { products, created, updated, unchanged, variants, errors, warnings },
    failure,
    created_at: run.createdAt.toISOString(),
    finished_at: run.finishedAt?.toISOString() ?? null,
    user: { id: run.userId, username: run.userName },
  };
}

function progressOf({ state, position, size, products }: ImportRun): number {
  if (state !== 'checking' && state !== 'importing') return 1;
  return Math.min(1, position / Math.max(1, state === 'checking' ? size : products));
}

/** Converts a line of the report to the API's format. */
export const importLineView = ({ id, kind, line, columnName, message, fields }: ImportMessage): ImportLine => ({
  id: Number(id),
  kind,
  line,
  column: columnName,
  message,
  fields,
});
