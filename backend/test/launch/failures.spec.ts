import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { buildIfChanged } from '../../launch/build/prepare.mjs';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../launch/postgres/embedded-postgres.mjs';
import { ROOT } from '../../launch/settings.mjs';
import { query } from '../support/setup/query.js';

/*
 * The real processes, each with one thing wrong: one sentence on standard error, exit code 1, nothing changed. Processes are slow to
 * start, so a test runs what belongs together side by side.
 */

jest.setTimeout(240_000);

const NOWHERE = 'postgres://shop:hunter2@127.0.0.1:1/shop';
const SAFE = {
  NODE_ENV: 'production',
  JWT_SECRET: 's'.repeat(32),
  ADMIN_PASSWORD: 'thuyền-giấy-trôi-xa',
  PAYMENTS: 'sandbox',
  PUBLIC_URL: 'https://shop.example.com',
  SMTP_URL: 'smtp://127.0.0.1:1',
  LOG_LEVEL: 'error',
};

let folder: string;
let server: EmbeddedPostgres;
let shop: string;
let empty: string;
let backup: string;

beforeAll(async () => {
  await buildIfChanged();
  folder = mkdtempSync(path.join(os.tmpdir(), 'may-failures-'));
  chmodSync(folder, 0o755);
  server = await startEmbeddedPostgres({ dataDir: folder, settings: { fsync: 'off' } });
  shop = server.url;
  empty = databaseUrl({ pathname: '/empty' });
  await query(shop, 'CREATE DATABASE empty');
  expect(await run('migrate')).toMatchObject({ code: 0, error: '' });
  backup = path.join(folder, 'backup');
  expect(await run('backup', ['--to', backup])).toMatchObject({ code: 0, error: '' });
}, 600_000);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const databaseUrl = (change: Partial<URL>) => Object.assign(new URL(server.url), change).href;

const FILES: Record<string, string> = { backend: 'backend/main.js', worker: 'backend/worker.js', web: 'web/server.js' };

/** Runs a process or a command to its end. */
async function run(name: string, args: string[] = [], env: NodeJS.ProcessEnv = {}) {
  const file = path.join(ROOT, 'dist', FILES[name] ?? `backend/src/commands/${name}.js`);
  const settings = { ...SAFE, DATABASE_URL: shop, DATA_DIR: path.join(folder, 'data'), BACKEND_PORT: '0', ...env };
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
  });
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, out, error };
}

/** Runs each of them. @returns how each ended, by its name */
async function runAll(calls: [name: string, args?: string[]][], env: NodeJS.ProcessEnv) {
  const ended = new Map<string, Awaited<ReturnType<typeof run>>>();
  const rest = [...calls];
  const lane = async () => {
    for (let call = rest.shift(); call; call = rest.shift()) ended.set(call[0], await run(call[0], call[1], env));
  };
  await Promise.all([lane(), lane()]);
  return Object.fromEntries(ended);
}

/** The end of a process that failed with this sentence alone. */
const failed = (sentence: RegExp) => ({ code: 1, out: '', error: expect.stringMatching(sentence) as string });
const failedAll = (names: string[], sentence: RegExp) =>
  Object.fromEntries(names.map((name) => [name, failed(sentence)]));

test('no database: every process and every command says where it looked, without the password', async () => {
  const calls: [string, string[]?][] = [
    ['backend'],
    ['worker'],
    ['migrate'],
    ['backup', ['--to', path.join(folder, 'never')]],
    ['restore', ['--from', backup]],
    ['ledger-check'],
    ['ai-reindex'],
    ['catalog-export', [path.join(folder, 'never.csv')]],
    ['reset-two-factor', ['admin']],
  ];
  const ended = await runAll(calls, { DATABASE_URL: NOWHERE });
  expect(ended).toEqual(
    failedAll(
      calls.map(([name]) => name),
      /^DATABASE_URL cannot be reached \(127\.0\.0\.1:1\): [^\n]+\n$/,
    ),
  );
  expect(JSON.stringify(ended)).not.toContain('hunter2');
  expect(readdirSync(folder).filter((name) => name.startsWith('never'))).toEqual([]);
});

