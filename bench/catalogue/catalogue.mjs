// @ts-check
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { launch } from '../../backend/launch/launcher.mjs';
import { startBackend } from '../support/backend.mjs';
import { said } from '../support/child-task.mjs';
import { listPaths, searchesOf } from './catalogue-paths.mjs';
import { askOnce, seedProducts, untilLoaded } from './catalogue-shop.mjs';
import { cpuTime, familyCpuTime, isMeasurable, memory, parentOf } from '../support/process-stats.mjs';
import { machine, table, write } from '../support/report.mjs';

const CONNECTIONS = 8;
/** Warm-up requests. */
const WARM_UP = 200;

/** @template T @param {string} name @returns {Promise<T>} */
const built = (name) => import(new URL(`../../dist/backend/src/${name}.js`, import.meta.url).href);

/*
 * `npm run bench:catalogue`: reads of the catalogue that no cache answers, each asked once. `--data` names a folder that a run
 * fills and later ones take as it is. See docs/benchmarks.md.
 */
if (!isMeasurable) throw new Error('The figures are read from /proc, which only Linux has.');
await launch(async ({ onStop }) => {
  const { values } = parseArgs({
    options: {
      products: { type: 'string', default: '10000' },
      requests: { type: 'string', default: '2000' },
      data: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  const [products, requests] = [Number(values.products), Number(values.requests)];
  const isThere = values.data !== undefined && existsSync(path.join(values.data, 'postgres'));
  const backend = await startBackend(onStop, {
    seed: isThere ? 'none' : 'demo',
    dataDir: values.data,
    fill: isThere ? undefined : (env) => seedProducts(env, products),
  });
  const db = new pg.Pool({ connectionString: backend.databaseUrl, max: 1 });
  onStop(() => db.end());
  const { rows: own } = await db.query('SELECT pg_backend_pid() AS pid');
  const pids = { node: backend.pid(), postgres: parentOf(/** @type {{ pid: number }[]} */ (own)[0]?.pid ?? NaN) };
  const readyAfter = await untilLoaded(backend.origin);

  /** @type {{ rows: { id: number }[] }} */
  const { rows: ids } = await db.query('SELECT id FROM products WHERE archived_at IS NULL ORDER BY random() LIMIT $1', [
    requests + WARM_UP,
  ]);
  /** @type {typeof import('../../backend/src/demo/support/random.js')} */
  const { randomFrom } = await built('demo/support/random');
  /** @type {import('./catalogue-paths.mjs').Vocabulary} */
  const vocabulary = await built('demo/scale/vocabulary');
  /** @type {typeof import('../../backend/src/catalog/products/product.sql.js')} */
  const { ONE_PRODUCT } = await built('catalog/products/product.sql');
  const searches = searchesOf(vocabulary, randomFrom('searches'));
  const count = requests + WARM_UP;
  const last = Math.min(1_000, Math.floor(products / 12) - 1);
  const bare = await startBareQuery(backend.databaseUrl, ONE_PRODUCT, onStop);
  const productPaths = ids.map(({ id }) => `/api/products/${id}/`);
  const shop = { origin: backend.origin, pid: pids.node };
  /** @type {[name: string, paths: string[], server?: typeof shop][]} */
  const targets = [
    ['product, a bare server with one prepared statement', productPaths, bare],
    ['product', productPaths],
    ['list, page 1', listPaths(1, '', count)],
    [`list, page ${last.toLocaleString('en')}`, listPaths(last, '', count)],
    ['list by price, page 1', listPaths(1, '&sort=price-asc', count)],
    [`list by price, page ${last.toLocaleString('en')}`, listPaths(last, '&sort=price-asc', count)],
    ['search, selective', searches('selective', count)],
    ['search, common word', searches('common', count)],
    ['search with a typo', searches('typo', count)],
    ['searches of any words', searches('any', count)],
  ];
  const rows = [];
  for (const [name, paths, server = shop] of targets) rows.push(await measure(name, paths, server, pids.postgres));
  const number = (/** @type {number} */ value) => Math.round(value).toLocaleString('en');
  const text = [
    `Measured on ${machine()}. ${number(products)} products, ${requests} requests of each kind, ${CONNECTIONS} at once. The index had read all products ${(readyAfter / 1_000).toFixed(1)} s after the backend answered; until then PostgreSQL answers alone. The backend had ${number(memory(pids.node).now / 1e6)} MB afterwards.`,
    '',
    table(['asked for', 'requests/s', 'p50', 'p95', 'p99', 'CPU of Node', 'CPU of PostgreSQL', 'bytes'], rows),
  ].join('\n');
  console.log(text);
  if (values.write) await write(text, 'bench:catalogue');
});

/**
 * @param {string} databaseUrl
 * @param {string} text
 * @param {(stop: () => Promise<void>) => void} onStop
 */
async function startBareQuery(databaseUrl, text, onStop) {
  const server = fork(path.join(import.meta.dirname, 'bare-query.mjs'));
  onStop(async () => {
    if (server.exitCode !== null) return;
    server.disconnect();
    await once(server, 'exit');
  });
  /** @type {import('./bare-query.mjs').Statement} */
  const statement = { databaseUrl, text };
  server.send(statement);
  const { port } = /** @type {{ port: number }} */ (await said(server));
  return { origin: `http://127.0.0.1:${port}`, pid: Number(server.pid) };
}

/**
 * @param {string} name
 * @param {string[]} paths
 * @param {{ origin: string, pid: number }} server
 * @param {number} postmaster its pid
 */
async function measure(name, paths, { origin, pid }, postmaster) {
  await askOnce({ origin, paths: paths.slice(0, WARM_UP), connections: CONNECTIONS });
  const cpu = () => [cpuTime(pid), familyCpuTime(postmaster)];
  const [nodeBefore = 0, postgresBefore = 0] = cpu();
  const asked = paths.slice(WARM_UP);
  const { perSecond, p50, p95, p99, bytes } = await askOnce({ origin, paths: asked, connections: CONNECTIONS });
  const [nodeAfter = 0, postgresAfter = 0] = cpu();
  const ms = (/** @type {number} */ value) => `${value.toFixed(1)} ms`;
  const each = (/** @type {number} */ us) => `${Math.round(us / asked.length).toLocaleString('en')} µs`;
  return [
    name,
    Math.round(perSecond).toLocaleString('en'),
    ms(p50),
    ms(p95),
    ms(p99),
    each(nodeAfter - nodeBefore),
    each(postgresAfter - postgresBefore),
    Math.round(bytes).toLocaleString('en'),
  ];
}
