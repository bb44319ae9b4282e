// @ts-check
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ROOT } from '../settings.mjs';

/** @typedef {import('./steps.mjs').Step} Step */

/** @type {[file: string, args: string[]]} Node with a tenth of the share that others get where the processor is short */
const NICE = ['nice', ['-n', '10', process.execPath]];

const require = createRequire(path.join(ROOT, 'package.json'));

/**
 * A step that runs a program of a package, and is silent unless it fails. It takes the processor when tests leave it, so it can
 * run beside them and hardly slows them.
 *
 * @param {string} name
 * @param {string} packageName
 * @param {string} bin the program's name in the package
 * @param {string[]} args
 * @returns {Step}
 */
export function program(name, packageName, bin, args) {
  return {
    name,
    async run() {
      const { code, output } = await node([binOf(packageName, bin), ...args], { isSilent: true, isBackground: true });
      if (code === 0) return { passed: 1, failed: 0, verdict: 'ok' };
      console.log(`\n${name}:\n${output.trim()}`);
      return { passed: 0, failed: 1, verdict: 'FAILED' };
    },
  };
}

/**
 * Runs Node in the project's folder; its standard output is shown nowhere.
 *
 * @param {string[]} args
 * @param {{ isSilent?: boolean, env?: NodeJS.ProcessEnv, isBackground?: boolean }} options
 * @returns {Promise<{ code: number | null, output: string }>} with what a silent run printed
 */
export function node(args, { isSilent = false, env = {}, isBackground = false }) {
  // jest's own report goes to a file; what it prints for people, to standard error.
  const stdout = isSilent ? 'pipe' : 'ignore';
  // All threads are to yield, also those that Node starts before any script runs: so not os.setPriority().
  const [file, first] = isBackground && process.platform !== 'win32' ? NICE : [process.execPath, []];
  const child = spawn(file, [...first, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', stdout, isSilent ? 'pipe' : 'inherit'],
  });
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/**
 * @param {string} packageName
 * @param {string} bin
 * @returns {string} the file of a package's program
 */
export function binOf(packageName, bin) {
  const manifest = path.join(ROOT, 'node_modules', packageName, 'package.json');
  const { bin: bins } = /** @type {{ bin: string | Record<string, string> }} */ (require(manifest));
  return path.join(path.dirname(manifest), typeof bins === 'string' ? bins : /** @type {string} */ (bins[bin]));
}
