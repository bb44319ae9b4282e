// @ts-check
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { LaunchError } from './launch-error.mjs';
import { launch } from './launcher.mjs';
import { build, install } from './prepare.mjs';
import { startRedis } from './redis.mjs';
import { ROOT } from './settings.mjs';
import { inTurn, jest, program, twoAtATime } from './test-steps.mjs';

const isCi = Boolean(process.env.CI);

const checks = [
  program('types, backend', 'typescript', 'tsc', ['-p', 'backend', '--noEmit']),
  program('types, web', 'typescript', 'tsc', ['-p', 'web', '--noEmit']),
  program('lint', 'eslint', 'eslint', ['--cache', '--cache-location', '.cache/eslint/', '.']),
  program('format', 'prettier', 'prettier', ['--check', '--log-level', 'warn', '.']),
  program('unused code', 'knip', 'knip', ['--no-progress']),
];

// `npm test`: everything that is checked, to the end even when something fails, and a line of sums. With CI set nothing
// is skipped: the API's tests run a second time on the installed PostgreSQL and Redis, and a browser must be there.
// `npm run check`: the same without build and tests.
await launch(async ({ onStop }) => {
  await install();
  mkdirSync(path.join(ROOT, '.cache'), { recursive: true });

  const isCheck = process.argv.includes('check');
  const results = await twoAtATime(isCheck ? checks : [{ name: 'build', run: built }, ...checks]);
  if (!isCheck) {
    results.push(...(await inTurn([jest('backend', 'backend/jest.config.mjs')])));
    if (isCi) {
      const env = { TEST_POSTGRES_BIN: installedPostgres(), REDIS_URL: await startRedis(onStop) };
      const second = jest(
        'API on installed PostgreSQL, Redis',
        'backend/jest.config.mjs',
        ['--selectProjects', 'api'],
        env,
      );
      results.push(...(await inTurn([second])));
    }
    const web = [jest('web', 'web/jest.config.mjs'), jest('journeys in a browser', 'web/test/e2e/jest.config.mjs')];
    results.push(...(await inTurn(web)));
  }

  const width = Math.max(...results.map(({ name }) => name.length));
  console.log();
  for (const { name, verdict, seconds } of results)
    console.log(`${name.padEnd(width)}  ${seconds.toFixed(0).padStart(4)} s  ${verdict}`);
  const sum = (/** @type {'passed' | 'failed'} */ key) => results.reduce((total, result) => total + result[key], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  if (sum('failed') > 0) throw new LaunchError('');
});

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
