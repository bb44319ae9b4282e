// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startChild } from '../../backend/launch/processes/children.mjs';
import { freePort } from '../../backend/launch/processes/ports.mjs';
import { launch } from '../../backend/launch/launcher.mjs';
import { seedShop, startBackend } from '../support/backend.mjs';
import { runClosedLoop } from '../support/child-task.mjs';
import { startOrders } from '../support/order-stream.mjs';
import { median } from '../support/statistics.mjs';
import { machine, table, write } from '../support/report.mjs';

const READERS = 10;
const PRICE_CHANGES = 50;
const WARM_UP = { perSecond: 200, seconds: 15 };
/** Milliseconds between two reads whose `Cache-Status` is checked. */
const SAMPLE_MS = 20;
const HEADERS = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br' };
/** The number of products that are read. */
const READ = 200;
const KEYWORDS = ['áo', 'áo thun', 'váy', 'quần jean', 'sơ mi', 'đầm', 'áo khoác', 'chân váy', 'len', 'quần'];

/** @typedef {{ name: string, origin: string, paths: string[] }} Target */
/** @typedef {{ perSecond: number, p99: number, hits: number }} Turn hits: the share of a sample that a cache answered */
/** @typedef {Awaited<ReturnType<typeof startOrders>>} Orders */

/*
 * `npm run bench:caches`: cached reads while orders are placed and paid, compared with the same reads without orders, and beside the
 * same orders to another shop on the same machine: these take as much of its processors and touch no cache that is read. See
 * docs/benchmarks.md.
 */
await launch(async ({ onStop }) => {
  const { values } = parseArgs({
    options: {
      products: { type: 'string', default: '10000' },
      orders: { type: 'string', default: '2,20,50' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '4' },
      write: { type: 'boolean', default: false },
    },
  });
  const rates = values.orders.split(',').map(Number);
  const products = Number(values.products);
  const fill = (/** @type {NodeJS.ProcessEnv} */ env) => seedShop(env, { products, orders: products });
  const backend = await startBackend(onStop, { seed: 'demo', fill });
  const otherBackend = await startBackend(onStop, { seed: 'demo', fill });
  const port = await freePort();
  const web = startChild('web server', 'dist/web/server.js', {
    env: { ...backend.env, BACKEND_URL: backend.origin, PORT: String(port), HOST: '127.0.0.1' },
  });
  onStop(web.stop);
  await web.ready;
  const [db, otherDb] = [backend, otherBackend].map(({ databaseUrl }) => {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
    onStop(() => pool.end());
    return pool;
  });
  if (!db || !otherDb) throw new Error('There are two shops.');
  const orders = await startOrders(backend.origin, db);
  onStop(orders.stop);
  const otherOrders = await startOrders(otherBackend.origin, otherDb);
  onStop(otherOrders.stop);

  // A shop runs for days: by then its code for orders is compiled, and each connection has planned its statements.
  for (const some of [orders, otherOrders]) {
    await some.setRate(WARM_UP.perSecond);
    await sleep(WARM_UP.seconds * 1_000);
    await some.setRate(0);
  }

  const targets = await targetsOf(`http://127.0.0.1:${port}`, backend.origin, db);
  for (const { origin, paths } of targets) for (const each of paths) await (await fetch(origin + each)).arrayBuffer();
  const rows = [];
  for (const target of targets) rows.push(...(await measure(target, rates, { ...values, orders, otherOrders })));
  const text = [
    `Measured on ${machine()}. ${Number(values.products).toLocaleString('en')} products, ${READERS} readers; medians of ${values.rounds} rounds of ${values.seconds} s for each rate.`,
    '',
    table(['asked for', 'orders/s', 'requests/s', 'of none', 'orders elsewhere, of none', 'p99', 'hits'], rows),
    '',
    orders.report(),
    await priceChanges(`http://127.0.0.1:${port}`, db),
  ].join('\n');
  console.log(text);
  if (values.write) await write(text, 'bench:caches');
});

/**
 * @param {string} web
 * @param {string} backend
 * @param {pg.Pool} db
 * @returns {Promise<Target[]>}
 */
async function targetsOf(web, backend, db) {
  const { rows } = await db.query('SELECT id FROM products WHERE archived_at IS NULL ORDER BY random() LIMIT $1', [
    READ,
  ]);
  const ids = /** @type {{ id: number }[]} */ (rows).map(({ id }) => id);
  const pages = [1, 2, 3, 4, 5];
  const list = (/** @type {string} */ query) => pages.map((page) => `/api/products/?page=${page}&page_size=12${query}`);
  return [
    { name: 'product page', origin: web, paths: ids.map((id) => `/products/${id}`) },
    { name: 'home page', origin: web, paths: ['/'] },
    {
      name: 'repeated searches',
      origin: web,
      paths: KEYWORDS.map((word) => `/search?keyword=${encodeURIComponent(word)}`),
    },
    { name: 'list by sales, API', origin: backend, paths: list('') },
    { name: 'list by price, API', origin: backend, paths: list('&sort=price-asc') },
    { name: 'product, API', origin: backend, paths: ids.map((id) => `/api/products/${id}/`) },
  ];
}

