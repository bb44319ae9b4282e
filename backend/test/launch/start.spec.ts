import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { buildIfChanged } from '../../launch/build/prepare.mjs';
import { startEmbeddedPostgres } from '../../launch/postgres/embedded-postgres.mjs';
import { freePort } from '../../launch/processes/ports.mjs';
import { waitUntil } from '../../launch/processes/processes.mjs';
import { orderOf } from '../system/faults/shopper.js';
import { startLauncher, type LauncherRun } from '../support/start-launcher.js';

let dataDir: string;
const runs: LauncherRun[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'may-start-'));
});

afterEach(async () => {
  await Promise.all(runs.splice(0).map(({ close }) => close()));
  if (existsSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'))) {
    await (await startEmbeddedPostgres({ dataDir })).stop(); // a server that a killed run left
  }
  rmSync(dataDir, { recursive: true, force: true });
});

function start(env: NodeJS.ProcessEnv = {}): LauncherRun {
  const run = startLauncher({ DATA_DIR: dataDir, ...env });
  runs.push(run);
  return run;
}

const answers = (url: string) =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

test('it opens on one address, and a signal closes all of it', async () => {
  const run = start();
  const url = await run.open;
  expect(await answers(url)).toBe(true);
  expect((await fetch(url)).headers.get('content-type')).toMatch('text/html');

  run.launcher.kill('SIGTERM');
  const { code, words } = await run.end;
  expect(code).toBe(0);
  expect(words).toContain(url);
  expect(words).toContain('admin / admin123');
  expect(await answers(url)).toBe(false);
  expect(existsSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'))).toBe(false);
});

test('pages are rendered by React’s production build alone, whatever NODE_ENV is', async () => {
  await buildIfChanged();
  const folder = path.resolve(import.meta.dirname, '../../../dist/web/server/assets');
  const code = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));
  expect(code.join('')).toContain('renderToPipeableStream');
  expect(code.join('')).not.toContain('jsxWithValidation'); // of the build for developers
});

test('an order in progress when the shop stops is answered, and stored once', async () => {
  const run = start();
  const url = await run.open;
  const post = (at: string, body: object, access = '') =>
    fetch(url + at, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(access && { authorization: `JWT ${access}` }) },
      body: JSON.stringify(body),
    });
  const account = { username: 'khach-cuoi', password: 'mat-khau-123' };
  await post('/auth/users/', { ...account, email: 'khach-cuoi@example.com' });
  const { access } = (await (await post('/auth/jwt/create/', account)).json()) as { access: string };

  const database = await startEmbeddedPostgres({ dataDir });
  const client = new pg.Client(database.url);
  await client.connect();
  const product = await client.query<{ id: number }>(
    `INSERT INTO products (handle, name, price, count_in_stock) VALUES ('ao', 'Áo thun', 100000, 10) RETURNING id`,
  );
  await client.query('BEGIN');
  await client.query('LOCK TABLE orders IN ACCESS EXCLUSIVE MODE');
  const placed = post('/api/placeorder/', orderOf(Number(product.rows[0]?.id)), access);
  const isWaiting = async () => {
    const { rowCount } = await client.query(`SELECT 1 FROM pg_locks WHERE NOT granted`);
    return rowCount !== 0;
  };
  expect(await waitUntil(isWaiting, 20_000)).toBe(true);
  run.launcher.kill('SIGTERM');
  expect(await waitUntil(async () => !(await answers(url)), 20_000)).toBe(true);
  await client.query('COMMIT');

  const answer = await placed;
  const { id } = (await answer.json()) as { id: number };
  expect([answer.status, (await run.end).code]).toEqual([201, 0]);
  const stored = await client.query<{ id: number }>('SELECT id FROM orders');
  expect(stored.rows.map((row) => Number(row.id))).toEqual([id]);
  await client.end();
  await database.stop();
});

test('after a kill -9 everything else ends by itself, and the next start on that port works', async () => {
  const port = String(await freePort());
  const killed = start({ PORT: port });
  const url = await killed.open;
  killed.launcher.kill('SIGKILL');
  await killed.end;

  const next = start({ PORT: port });
  expect(await next.open).toBe(url);
  expect(await answers(url)).toBe(true);
});

test('a launcher that is killed while the shop opens leaves no process behind', async () => {
  const port = await freePort();
  const killed = start({ PORT: String(port) });
  await waitUntil(() => existsSync(path.join(dataDir, 'postgres/cluster')), 20_000);
  killed.launcher.kill('SIGKILL');
  await killed.end;
  expect(await waitUntil(async () => !(await answers(`http://127.0.0.1:${port}`)), 20_000)).toBe(true);
  expect(await start({ PORT: String(port) }).open).toBe(`http://127.0.0.1:${port}`);
});

test('two shops with data folders of their own open side by side', async () => {
  const other = mkdtempSync(path.join(os.tmpdir(), 'may-start-'));
  const [one, two] = [start(), start({ DATA_DIR: other })];
  expect(await Promise.all([one.open.then(answers), two.open.then(answers)])).toEqual([true, true]);
  await Promise.all([one.close(), two.close()]);
  rmSync(other, { recursive: true });
});

describe('one sentence, and nothing left running, when', () => {
  test.each(['PORT', 'BACKEND_PORT', 'WORKER_METRICS_PORT'])('%s is in use', async (setting) => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const { code, words } = await start({ [setting]: String(port) }).end;
    taken.close();
    expect(code).toBe(1);
    expect(words).toBe(
      `Port ${port} is in use on 127.0.0.1: end what listens there, or choose another one with ${setting}.\n`,
    );
    expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false);
  });

  test('two ports are the same', async () => {
    const port = await freePort();
    const { code, words } = await start({ PORT: String(port), BACKEND_PORT: String(port) }).end;
    expect([code, words]).toEqual([1, expect.stringContaining('choose another one with BACKEND_PORT.')]);
    expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false);
  });

  test('the port is not a number', async () => {
    expect(await start({ PORT: 'many' }).end).toEqual({
      code: 1,
      words: 'PORT is "many" but must be a whole number from 0 to 65535.\n',
    });
  });

  test('DATABASE_URL leads nowhere', async () => {
    const port = await freePort();
    const { code, words } = await start({ DATABASE_URL: `postgres://shop:secret@127.0.0.1:${port}/shop` }).end;
    expect(code).toBe(1);
    expect(words).toMatch(new RegExp(`^DATABASE_URL cannot be reached \\(127.0.0.1:${port}\\): .*\n$`));
    expect(words).not.toContain('secret');
  });

  test('the data folder cannot be made', async () => {
    const file = path.join(dataDir, 'file');
    writeFileSync(file, '');
    expect(await start({ DATA_DIR: path.join(file, 'data') }).end).toEqual({
      code: 1,
      words: `The data folder ${file}/data cannot be written: make it writable for this user, or set DATA_DIR to another one.\n`,
    });
  });
});
