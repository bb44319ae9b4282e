// @ts-check
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { LaunchError } from './launch-error.mjs';
import { launch } from './launcher.mjs';
import { build, install } from './build/prepare.mjs';
import { startRedis } from './processes/redis.mjs';
import { ROOT } from './settings.mjs';
import { jest } from './testing/jest-step.mjs';
import { program } from './testing/program-step.mjs';
import { inTurn, twoAtATime } from './testing/steps.mjs';

const isCi = Boolean(process.env.CI);

/**
 * The API's tests that can end otherwise on another PostgreSQL or with Redis; the others run on the embedded one alone.
 */
const STORE_TESTS = [
  // What uses Redis: the queues, the counters of rate limits, the relay of chat messages, traces, the health of it all.
  'backend/test/chat/delivery',
  'mail/(outbox|sending)',
  'media/media',
  'orders/expiry',
  'backend/test/search/(index|api/ai-search)',
  'platform/tracing',
  'system/overload/timeouts',
  'monitoring/worker-watch',
  'auth/login/login-rate-limiter',
  'system/security/rate-limits',
  'monitoring/(health|metrics)',
  // What depends on PostgreSQL's version: schema and migrations, full-text search, locks and races, the SQL of the ledger.
  'backend/test/(platform/database|support)/',
  'catalog/reads/keyword-search',
  'backend/test/(ledger|ledger-check)/',
  'backend/test/system/(races|model/concurrent)',
  'system/overload/pools',
  'demo/seed',
  // A call of every kind.
  'backend/test/black-box/(catalogue|orders|payments|refunds|chat)\\.',
];

const checks = [
  program('types and lint', 'oxlint', 'oxlint', []),
  program('format', 'prettier', 'prettier', [
    ...['--cache', '--cache-location', '.cache/prettier'],
    ...['--check', '--log-level', 'warn', '.'],
  ]),
  program('module order', 'dependency-cruiser', 'depcruise', [
    ...['backend/src', 'web/app', 'web/server', 'web/server.ts', 'demo'],
  ]),
  program('unused code', 'knip', 'knip', ['--no-progress']),
];

// `npm test`: everything that is checked, to the end even when something fails, and a line of sums. With CI set nothing
// is skipped: those of the API's tests that depend on them run again on the installed PostgreSQL and Redis, and a browser
// must be there.
// `npm run check`: the same without build and tests. `npm test -- orders`: the tests with "orders" in their path.
const names = process.argv.slice(2);

await launch(async ({ onStop }) => {
  await install();
  mkdirSync(path.join(ROOT, '.cache'), { recursive: true });

  if (names.length > 0 && names[0] !== 'check') return finish(await inTurn(named(names)));
  const isCheck = names[0] === 'check';
  if (isCheck) return finish(await twoAtATime(checks));
  const building = await inTurn([{ name: 'build', run: built }]);
  const tests = [jest('backend', 'backend/jest.config.mjs')];
  if (isCi) tests.push(storeTests(installedPostgres(), await startRedis(onStop)));
  tests.push(jest('web', 'web/jest.config.mjs'));
  // Tests wait for databases; meanwhile the checks run. A browser would wait for the checks instead, so it comes last.
  const [tested, checked] = await Promise.all([inTurn(tests), twoAtATime(checks)]);
  const journeys = await inTurn([jest('journeys in a browser', 'web/test/e2e/jest.config.mjs')]);
  finish([...building, ...checked, ...tested, ...journeys]);
});

/**
 * @param {string} bin the programs of an installed PostgreSQL
 * @param {string} redisUrl
 */
function storeTests(bin, redisUrl) {
  const part = ['--selectProjects', 'api', '--testPathPatterns', ...STORE_TESTS];
  const env = { TEST_POSTGRES_BIN: bin, REDIS_URL: redisUrl };
  return jest('API on installed PostgreSQL, Redis', 'backend/jest.config.mjs', part, env);
}

/**
 * The tests that concern a name, without building anything.
 *
 * @param {string[]} patterns regular expressions on the path of a test file
 */
function named(patterns) {
  const part = ['--passWithNoTests', '--testPathPatterns', ...patterns];
  return [jest('backend', 'backend/jest.config.mjs', part), jest('web', 'web/jest.config.mjs', part)];
}

/**
 * Prints a line for each step and the sums.
 *
 * @param {import('./testing/steps.mjs').Result[]} results
 * @throws LaunchError when a test failed
 */
function finish(results) {
  const width = Math.max(...results.map(({ name }) => name.length));
  console.log();
  for (const { name, verdict, seconds } of results)
    console.log(`${name.padEnd(width)}  ${seconds.toFixed(0).padStart(4)} s  ${verdict}`);
  const sum = (/** @type {'passed' | 'failed'} */ key) => results.reduce((total, result) => total + result[key], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  if (sum('failed') > 0) throw new LaunchError('');
  if (sum('passed') === 0) throw new LaunchError(`No test file has ${names.join(' or ')} in its path.`);
}

async function built() {
  await build();
  return { passed: 1, failed: 0, verdict: 'ok' };
}

/** @returns {string} the programs of the newest PostgreSQL that Debian installed */
function installedPostgres() {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder).sort((a, b) => Number(b) - Number(a)) : [];
  if (!versions[0]) throw new LaunchError(`With CI set, an installed PostgreSQL is needed in ${folder}.`);
  return path.join(folder, versions[0], 'bin');
}
