import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Builds } from '../../launch/build/builds.mjs';
import { ROOT } from '../../launch/settings.mjs';

const RUN = 'backend/launch/run.mjs';
/** Stands in for npm: names each call, installs at once and builds nothing. */
const NPM = `
  import { mkdirSync, writeFileSync } from 'node:fs';
  console.log('npm ' + process.argv[2]);
  if (process.argv[2] !== 'ci') process.exit(1);
  mkdirSync('node_modules', { recursive: true });
  writeFileSync('node_modules/.package-lock.json', '{"packages":{}}');`;

/** A shop of the launchers alone, whose last build is of other sources. It finds the packages of the project above it. */
let shop: string;
beforeEach(async () => {
  mkdirSync(path.join(ROOT, '.cache'), { recursive: true });
  shop = mkdtempSync(path.join(ROOT, '.cache/prepare-'));
  for (const part of ['backend/launch', 'backend/src/platform', 'nest-cli.json']) {
    cpSync(path.join(ROOT, part), path.join(shop, part), { recursive: true });
  }
  writeFileSync(path.join(shop, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(shop, 'package-lock.json'), '{"packages":{"":{}}}');
  writeFileSync(path.join(shop, 'npm.mjs'), NPM);
  mkdirSync(path.join(shop, 'node_modules'));
  writeFileSync(path.join(shop, 'node_modules/.package-lock.json'), '{"packages":{}}');
  await new Builds(path.join(shop, 'dist')).make('other sources', async () => {});
});
afterEach(() => rmSync(shop, { recursive: true, force: true }));

/** Runs a command with arguments. @returns the lines of the launcher, of npm and of the command itself */
function run(command: string, ...args: string[]): string[] {
  writeFileSync(path.join(shop, command), `console.log('done');`);
  const { stdout } = spawnSync(process.execPath, [path.join(shop, RUN), command, ...args], {
    cwd: shop,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      npm_execpath: path.join(shop, 'npm.mjs'),
      DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop',
      DATA_DIR: shop,
    },
  });
  return stdout.trim().split('\n');
}

const LAST_BUILD = 'Using the last build; sources have changed since. `npm run build` or the next start takes them in.';

test.each([
  ['of the schema', 'migrate.js', []],
  ['that restores a backup', 'restore.js', ['--from', 'backup']],
])('a command %s builds changed sources first', (_, command, args) => {
  mkdirSync(path.join(shop, 'commands'));
  expect(run(`commands/${command}`, ...args)).toEqual(['Building …', 'npm run', 'npm run']);
});

test.each([
  ['of another kind', 'ledger-check.js', []],
  ['that rehearses a restore', 'restore.js', ['--rehearsal', '--from', 'backup']],
])('a command %s uses the last build, and installs nothing', (_, command, args) => {
  mkdirSync(path.join(shop, 'commands'));
  expect(run(`commands/${command}`, ...args)).toEqual([LAST_BUILD, 'done']);
});

test('a command beside the shop installs packages that are missing', () => {
  rmSync(path.join(shop, 'node_modules'), { recursive: true });
  expect(run('ledger-check.js')).toEqual(['Installing packages …', 'npm ci', LAST_BUILD, 'done']);
});

test('a command beside the shop builds when there is no build', () => {
  rmSync(path.join(shop, 'dist'), { recursive: true });
  expect(run('ledger-check.js')).toEqual(['Building …', 'npm run', 'npm run']);
});