test('a database user without rights', async () => {
  await query(shop, `CREATE ROLE bare LOGIN PASSWORD 'bare'`);
  const bare = { username: 'bare', password: 'bare' };
  await query(empty, 'REVOKE CREATE ON SCHEMA public FROM PUBLIC');
  const [backend, check] = await Promise.all([
    run('backend', [], { DATABASE_URL: databaseUrl({ ...bare, pathname: '/empty' }) }),
    run('ledger-check', [], { DATABASE_URL: databaseUrl(bare) }),
  ]);
  const sentence = /^The database user lacks a right: permission denied for [^\n]+\.\n$/;
  expect([backend, check]).toEqual([failed(sentence), failed(sentence)]);
  expect(await query(empty, `SELECT count(*)::integer AS tables FROM pg_tables WHERE schemaname = 'public'`)).toEqual([
    { tables: 0 },
  ]);
});

test('an import that names no folder of pictures, and one that fails after some products', async () => {
  await query(shop, 'CREATE DATABASE imports');
  const imports = databaseUrl({ pathname: '/imports' });
  const env = { DATABASE_URL: imports };
  const file = path.join(folder, 'products.csv');
  const rows = Array.from({ length: 400 }, (_, nth) => `p-${nth},Áo ${nth},1,100000`);
  writeFileSync(file, ['Handle,Title,Variant Inventory Qty,Variant Price', ...rows, ''].join('\n'));
  const nowhere = path.join(folder, 'nowhere');
  expect(await run('catalog-import', [file, '--images', nowhere], env)).toEqual(
    failed(new RegExp(`^There is no folder ${nowhere}: see --images\\.\n$`)),
  );

  expect(await run('migrate', [], env)).toMatchObject({ code: 0 });
  await query(imports, `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`);
  await query(
    imports,
    `CREATE TRIGGER refuse BEFORE INSERT ON products FOR EACH ROW WHEN (new.handle = 'p-399') EXECUTE FUNCTION refuse()`,
  );
  const { code, error } = await run('catalog-import', [file], env);
  const [count] = await query(imports, 'SELECT count(*)::integer AS count FROM products');
  expect([code, error]).toEqual([
    1,
    `refused\n${Number(count?.count)} products of the file were imported before that: run it again to go on.\n`,
  ]);
  expect(count?.count).toBeGreaterThan(0);
});

test('a port that is in use', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const port = String((taken.address() as { port: number }).port);
  const ended = await runAll([['web'], ['worker'], ['backend']], {
    BACKEND_URL: 'http://127.0.0.1:1',
    PORT: port,
    BACKEND_PORT: port,
    WORKER_METRICS_PORT: port,
  });
  taken.close();
  const inUse = (setting: string) =>
    failed(new RegExp(`^Port ${port} of 127.0.0.1 is already in use. Choose another with ${setting}.\n$`));
  // The backend's log, on standard output, has it too.
  const backend = { ...ended.backend, out: '' };
  expect({ ...ended, backend }).toEqual({
    web: inUse('PORT'),
    worker: inUse('WORKER_METRICS_PORT'),
    backend: inUse('BACKEND_PORT'),
  });
});

