// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../backend/launch/postgres/embedded-postgres.mjs';
import { buildIfChanged, install } from '../../backend/launch/build/prepare.mjs';
import { LaunchError } from '../../backend/launch/launch-error.mjs';
import { launch } from '../../backend/launch/launcher.mjs';
import { runClosedLoop } from '../support/child-task.mjs';
import { KeepAliveClient } from '../support/keep-alive-client.mjs';
import { childrenOf, isMeasurable, parentOf } from '../support/process-stats.mjs';
import { sharedMemory } from './shared-memory.mjs';
import { startOrders } from '../support/order-stream.mjs';
import { machine, table, write } from '../support/report.mjs';
import { startShop } from '../support/shop.mjs';
import { temporaryDataDir } from '../support/temporary-data-dir.mjs';

/** Longer than what the worker holds for pictures is kept without any. */
const IDLE_SECONDS = 75;
const ORDERS_PER_SECOND = 5;
const AI_SEARCH_MS = 1_000;
const READERS = 4;
const LOOK_MS = 1_000;
const HEADERS = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br' };
const KEYWORDS = ['áo', 'áo thun', 'váy đỏ', 'quần jean', 'sơ mi', 'đầm', 'áo khoác', 'chân váy', 'len', 'quần'];

/** @typedef {Record<string, number>} Pids */

/*
 * `npm run bench:memory`: the memory of all processes of the demo shop, idle and under mixed load. See docs/benchmarks.md.
 */
await launch(async ({ onStop }) => {
  const { values } = parseArgs({
    options: { seconds: { type: 'string', default: '60' }, write: { type: 'boolean', default: false } },
  });
  if (!isMeasurable) throw new LaunchError('The benchmark reads /proc and runs on Linux only.');
  await install();
  await buildIfChanged();
  const dataDir = temporaryDataDir(onStop);

  console.error('Starting the shop for the first time, until its pictures are described …');
  const first = await startShop(dataDir);
  onStop(first.stop);
  const database = await startEmbeddedPostgres({ dataDir });
  onStop(database.stop);
  const db = new pg.Pool({ connectionString: database.url, max: 2 });
  onStop(() => db.end());
  await untilIndexed(db);
  await first.stop();

  console.error('Starting it again …');
  const shop = await startShop(dataDir);
  onStop(shop.stop);
  const launcher = parentOf(shop.pids.backend);
  const pids = { launcher, ...shop.pids };
  const { rows } = await db.query('SELECT pg_backend_pid() AS pid');
  const postmaster = parentOf(Number(/** @type {{ pid: number }[]} */ (rows)[0]?.pid));
  const postgres = () => sharedMemory([postmaster, ...childrenOf(postmaster).map(({ pid }) => pid)]).alone;

  await sleep(IDLE_SECONDS * 1_000);
  const idle = { ...measure(pids), postgres: postgres() };
  console.error('Reading, searching, ordering and paying …');
  const looks = [];
  const stopLoad = await mixedLoad(shop, db, Number(values.seconds));
  for (const end = performance.now() + Number(values.seconds) * 1_000; performance.now() < end; await sleep(LOOK_MS))
    looks.push({ ...measure(pids), postgres: postgres() });
  const done = await stopLoad();
  const largest = /** @type {typeof idle} */ (looks.toSorted((a, b) => b.alone - a.alone)[0]);

  const text = report(idle, largest, done);
  console.log(text);
  if (values.write) await write(text, 'bench:memory');
});

/** @param {pg.Pool} db */
async function untilIndexed(db) {
  for (;;) {
    const { rows } = await db.query(
      `SELECT (SELECT count(*) FROM search_outbox) + (SELECT count(*) FROM media WHERE state = 'pending') AS left`,
    );
    if (Number(/** @type {{ left: string }[]} */ (rows)[0]?.left) === 0) return;
    await sleep(1_000);
  }
}

/** @param {Pids} pids */
function measure(pids) {
  const { each, alone } = sharedMemory(Object.values(pids));
  return { alone, each: Object.keys(pids).map((name, nth) => ({ name, ...each[nth] })) };
}

/**
 * Readers of pages and answers, orders that are paid, and a search by words each second.
 *
 * @param {import('../support/shop.mjs').Shop} shop
 * @param {pg.Pool} db
 * @param {number} seconds
 * @returns {Promise<() => Promise<string>>} ends it, and tells what was done
 */
async function mixedLoad({ url, backendUrl }, db, seconds) {
  const { rows } = await db.query('SELECT id FROM products WHERE archived_at IS NULL ORDER BY id');
  const paths = [
    '/',
    ...KEYWORDS.map((word) => `/search?keyword=${encodeURIComponent(word)}`),
    ...KEYWORDS.map((word) => `/api/products/?keyword=${encodeURIComponent(word)}&page=1&page_size=12`),
    .../** @type {{ id: number }[]} */ (rows).flatMap(({ id }) => [`/products/${id}`, `/api/products/${id}/`]),
  ];
  const orders = await startOrders(backendUrl, db);
  await orders.setRate(ORDERS_PER_SECOND);
  const outcome = runClosedLoop({ origin: url, paths, headers: HEADERS, seconds, connections: READERS });
  let isOver = false;
  let searches = 0;
  const searching = (async () => {
    const client = new KeepAliveClient(backendUrl);
    for (; !isOver; await sleep(AI_SEARCH_MS)) {
      await client.ask('POST', '/api/ai-search/text/', { json: { text: KEYWORDS[searches++ % KEYWORDS.length] } });
    }
    client.close();
  })();
  return async () => {
    const { answered } = await outcome;
    isOver = true;
    await searching;
    await orders.setRate(0);
    await orders.stop();
    return `${answered.toLocaleString('en')} pages and answers were read, ${searches} searches asked. ${orders.report()}`;
  };
}

/**
 * @param {ReturnType<typeof measure> & { postgres: number }} idle
 * @param {ReturnType<typeof measure> & { postgres: number }} largest
 * @param {string} done
 */
function report(idle, largest, done) {
  const megabytes = (/** @type {number | undefined} */ bytes) => `${Math.round((bytes ?? NaN) / 2 ** 20)} MB`;
  const rows = idle.each.map(({ name, pss, own }, nth) => [
    name,
    megabytes(own),
    megabytes(pss),
    megabytes(largest.each[nth]?.own),
    megabytes(largest.each[nth]?.pss),
  ]);
  const sum = (/** @type {{ pss?: number }[]} */ each) => each.reduce((total, { pss = 0 }) => total + pss, 0);
  return [
    `Measured on ${machine()}.`,
    '',
    table(
      ['process', 'idle: its own', 'PSS', 'mixed load: its own', 'PSS'],
      [
        ...rows,
        [
          '**all**',
          `**${megabytes(idle.alone)}**`,
          megabytes(sum(idle.each)),
          `**${megabytes(largest.alone)}**`,
          megabytes(sum(largest.each)),
        ],
        ['PostgreSQL, beside them', megabytes(idle.postgres), '', megabytes(largest.postgres), ''],
      ],
    ),
    '',
    done,
  ].join('\n');
}
