// @ts-check
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeDataDir } from '../../backend/launch/postgres/remove-data-dir.mjs';

/**
 * Makes an empty data folder that a shop or a PostgreSQL of a benchmark has until the end.
 *
 * @param {(stop: () => Promise<void>) => void} onStop deletes it; actions that are added later run before
 */
export function temporaryDataDir(onStop) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'may-bench-'));
  onStop(async () => removeDataDir(dataDir));
  return dataDir;
}