test('a backup that is not whole is not restored, and one of a later database is not taken', async () => {
  const half = path.join(folder, 'half');
  cpSync(backup, half, { recursive: true });
  rmSync(path.join(half, 'data/products.copy.gz'), { force: true });
  rmSync(path.join(half, 'data/public.products.copy.gz'), { force: true });
  await query(shop, `INSERT INTO migrations (timestamp, name) VALUES (9900000000001, 'Later9900000000001')`);
  try {
    const toEmpty = { DATABASE_URL: empty, DATA_DIR: path.join(folder, 'restored') };
    const [restored, none, taken, migrated] = await Promise.all([
      run('restore', ['--from', half], toEmpty),
      run('restore', ['--from', path.join(folder, 'none')], toEmpty),
      run('backup', ['--to', path.join(folder, 'never')]),
      run('migrate'),
    ]);
    expect(restored).toEqual(failed(/^The backup is incomplete: [^\n]+ is missing\.\n$/));
    expect(none).toEqual(failed(/^\S+none holds no complete backup: manifest\.json cannot be read \(ENOENT\)\.\n$/));
    expect(taken).toEqual(failed(/^The database is of a later release, [^\n]+\n$/));
    // A process of this release may start beside the next one's database during a deploy.
    expect([migrated.code, migrated.error]).toEqual([
      0,
      'The database is of a later release (Later9900000000001): use this one only until the deploy ends.\n',
    ]);
  } finally {
    await query(shop, `DELETE FROM migrations WHERE name = 'Later9900000000001'`);
  }
  expect(await query(empty, `SELECT to_regclass('orders') AS orders`)).toEqual([{ orders: null }]);
  expect(existsSync(path.join(folder, 'restored', 'media'))).toBe(false);
  expect(readdirSync(folder).filter((name) => name.startsWith('never'))).toEqual([]);
});

test('pictures that are not where a backup looks for them: it is written, and the last one with all of them stays', async () => {
  const into = path.join(folder, 'nightly');
  const good = path.join(into, '2020-01-01T00-00-00Z');
  mkdirSync(into);
  cpSync(backup, good, { recursive: true });
  await query(
    shop,
    `INSERT INTO media (hash, mime, width, height, color, state) VALUES (repeat('0', 32), 'image/webp', 1, 1, '#ffffff', 'ready')`,
  );
  // A second one takes the place of the first.
  for (let night = 1; night <= 2; night++) {
    const { code, error } = await run('backup', ['--into', into, '--keep', '1']);
    expect([code, error]).toEqual([1, expect.stringMatching(/^[^\n]+ is written without 1 pictures [^\n]+\n$/)]);
    expect(readdirSync(into)).toHaveLength(2);
    expect(existsSync(good)).toBe(true);
  }
  await query(shop, `DELETE FROM media`);
  expect(await run('backup', ['--into', into, '--keep', '1'])).toMatchObject({ code: 0, error: '' });
  expect(readdirSync(into)).toHaveLength(1);
});

test('a file in the place of DATA_DIR, or of the folder of a backup', async () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, 'mine');
  const [secret, backend, worker, taken, restored] = await Promise.all([
    run('backend', [], { DATA_DIR: file, JWT_SECRET: '', NODE_ENV: 'development', SEED: 'none' }),
    run('backend', [], { DATA_DIR: path.join(file, 'data') }),
    run('worker', [], { DATA_DIR: path.join(file, 'data') }),
    run('backup', ['--to', path.join(file, 'backup')]),
    run('restore', ['--from', backup], { DATABASE_URL: empty, DATA_DIR: path.join(file, 'data') }),
  ]);
  const closed = failed(/^The data folder \S+ cannot be written: make it writable for this user, or [^\n]+\.\n$/);
  expect([backend, worker]).toEqual([closed, closed]);
  expect(secret).toEqual(failed(/^The signing secret \S+jwt-secret cannot be used: [^\n]+\.\n$/));
  expect(taken).toEqual(failed(/^\S+backup cannot be used \(ENOTDIR\): name a folder that does not exist yet\.\n$/));
  expect(restored).toEqual(failed(/^\S+ cannot be used: a part of it is no folder\.\n$/));
  expect(await query(empty, `SELECT to_regclass('orders') AS orders`)).toEqual([{ orders: null }]);
});

