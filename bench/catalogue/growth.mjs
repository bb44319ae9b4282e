// @ts-check
import { parseArgs } from 'node:util';
import pg from 'pg';
import { launch } from '../../backend/launch/launcher.mjs';
import { startBackend } from '../support/backend.mjs';
import { listPaths } from './catalogue-paths.mjs';
import { askOnce, seedProducts, untilLoaded } from './catalogue-shop.mjs';
import { machine, table, write } from '../support/report.mjs';

const CONNECTIONS = 8;
/** Warm-up requests. */
const WARM_UP = 100;
/** The number of different addresses that a cache answers. */
const CACHED = 20;

/*
 * `npm run bench:growth`: how reads of the catalogue slow down as it grows, as multiples of the smallest shop's median times.
 * See docs/benchmarks.md.
 */
await launch(async ({ onStop }) => {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '1000,10000,100000' },
      requests: { type: 'string', default: '1000' },
      write: { type: 'boolean', default: false },
    },
  });
  const sizes = values.sizes.split(',').map(Number);
  /** @type {Record<string, number>[]} */
  const medians = [];
  for (const size of sizes) medians.push(await measured(size, Number(values.requests), onStop));
  const number = (/** @type {number} */ value) => value.toLocaleString('en');
  const rows = Object.keys(medians[0] ?? {}).map((name) => {
    const least = medians[0]?.[name] ?? NaN;
    const growth = medians.map(
      (of) => `${(of[name] ?? NaN).toFixed(2)} ms (${((of[name] ?? NaN) / least).toFixed(1)}x)`,
    );
    return [name, ...growth];
  });
  const text = [
    `Measured on ${machine()}. ${values.requests} requests of each kind, ${CONNECTIONS} at once; medians, and in brackets multiples of the smallest shop's.`,
    '',
    table(['asked for', ...sizes.map((size) => `${number(size)} products`)], rows),
  ].join('\n');
  console.log(text);
  if (values.write) await write(text, 'bench:growth');
});

/**
 * Measures a shop of this size, and stops it.
 *
 * @param {number} products
 * @param {number} requests
 * @param {(stop: () => Promise<void>) => void} onStop
 * @returns {Promise<Record<string, number>>} median milliseconds by name
 */
async function measured(products, requests, onStop) {
  /** @type {(() => Promise<unknown>)[]} */
  const stops = [];
  const stop = async () => {
    for (let action = stops.pop(); action; action = stops.pop()) await action();
  };
  onStop(stop);
  const { origin, databaseUrl } = await startBackend((action) => stops.push(action), {
    seed: 'demo',
    fill: (env) => seedProducts(env, products),
  });
  await untilLoaded(origin);
  const ids = await someIds(databaseUrl, requests + WARM_UP);
  const [productPaths, lists] = [ids.map((id) => `/api/products/${id}/`), listPaths(1, '', requests + WARM_UP)];
  const repeated = (/** @type {string[]} */ paths) =>
    Array.from({ length: requests + WARM_UP }, (_, nth) => paths[nth % Math.min(CACHED, paths.length)] ?? '');
  /** @type {Record<string, string[]>} */
  const targets = {
    product: Array.from({ length: requests + WARM_UP }, (_, nth) => productPaths[nth % productPaths.length] ?? ''),
    'list, page 1': lists,
    'product, cached': repeated(productPaths),
    'list, page 1, cached': repeated(lists),
  };
  /** @type {Record<string, number>} */
  const medians = {};
  for (const [name, paths] of Object.entries(targets)) {
    await askOnce({ origin, paths: paths.slice(0, WARM_UP), connections: CONNECTIONS });
    medians[name] = (await askOnce({ origin, paths: paths.slice(WARM_UP), connections: CONNECTIONS })).p50;
  }
  await stop();
  return medians;
}

/** @param {string} databaseUrl @param {number} count @returns {Promise<number[]>} ids of products */
async function someIds(databaseUrl, count) {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  /** @type {{ rows: { id: number }[] }} */
  const { rows } = await db.query('SELECT id FROM products WHERE archived_at IS NULL ORDER BY random() LIMIT $1', [
    count,
  ]);
  await db.end();
  return rows.map(({ id }) => id);
}
