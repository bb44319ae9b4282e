// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** How a script of package.json runs a built program: with the launcher, which installs, builds and starts a database. */
const LAUNCHED = 'node backend/launch/run.mjs ';
/** Scripts that write into the sources, which an image does not have. */
const OF_SOURCES = ['schema'];

/** @typedef {{ name: string, version: string, type: string, scripts: Record<string, string> }} Project what package.json says */

/**
 * The package.json of an image. Its scripts are the maintenance commands, without the launcher: an image is installed and built, and its
 * database is another container.
 *
 * @param {Project} project
 */
export function imagePackage({ name, version, type, scripts }) {
  const commands = Object.entries(scripts)
    .filter(([script, command]) => command.startsWith(LAUNCHED) && !OF_SOURCES.includes(script))
    .map(([script, command]) => [script, `node ${command.slice(LAUNCHED.length)}`]);
  return { name, version, private: true, type, scripts: Object.fromEntries(commands) };
}

if (process.argv[1] && path.resolve(process.argv[1]) === import.meta.filename) {
  const file = path.resolve(process.argv[2] ?? 'package.json');
  const project = /** @type {Project} */ (JSON.parse(readFileSync(file, 'utf8')));
  writeFileSync(file, `${JSON.stringify(imagePackage(project), null, 2)}\n`);
}