test('a Redis or a bucket that cannot be reached', async () => {
  const redis = { REDIS_URL: 'redis://:hunter2@127.0.0.1:1' };
  const bucket = { S3_ENDPOINT: 'http://127.0.0.1:1', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'hunter2' };
  const ended = await runAll([['backend'], ['worker']], redis);
  expect(ended).toEqual(failedAll(['backend', 'worker'], /^REDIS_URL cannot be reached \(127\.0\.0\.1:1\): [^\n]+\n$/));
  expect(await run('media-move', ['--to', 's3://pictures'], bucket)).toEqual(
    failed(/^s3:\/\/pictures\/media cannot be reached \(ECONNREFUSED\): nothing was moved\.\n$/),
  );
  // The shop starts without its bucket; here the replica is what stops it.
  const both = await run('backend', [], { ...bucket, MEDIA_URL: 's3://pictures', DATABASE_REPLICA_URL: shop });
  expect(both.code).toBe(1);
  expect(both.error.split('\n')).toEqual([
    'The media store s3://pictures cannot be reached (ECONNREFUSED): pictures are missing until it answers.',
    expect.stringMatching(/^DATABASE_REPLICA_URL leads to a server that is no replica \([^\n]+\.$/),
    '',
  ]);
});

test('a database without tables', async () => {
  const ended = await runAll([['worker'], ['ledger-check']], { DATABASE_URL: empty });
  const sentence = /^The database is not of this release \(relation "\w+" does not exist\): run npm run migrate\.\n$/;
  expect(ended['ledger-check']).toEqual(failed(sentence));
  // The worker has written lines into its log before it asks.
  expect({ ...ended.worker, out: '' }).toEqual(failed(sentence));
});

test('an argument that a command does not know, or that npm took for its own', async () => {
  const calls: [string, string[]][] = [
    ['ai-reindex', ['--agian']],
    ['migrate', ['--dry-run']],
    ['ledger-check', ['all']],
    ['seed', ['orders=1000']],
    ['reset-two-factor', ['admin', 'khach']],
  ];
  const ended = await runAll(calls, { NODE_ENV: 'development' });
  expect(ended).toEqual({
    'ai-reindex': failed(/^Unknown option '--agian'[^\n]*\n$/),
    migrate: failed(/^Unknown option '--dry-run'[^\n]*\n$/),
    'ledger-check': failed(/^Unexpected argument 'all'[^\n]*\n$/),
    seed: failed(/^Unexpected argument 'orders=1000'[^\n]*\n$/),
    'reset-two-factor': failed(/^Name the account: npm run admin:reset-2fa -- USERNAME\n$/),
  });
});

test('a database whose encoding is not UTF-8', async () => {
  await query(shop, `CREATE DATABASE ascii TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C' LOCALE_PROVIDER libc`);
  const ascii = databaseUrl({ pathname: '/ascii' });
  const data = { DATABASE_URL: ascii, DATA_DIR: path.join(folder, 'of-ascii') };
  const ended = [await run('migrate', [], data), await run('restore', ['--from', backup], data)];
  const sentence = failed(/^The database has the encoding SQL_ASCII: make it with ENCODING 'UTF8'\.\n$/);
  expect(ended).toEqual([sentence, sentence]);
  expect(await query(ascii, `SELECT count(*)::integer AS tables FROM pg_tables WHERE schemaname = 'public'`)).toEqual([
    { tables: 0 },
  ]);
});

const hasTmpfs = () => process.getuid?.() === 0 && process.platform === 'linux' && canMount();

function canMount(): boolean {
  const place = mkdtempSync(path.join(os.tmpdir(), 'may-mount-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', place]).status === 0;
  if (isMounted) execFileSync('umount', [place]);
  rmSync(place, { recursive: true });
  return isMounted;
}

(hasTmpfs() ? describe : describe.skip)('on a full disk', () => {
  let disk: string;
  beforeAll(() => {
    disk = path.join(folder, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', disk]);
  });
  afterAll(() => {
    execFileSync('umount', [disk]);
  });

  test('a backup says so, and leaves nothing', async () => {
    const taken = await run('backup', ['--to', path.join(disk, 'backup')]);
    expect(taken).toEqual(failed(/^The disk is full[^\n]*: make room, and try again\.\n$/));
    expect(readdirSync(disk)).toEqual([]);
  });
});
