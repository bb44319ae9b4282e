import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { query } from '../support/setup/query.js';

const USER = path.join(import.meta.dirname, 'use-database.mjs');
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

interface Answer {
  url: string;
  adopted: boolean;
  failed?: string;
}

let folder: string;
const users: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'may-launch-'));
  chmodSync(folder, 0o755);
});

afterEach(async () => {
  await Promise.all(users.splice(0).map(leave));
  rmSync(folder, { recursive: true, force: true });
});

/** A process that starts the folder's database, or joins it. */
async function use(dataDir = folder, uid?: number): Promise<{ user: ChildProcess; answer: Answer }> {
  const user = fork(USER, [dataDir], { uid, execArgv: [] });
  users.push(user);
  const [answer] = (await once(user, 'message')) as [Answer];
  return { user, answer };
}

async function leave(user: ChildProcess): Promise<void> {
  if (user.exitCode !== null || user.signalCode !== null) return;
  if (user.connected) user.disconnect();
  await once(user, 'exit');
}

async function kill(user: ChildProcess): Promise<void> {
  user.kill('SIGKILL');
  await once(user, 'exit');
}

const pidFile = () => path.join(folder, 'postgres/cluster/postmaster.pid');
const serverPid = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0]);

test('a PostgreSQL 18 that listens on this machine alone and orders text the same everywhere', async () => {
  const { answer } = await use();
  expect(await query(answer.url, 'SHOW server_version_num')).toEqual([
    { server_version_num: expect.stringMatching(/^18/) as string },
  ]);
  expect(await query(answer.url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  expect(
    await query(answer.url, 'SELECT datlocprovider, datlocale FROM pg_database WHERE datname = current_database()'),
  ).toEqual([{ datlocprovider: 'b', datlocale: 'C.UTF-8' }]);
});

test('a connection without the password is refused', async () => {
  const { answer } = await use();
  const url = new URL(answer.url);
  url.password = 'guessed';
  await expect(query(url.href, 'SELECT 1')).rejects.toThrow(/password/);
});

test('it stops with its process, and its data is there at the next start', async () => {
  const first = await use();
  await query(first.answer.url, 'CREATE TABLE kept (id int)');
  await leave(first.user);
  expect(existsSync(pidFile())).toBe(false);

  const second = await use();
  expect(second.answer.adopted).toBe(false);
  await query(second.answer.url, 'SELECT * FROM kept');
});

test('two first starts at the same moment make one database', async () => {
  const [one, two] = await Promise.all([use(), use()]);
  expect(one.answer.url).toBe(two.answer.url);
  expect([one.answer.adopted, two.answer.adopted].sort()).toEqual([false, true]);
});

test('the server stays for as long as somebody uses it', async () => {
  const [one, two] = [await use(), await use()];
  await leave(one.user);
  await query(two.answer.url, 'SELECT 1');
  await leave(two.user);
  expect(existsSync(pidFile())).toBe(false);
});

test('the server of a killed launcher is taken over, and stopped by who took it', async () => {
  const first = await use();
  await kill(first.user);
  const second = await use();
  expect(second.answer).toMatchObject({ url: first.answer.url, adopted: true });
  await leave(second.user);
  expect(existsSync(pidFile())).toBe(false);
});

(process.platform === 'linux' ? test : test.skip)(
  'a user that was killed and whose pid another process has got keeps no server running',
  async () => {
    const { user } = await use();
    writeFileSync(path.join(folder, `postgres/users/${process.pid}-killed`), '1');
    await leave(user);
    expect(existsSync(pidFile())).toBe(false);
  },
);

test('a killed server is started again', async () => {
  const first = await use();
  await query(first.answer.url, 'CREATE TABLE kept (id int)');
  await kill(first.user);
  process.kill(serverPid(), 'SIGKILL');

  const second = await use();
  expect(second.answer.adopted).toBe(false);
  await query(second.answer.url, 'SELECT * FROM kept');
});

test('a postmaster.pid whose number now belongs to another process is no obstacle', async () => {
  await leave((await use()).user);
  writeFileSync(pidFile(), `${process.pid}\n${path.dirname(pidFile())}\n1700000000\n5432\n\n127.0.0.1\n`);
  expect((await use()).answer.adopted).toBe(false);
});

test('a database that a killed first start left incomplete is created again', async () => {
  const half = path.join(folder, 'postgres/cluster.new');
  mkdirSync(half, { recursive: true });
  writeFileSync(path.join(half, 'PG_VERSION'), '18\n');
  writeFileSync(path.join(folder, 'postgres/start.lock'), '4194304 of a process that is gone');
  expect((await use()).answer.failed).toBeUndefined();
});

test('a folder that cannot be written is one clear sentence', async () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  const { answer } = await use(path.join(file, 'data'));
  expect(answer.failed).toBe(
    `LaunchError: The data folder ${file}/data cannot be written: make it writable for this user, or set DATA_DIR to another one.`,
  );
});

(isRoot ? describe : describe.skip)('as root', () => {
  test('an ordinary user starts it as well', async () => {
    chownSync(folder, NOBODY, NOBODY);
    const { answer } = await use(folder, NOBODY);
    expect(await query(answer.url, 'SHOW server_version_num')).toHaveLength(1);
  });

  test('a data folder below a closed one is kept in a place that PostgreSQL can enter', async () => {
    chmodSync(folder, 0o700);
    const { answer, user } = await use();
    await query(answer.url, 'SELECT 1');
    await leave(user);
    const outside = execFileSync('readlink', [path.join(folder, 'postgres')], { encoding: 'utf8' }).trim();
    expect(outside).toMatch(/^\/var\/lib\/may\//);
    rmSync(outside, { recursive: true });
  });
});
