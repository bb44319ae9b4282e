// @ts-check
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../settings.mjs';
import { binOf, node } from './program-step.mjs';

/**
 * @typedef {import('./steps.mjs').Outcome} Outcome
 * @typedef {import('./steps.mjs').Step} Step
 */

/**
 * Tests that are skipped where their means are missing: data that is no part of the project, packages that Debian may not have,
 * the right to mount a disk, memory for files.
 */
const OPTIONAL_TESTS =
  /^(with (real data|memory|pgvector|PgBouncer|Caddy|Helm|Prometheus)|without Redis|on a full disk)\b/;

/**
 * Tests of a browser, of sockets or of whole processes measure the machine that they run on too. With CI set, such a file
 * may fail once: it then runs again alone, and the sums say so. Rules of money and rights have tests of
 * their own elsewhere, which run once.
 */
const MEASURES_THE_MACHINE = /\/(web\/test\/(e2e|server)|backend\/test\/(launch|system\/overload|platform\/tracing))\//;

/** More failed files than these are no accident. */
const MAX_RETRIED_FILES = 8;

/** Loading a shop for each test file makes much short-lived garbage. The workers of jest inherit it. */
const LARGE_YOUNG_GENERATION = ['--max-semi-space-size=64'];

/**
 * A step that runs jest and counts tests. One that could not even be loaded counts as a failed test; with CI set, so
 * does one that was skipped, unless its name begins with what no machine has by itself.
 *
 * With CI set, failed files that measure the machine run again, one after the other, on a shop of their own.
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
      const first = await jestRun(config, args, env);
      const retried = first.files.filter(hasFailed).filter((file) => MEASURES_THE_MACHINE.test(file.name));
      if (!process.env.CI || retried.length === 0 || retried.length > MAX_RETRIED_FILES) return outcome(first);
      console.log(`\n${name}, on retry:`);
      const paths = retried.map((file) => file.name);
      const second = await jestRun(config, [...args, '--runInBand', '--runTestsByPath', ...paths], env);
      const others = first.files.filter((file) => !retried.includes(file));
      return outcome({ code: second.code, files: [...others, ...second.files] }, retried.length);
    },
  };
}

/**
 * @typedef {{ status: string, fullName: string }} Test
 * @typedef {{ name: string, status: string, assertionResults: Test[] }} TestFile
 * @typedef {{ code: number | null, files: TestFile[] }} JestRun
 */

const hasFailed = (/** @type {{ status: string }} */ { status }) => status === 'failed';

/**
 * @param {string} config
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<JestRun>} without files when jest did not run
 */
async function jestRun(config, args, env) {
  const report = path.join(ROOT, '.cache/jest-report.json');
  rmSync(report, { force: true });
  const jestArgs = [
    ...LARGE_YOUNG_GENERATION,
    binOf('jest', 'jest'),
    '-c',
    config,
    '--json',
    `--outputFile=${report}`,
    ...args,
  ];
  const { code } = await node(jestArgs, { env });
  return { code, files: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [] };
}

/**
 * @param {JestRun} run
 * @param {number} retried files that failed at first
 * @returns {Outcome}
 */
function outcome({ code, files }, retried = 0) {
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const skipped = tests.filter(({ status }) => status === 'pending' || status === 'todo');
  const unloaded = files.filter((file) => hasFailed(file) && !file.assertionResults.some(hasFailed));
  let failed = tests.filter(hasFailed).length + unloaded.length;
  if (process.env.CI) {
    failed += skipped.filter(({ fullName }) => !OPTIONAL_TESTS.test(fullName)).length + (passed === 0 ? 1 : 0);
  }
  if (code !== 0 && failed === 0) failed = 1;
  const parts = [
    `${passed} passed`,
    failed > 0 && `${failed} FAILED`,
    retried > 0 && `${retried} ${retried === 1 ? 'file' : 'files'} run twice`,
    skipped.length > 0 && `${skipped.length} skipped`,
  ];
  return { passed, failed, verdict: parts.filter(Boolean).join(', ') };
}
