import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, chmodSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startChild } from '../../../../launch/processes/children.mjs';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../../../launch/postgres/embedded-postgres.mjs';
import { freePort } from '../../../../launch/processes/ports.mjs';
import { waitUntil } from '../../../../launch/processes/processes.mjs';
import { orderOf } from '../../faults/shopper.js';

/*
 * Two web servers, two backends and two workers, with haproxy before the web servers and between them and the backends.
 * Each process is restarted in turn while shoppers read and order. No request may fail, and what was answered 201 is
 * stored once. The proxy's configuration is the one of docs/operations.md.
 */

const HAPROXY = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find(canRun);
if (!HAPROXY) console.log('Skipped: a rolling restart needs haproxy (apt-get install haproxy).');

const DRAIN_SECONDS = 4;
const UP_MS = 120_000;
const SCRIPTS = { backend: 'dist/backend/main.js', web: 'dist/web/server.js', worker: 'dist/backend/worker.js' };

type Part = keyof typeof SCRIPTS;

function canRun(file: string): boolean {
  try {
    accessSync(file, 1);
    return true;
  } catch {
    return false;
  }
}

let dataDir: string;
let database: EmbeddedPostgres;
let client: pg.Client;
let proxy: ChildProcess;
let origin: string;
let statistics: string;
const running = new Map<string, ReturnType<typeof startChild>>();
const environments = new Map<string, NodeJS.ProcessEnv>();

/** Starts a process and waits until the proxy sends requests to it. @param name its part and a number: `web1` */
async function start(name: string): Promise<void> {
  const child = startChild(name, SCRIPTS[name.slice(0, -1) as Part], {
    env: environments.get(name) ?? {},
    drainMs: DRAIN_SECONDS * 1_000,
  });
  running.set(name, child);
  await child.ready;
  if (!name.startsWith('worker') && !(await waitUntil(() => isInUse(name), UP_MS))) {
    throw new Error(`haproxy does not take ${name}`);
  }
}

async function stop(name: string): Promise<void> {
  await running.get(name)?.stop({ drain: true });
  running.delete(name);
}

async function isInUse(name: string): Promise<boolean> {
  const csv = await (await fetch(`${statistics}/;csv`)).text();
  return csv.split('\n').some((line) => line.includes(`,${name},`) && line.includes(',UP,'));
}

const balanced = (name: string, port: number, servers: Record<string, number>, fall: number) => `
listen ${name}
  bind 127.0.0.1:${port}
  option httpchk GET /readyz
  http-check expect status 200
  default-server check inter 300ms fall ${fall} rise 1
${Object.entries(servers)
  .map(([server, at]) => `  server ${server} 127.0.0.1:${at}`)
  .join('\n')}
`;

beforeAll(async () => {
  if (!HAPROXY) return;
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'may-rolling-'));
  chmodSync(dataDir, 0o755); // PostgreSQL's account must be able to enter it.
  database = await startEmbeddedPostgres({ dataDir });
  client = new pg.Client(database.url);
  await client.connect();
  const ports: number[] = [];
  while (ports.length < 7) ports.push(await freePort());
  const [front = 0, between = 0, looks = 0, web1 = 0, web2 = 0, backend1 = 0, backend2 = 0] = ports;
  origin = `http://127.0.0.1:${front}`;
  statistics = `http://127.0.0.1:${looks}`;
  const configuration = `
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout check 5s
  option redispatch
listen looks
  bind 127.0.0.1:${looks}
  stats enable
  stats uri /
${balanced('shop', front, { web1, web2 }, 4)}
${balanced('backends', between, { backend1, backend2 }, 2)}`;
  const file = path.join(dataDir, 'haproxy.cfg');
  writeFileSync(file, configuration);
  proxy = spawn(HAPROXY, ['-db', '-f', file], { stdio: 'ignore' });
  const all = {
    ...process.env,
    NODE_ENV: 'development',
    LOG_LEVEL: 'warn',
    SEED: 'none',
    RATE_LIMIT: 'off',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    BACKEND_URL: `http://127.0.0.1:${between}`,
  };
  const own: Record<string, NodeJS.ProcessEnv> = {
    backend1: { BACKEND_PORT: String(backend1) },
    backend2: { BACKEND_PORT: String(backend2) },
    web1: { PORT: String(web1) },
    web2: { PORT: String(web2) },
    worker1: {},
    worker2: {},
  };
  for (const [name, env] of Object.entries(own)) {
    environments.set(name, { ...all, ...env });
    await start(name);
  }
}, 600_000);

