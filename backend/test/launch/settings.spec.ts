import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildIfChanged } from '../../launch/build/prepare.mjs';
import { environmentExample, settingsTable } from '../../launch/settings-table.mjs';
import { ROOT, launchSettings, processEnv } from '../../launch/settings.mjs';
import { SETTINGS } from '../../src/platform/config/environment/schema.js';

const WRONG = {
  NODE_ENV: 'production',
  PORT: 'eighty',
  DATABASE_URL: 'mysql://shop:hunter2@127.0.0.1/shop',
  TRUST_PROXY: 'true',
  ADMIN_PASS: 'hunter2',
};
const ADMIN_PASS = 'ADMIN_PASS is set but is no setting of the shop; the closest one is ADMIN_PASSWORD.';
const PORT = 'PORT is "eighty" but must be a whole number from 0 to 65535.';
const TRUST_PROXY =
  'TRUST_PROXY is "true" but must be the number of proxies before the shop, or their networks separated by commas (10.0.0.0/8,2001:db8::/32), and not everyone (/0).';
const DATABASE_URL =
  'DATABASE_URL is set to a hidden value but must be a URL that begins with postgres:// or postgresql://, such as postgres://user:password@host:5432/shop.';
const UNSAFE = [
  'JWT_SECRET is not set but must be at least 32 characters long in production.',
  'ADMIN_PASSWORD is not set but must be at least 12 characters long in production.',
  'PAYMENTS is not set but must be sandbox to run production without STRIPE_SECRET_KEY, for test cards then buy goods and fill wallets.',
];

/** Of no concern to compose.yaml: set by the image, only for development and tests, or that of the web server alone. */
const OF_THE_IMAGE = [
  ...['NODE_ENV', 'DATA_DIR', 'WEB_FROM_SOURCES', 'SEED', 'RATE_LIMIT', 'OAUTH_STAND_IN'],
  ...['HOST', 'PORT'], // PUBLIC_URL says where the shop is
];

/** Runs a program of Node to its end with nothing but these settings. @returns its exit code and what it printed */
function run(command: string[], env: Record<string, string>, cwd = ROOT) {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { code: status, lines: `${stdout}${stderr}`.trim().split('\n') };
}

describe('with nothing but the sources', () => {
  let shop: string;
  beforeEach(() => {
    shop = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'may-settings-')));
    for (const name of ['backend/launch', 'backend/src/platform', 'package.json', 'package-lock.json'])
      cpSync(path.join(ROOT, name), path.join(shop, name), { recursive: true });
  });
  afterEach(() => rmSync(shop, { recursive: true, force: true }));

  test.each(['start.mjs', 'dev.mjs', 'run.mjs dist/backend/src/commands/migrate.js'])(
    '%s says all that is wrong, once, and installs, builds and writes nothing',
    (command) => {
      const before = readdirSync(shop, { recursive: true }).sort();
      const [script = '', ...args] = command.split(' ');
      expect(run([path.join(shop, 'backend/launch', script), ...args], WRONG, shop)).toEqual({
        code: 1,
        lines: [ADMIN_PASS, PORT, TRUST_PROXY, DATABASE_URL, ...UNSAFE],
      });
      expect(readdirSync(shop, { recursive: true }).sort()).toEqual(before);
    },
  );
});

test.each([
  ['0.0.0.0', 'http://127.0.0.1:3001'],
  ['::', 'http://127.0.0.1:3001'],
  ['10.0.0.11', 'http://10.0.0.11:3001'],
  ['fd00::11', 'http://[fd00::11]:3001'],
])('npm start with BACKEND_HOST=%s lets its web server ask %s', (BACKEND_HOST, url) => {
  const env = processEnv(launchSettings({ BACKEND_HOST }), { port: 3000, backendPort: 3001 });
  expect(env.BACKEND_URL).toBe(url);
});

