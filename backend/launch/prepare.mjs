// @ts-check
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withFileLock } from './file-lock.mjs';
import { LaunchError, explained } from './launch-error.mjs';
import { ROOT } from './settings.mjs';

/** What a build is made of. */
const SOURCES = [
  'backend/src',
  'backend/.swcrc',
  'backend/launch/bundle.mjs',
  'web',
  'nest-cli.json',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
const NOT_BUILT = new Set(['web/test']);
const STAMP = path.join(ROOT, 'dist/.sources');
const PATIENCE = 10 * 60_000;

/**
 * Installs the packages when they are missing or not those of the lock file.
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
 * Builds both sides when a source changed since the last build. Takes what is there otherwise, in some milliseconds.
 *
 * @returns {Promise<void>}
 */
export function buildIfChanged() {
  return prepared(async () => {
    if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sourcesHash()) return;
    console.log('Building …');
    await build();
  });
}

/**
 * Builds when nothing is built yet. A shop may be running from an older build, so that one is left alone.
 *
 * @returns {Promise<void>}
 */
export function buildIfMissing() {
  if (!existsSync(STAMP)) return buildIfChanged();
  if (readFileSync(STAMP, 'utf8') !== sourcesHash()) {
    console.log('Using the last build; sources have changed since. `npm run build` or the next start takes them in.');
  }
  return Promise.resolve();
}

/** Builds both sides, at the same time. */
export async function build() {
  rmSync(path.dirname(STAMP), { recursive: true, force: true }); // with what older sources left there
  const hash = sourcesHash();
  const failed = 'The build failed; its last words are above.';
  await Promise.all([npm(['run', '--silent', 'build:backend'], failed), npm(['run', '--silent', 'build:web'], failed)]);
  writeFileSync(STAMP, hash);
}

/**
 * Runs an npm command in the project's folder, its words on ours.
 *
 * @param {string[]} args
 * @param {string} sentence what is said when it fails
 * @returns {Promise<void>}
 */
export function npm(args, sentence) {
  // Under npm its own program is known, and node runs it on every platform; "npm" alone would need a shell on Windows.
  const program = process.env.npm_execpath;
  const [file, first] = program ? [process.execPath, [program]] : ['npm', []];
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...first, ...args], {
      cwd: ROOT,
      stdio: 'inherit',
      shell: !program && process.platform === 'win32',
    });
    child.once('error', () => reject(new LaunchError('npm was not found: install Node with npm.')));
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new LaunchError(sentence))));
  });
}

/**
 * One start at a time installs and builds.
 *
 * @param {() => Promise<void>} work
 */
async function prepared(work) {
  const cache = path.join(ROOT, '.cache');
  try {
    mkdirSync(cache, { recursive: true });
    await withFileLock(path.join(cache, 'prepare.lock'), work, PATIENCE);
  } catch (error) {
    throw explained(error, ROOT);
  }
}

/**
 * Whether npm's own list of what it installed agrees with the lock file. Optional packages may be missing: most are of
 * other platforms.
 */
function isInstalled() {
  const list = path.join(ROOT, 'node_modules/.package-lock.json');
  if (!existsSync(list)) return false;
  const there = packagesOf(list);
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