afterAll(async () => {
  if (!HAPROXY) return;
  await Promise.all([...running.values()].map((child) => child.stop()));
  if (proxy.exitCode === null) {
    proxy.kill();
    await once(proxy, 'exit');
  }
  await client.end();
  await database.stop();
  const home = path.join(dataDir, 'postgres');
  if (existsSync(home)) rmSync(realpathSync(home), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}, 120_000);

async function call(method: 'GET' | 'POST', at: string, body?: object, access?: string): Promise<[number, string]> {
  const answer = await fetch(origin + at, {
    method,
    headers: { 'Content-Type': 'application/json', ...(access && { Authorization: `JWT ${access}` }) },
    body: body && JSON.stringify(body),
  });
  return [answer.status, await answer.text()];
}

async function shopper(): Promise<string> {
  const account = { username: `khach-${randomUUID()}`, password: 'mat-khau-123' };
  await call('POST', '/auth/users/', { ...account, email: `${account.username}@example.com` });
  const [, text] = await call('POST', '/auth/jwt/create/', account);
  return (JSON.parse(text) as { access: string }).access;
}

(HAPROXY ? test : test.skip)(
  'restarting every process in turn loses no request',
  async () => {
    const { rows } = await client.query<{ id: number }>(
      `INSERT INTO products (handle, name, price, count_in_stock) VALUES ('ao', 'Áo thun', 100000, 100000) RETURNING id`,
    );
    const product = rows[0]?.id ?? 0;
    const shoppers = await Promise.all([shopper(), shopper(), shopper()]);
    const failures: string[] = [];
    const orders: number[] = [];
    let reads = 0;
    let isOpen = true;

    const expected = async (status: number, method: 'GET' | 'POST', at: string, body?: object, access?: string) => {
      try {
        const [got, text] = await call(method, at, body, access);
        if (got === status) return text;
        failures.push(`${method} ${at} was answered ${got} ${text.slice(0, 200)}`);
      } catch (error) {
        failures.push(`${method} ${at} broke: ${String((error as Error).cause ?? error)}`);
      }
      return undefined;
    };
    const goOrdering = async (access: string) => {
      while (isOpen) {
        const text = await expected(201, 'POST', '/api/placeorder/', orderOf(product), access);
        if (text) orders.push((JSON.parse(text) as { id: number }).id);
      }
    };
    const goReading = async (pages: string[]) => {
      while (isOpen) {
        for (const page of pages) {
          if (await expected(200, 'GET', page)) reads += 1;
        }
      }
    };
    const load = Promise.all([
      ...shoppers.map(goOrdering),
      goReading(['/', '/search', `/products/${product}`]),
      goReading(['/api/products/', `/api/products/${product}/`]),
    ]);
    const more = async (count: number) => {
      const [ordersThen, readsThen] = [orders.length, reads];
      await waitUntil(() => orders.length >= ordersThen + count && reads >= readsThen + count, UP_MS);
    };

    await more(20);
    for (const name of environments.keys()) {
      await stop(name);
      await more(20);
      await start(name);
      await more(20);
    }
    isOpen = false;
    await load;

    expect(failures).toEqual([]);
    const stored = await client.query<{ id: number }>('SELECT id FROM orders ORDER BY id');
    expect(stored.rows.map(({ id }) => Number(id))).toEqual([...orders].sort((a, b) => a - b));
    console.log(`${orders.length} orders and ${reads} reads through ${environments.size} restarts`);
  },
  900_000,
);
