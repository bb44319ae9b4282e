import { hasRights, type RehearsalReport } from './rehearse-restore.js';

const HOUR_MS = 3_600_000;

/** Tells an operator what a rehearsal found out: a line for each fact, sizes in MB, times in seconds. */
export function rehearsalLines({ folder, manifest, ageMs, databaseBytes, took }: RehearsalReport): string[] {
  const { tables, files, taken_at, release, missing_pictures: missing } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const pictures = files.filter(({ name }) => name.startsWith('media/'));
  const hours = Math.floor(ageMs / HOUR_MS);
  const role = hasRights(manifest) ? 'the role may_app has its rights' : 'that shop had no role may_app';
  return [
    `${folder}: taken at ${taken_at}, ${hours} hours ago, by release ${release}, ${mb(sizeOf(files))}.`,
    `All ${files.length} files are those that were backed up, ${pictures.length} of them of pictures (${mb(sizeOf(pictures))}): ${s(took.read)}.`,
    ...(missing.length > 0 ? [`${missing.length} pictures were deleted while it was written.`] : []),
    `${rows} rows of ${tables.length} tables restored and migrated, a database of ${mb(databaseBytes)}: ${s(took.restore)}.`,
    `The ledger breaks no rule, ${role}, every picture is there: ${s(took.check)}.`,
    `Time to recovery: ${s(took.read + took.restore + took.check)}, and the copying of ${mb(sizeOf(pictures))} of pictures.`,
    'The database of the rehearsal is dropped.',
  ];
}

const sizeOf = (files: { bytes: number }[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const s = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
