// @ts-check
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildsIn } from './builds.mjs';
import { withFileLock } from '../processes/file-lock.mjs';
import { LaunchError, asLaunchError } from '../launch-error.mjs';
import { ROOT } from '../settings.mjs';

/** The sources of a build. */
const SOURCES = [
  'backend/src',
  'backend/.swcrc',
  'backend/launch/build/bundle.mjs',
  'backend/launch/build/build-info.mjs',
  'backend/launch/build/one-byte.mjs',
  'backend/launch/build/prepare.mjs',
  'backend/launch/build/web-server.mjs',
  'web',
  'nest-cli.json',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
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
    const builds = buildsIn();
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
  const built = buildsIn().currentHash();
  if (built === undefined) return buildIfChanged();
  if (built !== sourcesHash()) {
    console.log('Using the last build; sources have changed since. `npm run build` or the next start takes them in.');
  }
  return Promise.resolve();
}

/**
 * Builds both sides, whether or not a source changed. A running shop keeps the build that it was started from.
 *
 * @returns {Promise<void>}
 */
export function build() {
  return prepared(() => buildsIn().make(sourcesHash(), compile));
}

/**
 * Compiles both sides concurrently.
 *
 * @param {string} folder of the build
 */
async function compile(folder) {
  const failed = 'The build failed; see the output above.';
  const backend = async () => {
    await compileBackend(path.join(folder, 'backend'), failed);
    await program(process.execPath, [path.join(ROOT, 'backend/launch/build/bundle.mjs'), folder], failed);
  };
  const web = async () => {
    await npm(['run', '--silent', 'build:web'], failed, {
      BUILD_DIR: path.relative(ROOT, folder),
      NODE_ENV: 'production',
    });
    // Last, because Remix empties the folder at its start.
    const { bundleWebServer } = await import('./web-server.mjs');
    await bundleWebServer(path.join(folder, 'web'));
  };
  // Waits for both: after a failure the folder is removed, and the other side must not write to it any more.
  for (const side of await Promise.allSettled([backend(), web()])) if (side.status === 'rejected') throw side.reason;
}

/**
 * Compiles the backend, one file per source.
 *
 * @param {string} folder
 * @param {string} sentence the error message if it fails
 */
export async function compileBackend(folder, sentence) {
  const config = JSON.parse(readFileSync(path.join(ROOT, 'nest-cli.json'), 'utf8'));
  config.compilerOptions.builder.options.outDir = path.relative(ROOT, folder);
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'nest-cli.json'); // The nest command reads the output folder only from its configuration.
  writeFileSync(file, JSON.stringify(config));
  await npm(['run', '--silent', 'compile:backend', '--', '--config', path.relative(ROOT, file)], sentence);
  rmSync(file);
}

/**
 * Runs an npm command in the project's folder, with its output shown.
 *
 * @param {string[]} args
 * @param {string} sentence the error message if it fails
 * @param {NodeJS.ProcessEnv} [env] in addition to this process's own
 * @returns {Promise<void>}
 */
function npm(args, sentence, env) {
  // npm sets the path of its own program, which node runs on every platform; "npm" would need a shell on Windows.
  const known = process.env.npm_execpath;
  return known ? program(process.execPath, [known, ...args], sentence, env) : program('npm', args, sentence, env);
}

/**
 * @param {string} file
 * @param {string[]} args
 * @param {string} sentence the error message if it fails
 * @param {NodeJS.ProcessEnv} [env] in addition to this process's own
 * @returns {Promise<void>}
 */
function program(file, args, sentence, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...env },
      shell: file === 'npm' && process.platform === 'win32',
    });
    child.once('error', () => reject(new LaunchError('npm was not found: install Node with npm.')));
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new LaunchError(sentence))));
  });
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