describe('the built processes by themselves', () => {
  beforeAll(buildIfChanged, 600_000);

  test.each([
    ['backend/main.js', [ADMIN_PASS, PORT, DATABASE_URL, ...UNSAFE]],
    ['backend/worker.js', [ADMIN_PASS, PORT, DATABASE_URL, ...UNSAFE]],
    ...[
      'migrate.js',
      'backup.js --to /nowhere',
      'restore.js --from /nowhere',
      'media-move.js --to s3://bucket',
      'ledger-check.js',
    ].map((command): [string, string[]] => [
      `backend/src/commands/${command}`,
      [ADMIN_PASS, PORT, DATABASE_URL, ...UNSAFE],
    ]),
    [
      'web/server.js',
      [
        ADMIN_PASS,
        PORT,
        TRUST_PROXY,
        'BACKEND_URL is not set but must be http:// or https:// with the name of the site and nothing after it, such as http://127.0.0.1:3001.',
        UNSAFE[2]!.replace('STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'),
      ],
    ],
  ])('%s says all that is wrong, once, and ends', (command, sentences) => {
    const [script = '', ...args] = command.split(' ');
    expect(run([path.join(ROOT, 'dist', script), ...args], WRONG)).toEqual({ code: 1, lines: sentences });
  });

  test('the demo is not added to a shop in production', () => {
    const safe = {
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop',
      JWT_SECRET: 's'.repeat(32),
      ADMIN_PASSWORD: 'thuyền-giấy-trôi-xa',
      PAYMENTS: 'sandbox',
    };
    expect(run([path.join(ROOT, 'dist/backend/src/commands/seed.js')], safe)).toEqual({
      code: 1,
      lines: ['NODE_ENV is "production" but must be development for the demo, whose shopper could spend.'],
    });
  });
});

test('docs/operations/settings.md has the table of all settings', () => {
  expect(readFileSync(path.join(ROOT, 'docs/operations/settings.md'), 'utf8')).toContain(`\n\n${settingsTable()}\n\n`);
});

test('docker/.env.example explains every variable that compose.yaml reads', () => {
  const example = readFileSync(path.join(ROOT, 'docker/.env.example'), 'utf8');
  expect(example).toBe(`${environmentExample()}\n`);
  expect(example.match(/^[A-Z_]+=$/gm)).toEqual(['POSTGRES_PASSWORD=', 'JWT_SECRET=', 'ADMIN_PASSWORD=']);
});

test('compose.yaml puts no password into a URL, where some characters have a meaning', () => {
  expect(readFileSync(path.join(ROOT, 'docker/compose.yaml'), 'utf8')).not.toMatch(/:\/\/\S*\$\{/);
});

test.each(['backend', 'web'] as const)('compose.yaml passes on every setting that the %s may have', (reader) => {
  const compose = readFileSync(path.join(ROOT, 'docker/compose.yaml'), 'utf8');
  const part = reader === 'web' ? compose.split('\n  web:\n')[1]! : compose.split('\nservices:\n')[0]!;
  const passed = new Set([...part.matchAll(/^\s+([A-Z][A-Z0-9_]*): /gm)].map(([, name]) => name));
  const missing = Object.entries(SETTINGS)
    .filter(([name, { readBy = ['backend'] }]) => readBy.includes(reader) && !passed.has(name))
    .map(([name]) => name);
  expect(missing.filter((name) => !OF_THE_IMAGE.includes(name))).toEqual([]);
});

test('the processes are given absolute paths and no name that was warned of', () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { env } = launchSettings({ DATA_DIR: 'data', JWT_SECRET_FILE: 'package.json', REDIS_URI: 'x', TERM: 'dumb' });
  expect(env).toEqual({
    DATA_DIR: path.join(ROOT, 'data'),
    JWT_SECRET_FILE: path.join(ROOT, 'package.json'),
    TERM: 'dumb',
  });
  expect(log).toHaveBeenCalledTimes(1);
  log.mockRestore();
});

test.each([
  ['pictures', path.join(ROOT, 'pictures')],
  ['s3://may-shop/production', 's3://may-shop/production'],
])('MEDIA_URL=%s is given to the processes as %s', (MEDIA_URL, expected) => {
  expect(launchSettings({ MEDIA_URL }).env.MEDIA_URL).toBe(expected);
});

test('a database whose URL stands in a file is given to the processes by its URL alone', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'may-settings-'));
  const file = path.join(folder, 'url');
  writeFileSync(file, 'postgres://shop:hunter2@db/shop\n');
  try {
    const settings = launchSettings({ DATABASE_URL_FILE: file });
    expect(settings).toMatchObject({ databaseUrl: 'postgres://shop:hunter2@db/shop', env: {} });
    expect(settings.env).not.toHaveProperty('DATABASE_URL_FILE');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
