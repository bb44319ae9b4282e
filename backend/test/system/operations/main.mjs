// @ts-check
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { LaunchError } from '../../../launch/launch-error.mjs';
import { launch } from '../../../launch/launcher.mjs';
import { buildIfChanged, install } from '../../../launch/build/prepare.mjs';
import { ROOT } from '../../../launch/settings.mjs';
import { jest } from '../../../launch/testing/jest-step.mjs';
import { inTurn } from '../../../launch/testing/steps.mjs';

/** What an operator relies on, of the suites that `npm test` runs. */
const SUITES = [
  // Starting, stopping, dying, wrong settings, commands, images.
  'backend/test/(launch|commands)/',
  // Migrations, roles, the pooler, the replica, the schema.
  'platform/database/',
  'catalog/reads/replica',
  // Pictures in a bucket, backups, what goes at night.
  'platform/file-store/',
  'media/media-in-a-bucket',
  'backend/test/housekeeping/',
  // Health, metrics, alerts, the ledger's check.
  'backend/test/(monitoring|ledger-check)/',
  'platform/(http/request-id|tracing/)',
  // The API as others use it: its document, a generated client, keys and webhooks.
  '(openapi|api-document)',
  'backend/test/(webhooks|auth/api-keys)/',
];

/** The tests write their times here, see recovery.ts. */
const TIMES = path.join(ROOT, '.cache/recovery-times.jsonl');

// `npm run test:operations [-- PART]`: the suites of `npm test` that an operator relies on, then real processes that are killed, lose
// PostgreSQL and Redis, are restarted one by one under load, and are replaced by those of a later release (with haproxy, where it is
// installed). Prints how long the shop took to recover. With PART only the suites of that path.
await launch(async () => {
  await install();
  await buildIfChanged();
  rmSync(TIMES, { force: true });
  const part = process.argv.slice(2);
  const of = (/** @type {string[]} */ suites) =>
    part.length > 0 ? ['--passWithNoTests', ...part] : suites.length > 0 ? ['--testPathPatterns', ...suites] : [];
  const env = { RECOVERY_TIMES: TIMES };
  const results = await inTurn([
    jest('suites', 'backend/jest.config.mjs', of(SUITES), env),
    jest('faults', 'backend/test/system/faults/jest.config.mjs', of([]), env),
    jest('restarts and upgrades', 'backend/test/system/operations/jest.config.mjs', of([]), env),
  ]);
  console.log();
  for (const { what, seconds } of times()) console.log(`${seconds.toFixed(1).padStart(6)} s  ${what}`);
  console.log();
  for (const { name, verdict, seconds } of results) console.log(`${name}: ${verdict} in ${seconds.toFixed(0)} s`);
  if (results.some(({ failed }) => failed > 0)) throw new LaunchError('');
});

/** @returns {{ what: string, seconds: number }[]} */
function times() {
  if (!existsSync(TIMES)) return [];
  const lines = readFileSync(TIMES, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}
