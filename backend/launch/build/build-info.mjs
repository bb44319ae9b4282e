// @ts-check
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../settings.mjs';

/**
 * What a build is made from, for esbuild's and Vite's `define`: the package's version and the commit. Where there is no repository,
 * as in a container's build, the variable SOURCE_COMMIT names the commit.
 *
 * @returns {{ MAY_BUILD: string }} the constant that backend/src/platform/metrics/build-info.ts reads
 */
export function buildConstant() {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  return { MAY_BUILD: JSON.stringify({ version, commit: process.env.SOURCE_COMMIT?.slice(0, 40) || commit() }) };
}

function commit() {
  try {
    const hash = git('rev-parse', '--short=12', 'HEAD');
    return git('status', '--porcelain', '--untracked-files=no') ? `${hash}+changes` : hash;
  } catch {
    return 'unknown';
  }
}

/** @param {string[]} args */
const git = (...args) =>
  execFileSync('git', args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 10_000,
  }).trim();
