// @ts-check
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LaunchError } from '../../../launch/launch-error.mjs';
import { launch } from '../../../launch/launcher.mjs';
import { install } from '../../../launch/build/prepare.mjs';
import { ROOT } from '../../../launch/settings.mjs';
import { GUARDS as MONEY_GUARDS } from './guards.mjs';
import { SECURITY_GUARDS } from './security-guards.mjs';

/** @typedef {import('./guards.mjs').Guard} Guard */

const GUARDS = [...MONEY_GUARDS, ...SECURITY_GUARDS];
const COPY = path.join(ROOT, '.cache/guards');
const REPORT = path.join(COPY, 'report.json');
const JEST = path.join(ROOT, 'node_modules/jest/bin/jest.js');

// `npm run test:guards [-- PART OF A NAME]`: shows that each guard is needed. It works on a copy of the backend, takes one
// guard away at a time, and expects the tests to notice; first it expects the same tests to pass with all guards there.
await launch(async ({ signal, onStop }) => {
  await install();
  const [part = ''] = process.argv.slice(2);
  const guards = GUARDS.filter(({ name }) => name.includes(part));
  if (guards.length === 0) throw new LaunchError(`No guard is called "${part}".`);
  copyBackend();
  onStop(async () => rmSync(COPY, { recursive: true, force: true }));

  const whole = await failuresOf(guards.map(({ specs }) => `(${specs})`).join('|'), signal);
  if (whole.length > 0) throw new LaunchError(`With all guards there, these fail:\n  ${whole.join('\n  ')}`);
  /** @type {string[]} */
  const idle = [];
  for (const guard of guards) {
    const failures = await without(guard, () => failuresOf(guard.specs, signal));
    signal.throwIfAborted();
    console.log(
      `${failures.length > 0 ? 'needed ' : 'NOT MISSED'}  ${guard.name}${failures[0] ? `: ${failures[0]}` : ''}`,
    );
    if (failures.length === 0) idle.push(guard.name);
  }
  console.log(`\n${guards.length - idle.length} passed, ${idle.length} failed`);
  if (idle.length > 0) throw new LaunchError('');
});

function copyBackend() {
  rmSync(COPY, { recursive: true, force: true });
  mkdirSync(COPY, { recursive: true });
  for (const name of [
    'backend',
    'demo',
    'docs',
    'jest.runtime.mjs',
    'jest.transform.mjs',
    'package.json',
    'tsconfig.json',
  ]) {
    cpSync(path.join(ROOT, name), path.join(COPY, name), { recursive: true });
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(COPY, 'node_modules'));
}

/**
 * @template T
 * @param {Guard} guard
 * @param {() => Promise<T>} act
 * @returns {Promise<T>} what `act` gave while the guard was gone
 */
async function without({ name, file, code, without: rest }, act) {
  const source = path.join(COPY, 'backend/src', file);
  const text = readFileSync(source, 'utf8');
  if (text.split(code).length !== 2) throw new LaunchError(`${file} no longer holds the guard "${name}" once: ${code}`);
  writeFileSync(
    source,
    text.replace(code, () => rest),
  );
  try {
    return await act();
  } finally {
    writeFileSync(source, text);
  }
}

/**
 * @param {string} specs
 * @param {AbortSignal} signal
 * @returns {Promise<string[]>} the names of the tests that failed
 */
async function failuresOf(specs, signal) {
  rmSync(REPORT, { force: true });
  const config = path.join(COPY, 'backend/jest.config.mjs');
  const args = [
    '-c',
    config,
    '--selectProjects',
    'api',
    'unit',
    'launch',
    '--testPathPatterns',
    specs,
    '--json',
    '--outputFile',
    REPORT,
  ];
  const child = spawn(process.execPath, [JEST, ...args], { cwd: COPY, stdio: 'ignore', signal });
  await new Promise((resolve) => child.once('error', resolve).once('exit', resolve));
  signal.throwIfAborted();
  /** @type {{ numTotalTests: number, numRuntimeErrorTestSuites: number, testResults: { assertionResults: { status: string, fullName: string }[] }[] }} */
  const report = JSON.parse(readFileSync(REPORT, 'utf8'));
  // A file that does not run proves nothing, whether or not a guard is there.
  if (report.numTotalTests === 0) throw new LaunchError(`No test ran in ${specs}.`);
  if (report.numRuntimeErrorTestSuites > 0) throw new LaunchError(`Not every file of ${specs} ran.`);
  return report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => fullName);
}
