// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { Builds } from './builds.mjs';
import { compile, npm } from './compile.mjs';
import { withFileLock } from '../processes/file-lock.mjs';
import { asLaunchError } from '../launch-error.mjs';
import { ROOT } from '../settings.mjs';

/** The sources of a build. */
const SOURCES = [
  'backend/src',
  'backend/.swcrc',
  'backend/launch/build/bundle.mjs',
  'backend/launch/build/build-info.mjs',
  'backend/launch/build/compile.mjs',
  'backend/launch/build/one-byte.mjs',
  'backend/launch/build/prepare.mjs',
  'backend/launch/build/web-server.mjs',
  'web',
  'nest-cli.json',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
/** npm's list of the packages that it installed. */
const INSTALLED = path.join(ROOT, 'node_modules/.package-lock.json');
const NOT_BUILT = new Set(['web/test']);
const TIMEOUT = 10 * 60_000;

/**
 * Installs the packages if they are missing or differ from the lock file.
 *
 * @returns {Promise<void>}
 */
export function install() {
  return prepared(async () => {
    if (isInstalled()) return;
    console.log('Installing packages …');
    await npm(['ci', '--include=dev', '--loglevel=error'], 'The packages could not be installed; npm says why above.');
  });
}

/**
 * Builds both sides if a source changed since the last build. Otherwise uses the existing build, within milliseconds.
 *
 * @returns {Promise<void>}
 */
export function buildIfChanged() {
  return prepared(async () => {
    const builds = new Builds();
    const hash = sourcesHash();
    if (builds.currentHash() === hash || builds.reuse(hash)) return;
    console.log('Building …');
    await builds.make(hash, compile);
  });
}

/**
 * Builds if there is no build yet; otherwise uses the last one, even if it is outdated.
 *
 * @returns {Promise<void>}
 */
export function buildIfMissing() {
  const built = new Builds().currentHash();
  if (built === undefined) return buildIfChanged();
  if (built !== sourcesHash()) {
    console.log('Using the last build; sources have changed since. `npm run build` or the next start takes them in.');
  }
  return Promise.resolve();
}

/**
 * Leaves packages and build of a running shop as they are; installs and builds what is missing.
 *
 * @returns {Promise<void>}
 */
export async function prepareIfMissing() {
  if (new Builds().currentHash() === undefined || !existsSync(INSTALLED)) await install();
  await buildIfMissing();
}

/**
 * Builds both sides, whether or not a source changed. A running shop keeps the build that it was started from.
 *
 * @returns {Promise<void>}
 */
export function build() {
  return prepared(() => new Builds().make(sourcesHash(), compile));
}

/**
 * Runs `work` under a file lock, so that only one process installs or builds at a time.
 *
 * @param {() => Promise<void>} work
 */
async function prepared(work) {
  const cache = path.join(ROOT, '.cache');
  try {
    mkdirSync(cache, { recursive: true });
    await withFileLock(path.join(cache, 'prepare.lock'), work, TIMEOUT);
  } catch (error) {
    throw asLaunchError(error, ROOT);
  }
}

/**
 * Whether npm's list of installed packages agrees with the lock file. Optional packages may be missing: most are for other
 * platforms.
 */
function isInstalled() {
  if (!existsSync(INSTALLED)) return false;
  const there = packagesOf(INSTALLED);
  return Object.entries(packagesOf(path.join(ROOT, 'package-lock.json'))).every(
    ([name, { version, optional }]) => name === '' || (there[name] ? there[name].version === version : optional),
  );
}

/**
 * @param {string} file a lock file of npm
 * @returns {Record<string, { version: string, optional?: boolean }>} by folder; the project itself is ''
 */
function packagesOf(file) {
  /** @typedef {{ packages: Record<string, { version: string, optional?: boolean }> }} LockFile */
  return /** @type {LockFile} */ (JSON.parse(readFileSync(file, 'utf8'))).packages;
}

/** @returns {string} a hash of the names and contents of all sources */
function sourcesHash() {
  const hash = createHash('sha1').update(process.version);
  for (const source of SOURCES) addTo(hash, source);
  return hash.digest('hex');
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} name relative to the project's folder
 */
function addTo(hash, name) {
  const file = path.join(ROOT, name);
  if (NOT_BUILT.has(name) || !existsSync(file)) return;
  if (statSync(file).isDirectory()) {
    for (const child of readdirSync(file).sort()) addTo(hash, `${name}/${child}`);
  } else {
    hash.update(`${name}\0`).update(readFileSync(file)).update('\0');
  }
}
