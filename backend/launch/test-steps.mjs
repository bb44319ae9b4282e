// @ts-check
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ROOT } from './settings.mjs';

/**
 * @typedef {{ passed: number, failed: number, verdict: string }} Outcome
 * @typedef {{ name: string, run: () => Promise<Outcome> }} Step
 * @typedef {Outcome & { name: string, seconds: number }} Result
 */

/** Tests of these are skipped where they are missing: data that is no part of the project, packages that Debian may not have. */
const NEEDS_MORE = /^(with (real data|pgvector|PgBouncer)|without Redis)\b/;

/** Loading a shop for each test file makes much short-lived garbage. The workers of jest take this over. */
const ROOMY = ['--max-semi-space-size=64'];

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
      const { code, words } = await node([binOf(packageName, bin), ...args], { isSilent: true, isBackground: true });
      if (code === 0) return { passed: 1, failed: 0, verdict: 'ok' };
      console.log(`\n${name}:\n${words.trim()}`);
      return { passed: 0, failed: 1, verdict: 'FAILED' };
    },
  };
}

/**
 * A step that runs jest and counts tests. One that could not even be loaded counts as a failed test; with CI set, so
 * does one that was skipped, unless its name begins with what no machine has by itself.
 *
 * @param {string} name
 * @param {string} config
 * @param {string[]} [args]
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Step}
 */
export function jest(name, config, args = [], env = {}) {
  return {
    name,
    async run() {
      console.log(`\n${name}:`);
      const report = path.join(ROOT, '.cache/jest-report.json');
      rmSync(report, { force: true });
      const jestArgs = [...ROOMY, binOf('jest', 'jest'), '-c', config, '--json', `--outputFile=${report}`, ...args];
      const { code } = await node(jestArgs, { env });
      return outcome(code, report);
    },
  };
}

/**
 * @param {number | null} code
 * @param {string} report
 * @returns {Outcome}
 */
function outcome(code, report) {
  /** @type {{ numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number, testResults: { assertionResults: { status: string, fullName: string, invocations?: number }[] }[] }} */
  let sums;
  try {
    sums = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, verdict: 'FAILED to run' };
  }
  const passed = sums.numPassedTests;
  const tests = sums.testResults.flatMap(({ assertionResults }) => assertionResults);
  const skipped = tests.filter(({ status }) => status === 'pending' || status === 'todo');
  const retried = tests.filter(({ status, invocations = 1 }) => status === 'passed' && invocations > 1);
  for (const { fullName } of retried) console.log(`Passed on retry: ${fullName}`);
  const needed = skipped.filter(({ fullName }) => !NEEDS_MORE.test(fullName));
  let failed = sums.numFailedTests + sums.numRuntimeErrorTestSuites;
  if (process.env.CI) failed += needed.length + (passed === 0 ? 1 : 0);
  if (code !== 0 && failed === 0) failed = 1;
  const parts = [
    `${passed} passed`,
    failed > 0 && `${failed} FAILED`,
    retried.length > 0 && `${retried.length} on retry`,
    skipped.length > 0 && `${skipped.length} skipped`,
  ];
  return { passed, failed, verdict: parts.filter(Boolean).join(', ') };
}

/**
 * @param {Step[]} steps
 * @returns {Promise<Result[]>}
 */
export async function inTurn(steps) {
  /** @type {Result[]} */
  const results = [];
  for (const step of steps) results.push(await timed(step));
  return results;
}

/**
 * Runs steps side by side, two of them at any moment.
 *
 * @param {Step[]} steps
 * @returns {Promise<Result[]>} in the order of the steps
 */
export async function twoAtATime(steps) {
  /** @type {Result[]} */
  const results = [];
  let next = 0;
  const lane = async () => {
    for (let i = next++; i < steps.length; i = next++) results[i] = await timed(/** @type {Step} */ (steps[i]));
  };
  await Promise.all([lane(), lane()]);
  return results;
}

/**
 * @param {Step} step
 * @returns {Promise<Result>}
 */
async function timed({ name, run }) {
  const start = Date.now();
  /** @type {Outcome} */
  const result = await run().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, verdict: 'FAILED' };
  });
  return { name, seconds: (Date.now() - start) / 1000, ...result };
}

/**
 * @param {string[]} args
 * @param {{ isSilent?: boolean, env?: NodeJS.ProcessEnv, isBackground?: boolean }} options
 * @returns {Promise<{ code: number | null, words: string }>}
 */
function node(args, { isSilent = false, env = {}, isBackground = false }) {
  // jest's own report goes to a file; what it prints for people, to standard error.
  const stdout = isSilent ? 'pipe' : 'ignore';
  // All threads are to yield, also those that Node starts before any script runs: so not os.setPriority().
  const [file, first] = isBackground && process.platform !== 'win32' ? NICE : [process.execPath, []];
  const child = spawn(file, [...first, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', stdout, isSilent ? 'pipe' : 'inherit'],
  });
  let words = '';
  child.stdout?.on('data', (chunk) => (words += chunk));
  child.stderr?.on('data', (chunk) => (words += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, words }));
  });
}

/**
 * @param {string} packageName
 * @param {string} bin
 * @returns {string} the file of a package's program
 */
function binOf(packageName, bin) {
  const manifest = path.join(ROOT, 'node_modules', packageName, 'package.json');
  const { bin: bins } = /** @type {{ bin: string | Record<string, string> }} */ (require(manifest));
  return path.join(path.dirname(manifest), typeof bins === 'string' ? bins : /** @type {string} */ (bins[bin]));
}