/**
 * Changes prices by SQL, and reads each product's page from the commit until it shows the new price.
 *
 * @param {string} web
 * @param {pg.Pool} db
 */
async function priceChanges(web, db) {
  const { rows } = await db.query('SELECT id FROM products WHERE NOT has_variants AND archived_at IS NULL LIMIT $1', [
    PRICE_CHANGES,
  ]);
  /** @type {number[]} */
  const took = [];
  for (const [nth, { id }] of /** @type {{ id: number }[]} */ (rows).entries()) {
    const page = async () => (await fetch(`${web}/products/${id}`)).text();
    await page();
    const price = 7_000_000 + nth * 1_000;
    await db.query('UPDATE products SET price = $2 WHERE id = $1', [id, price]);
    const committed = performance.now();
    let began = committed;
    while (!(await page()).includes(`${price.toLocaleString('vi')} VND`) && performance.now() - committed < 5_000)
      began = performance.now();
    took.push(began - committed);
  }
  const first = took.filter((ms) => ms === 0).length;
  return `Of ${took.length} changed prices the first page asked for after the commit showed ${first}; the latest page that still showed the old one was asked for ${Math.round(Math.max(...took))} ms after it.`;
}

/**
 * Reads without orders, with orders and beside orders to another shop, in turns; the ratios are calculated within each round.
 *
 * @param {Target} target
 * @param {number[]} rates orders per second
 * @param {{ rounds: string, seconds: string, orders: Orders, otherOrders: Orders }} options
 * @returns {Promise<string[][]>} a row of the table for each rate
 */
async function measure(target, rates, { rounds, seconds, orders, otherOrders }) {
  /** @type {Turn[]} */
  const none = [];
  /** @type {Map<number, { own: Turn[], other: Turn[] }>} */
  const turns = new Map(rates.map((rate) => [rate, { own: [], other: [] }]));
  const read = () => turn(target, Number(seconds));
  /** @param {Orders} to @param {number} rate */
  const readBeside = async (to, rate) => {
    await to.setRate(rate);
    const result = await read();
    await to.setRate(0);
    return result;
  };
  for (let round = 0; round < Number(rounds); round++) {
    none.push(await read());
    for (const [rate, { own, other }] of turns) {
      own.push(await readBeside(orders, rate));
      other.push(await readBeside(otherOrders, rate));
    }
  }
  const share = (/** @type {Turn[]} */ some) =>
    `${Math.round(100 * median(some.map(({ perSecond }, round) => perSecond / (none[round]?.perSecond ?? NaN))))} %`;
  const figures = (/** @type {Turn[]} */ some) => {
    const of = (/** @type {keyof Turn} */ figure) => median(some.map((each) => each[figure]));
    return { rate: Math.round(of('perSecond')).toLocaleString('en'), more: [`${of('p99')} ms`, hits(of('hits'))] };
  };
  const hits = (/** @type {number} */ part) => `${(100 * part).toFixed(1)} %`;
  return [
    [target.name, '0', figures(none).rate, '', '', ...figures(none).more],
    ...[...turns].map(([rate, { own, other }]) => [
      ...['', String(rate), figures(own).rate, `**${share(own)}**`, share(other)],
      ...figures(own).more,
    ]),
  ];
}

/**
 * @param {Target} target
 * @param {number} seconds
 * @returns {Promise<Turn>}
 */
async function turn({ origin, paths }, seconds) {
  const outcome = runClosedLoop({ origin, paths, headers: HEADERS, seconds, connections: READERS });
  const sample = sampleHits(origin, paths);
  const { answered, perSecond, p99, wrong } = await outcome;
  const hits = await sample.end();
  if (wrong > 0 || answered === 0) throw new Error(`${origin}${paths[0]}: ${answered} answers, ${wrong} wrong ones.`);
  return { perSecond, p99, hits };
}

/**
 * Reads at intervals.
 *
 * @param {string} origin
 * @param {string[]} paths
 * @returns {{ end: () => Promise<number> }} returns the share of hits
 */
function sampleHits(origin, paths) {
  /** @type {boolean[]} */
  const sample = [];
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      const path = paths[sample.length % paths.length];
      const reply = await fetch(`${origin}${path}`);
      await reply.arrayBuffer();
      sample.push(reply.headers.get('cache-status') === 'may; hit');
      await sleep(SAMPLE_MS);
    }
    return sample.filter((isHit) => isHit).length / sample.length;
  })();
  return { end: () => ((isOver = true), running) };
}
