// @ts-check
import { existsSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * Deletes the data folder of a shop whose own PostgreSQL has stopped. For root, PostgreSQL's folder in it is a link to one elsewhere:
 * gigabytes that nobody would find.
 *
 * @param {string} dataDir
 */
export function removeDataDir(dataDir) {
  const home = path.join(dataDir, 'postgres');
  if (existsSync(home)) rmSync(realpathSync(home), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}
