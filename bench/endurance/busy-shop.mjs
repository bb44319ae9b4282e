// @ts-check
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { buildIfChanged, install } from '../../backend/launch/build/prepare.mjs';
import { startEmbeddedPostgres } from '../../backend/launch/postgres/embedded-postgres.mjs';
import { seedShop } from '../support/backend.mjs';
import { runTask } from '../support/child-task.mjs';
import { KeepAliveClient } from '../support/keep-alive-client.mjs';
import { leaveLastCore } from '../support/pin.mjs';
import { fillStock, pieces } from '../support/order-stream.mjs';
import { cpuTime, parentOf } from '../support/process-stats.mjs';
import { registerRichShoppers } from '../support/shoppers.mjs';
import { startShop } from '../support/shop.mjs';
import { signToken } from '../support/sign-token.mjs';
import { temporaryDataDir } from '../support/temporary-data-dir.mjs';

const SHOPPERS = 50;
/** Products that are looked at and ordered: the shop's popular ones. */
const GOODS = 200;
/** Longer than any benchmark: its tokens are not refreshed. */
const TOKEN_SECONDS = 6 * 3_600;
/** A process is idle when it uses less than this share of a core at each of this many looks. */
const IDLE = { looks: 5, lookMs: 1_000, share: 0.05, giveUpMs: 600_000 };

/** @typedef {'web' | 'backend' | 'worker'} Process */

/**
 * Starts the whole shop with the given number of products, and shoppers with full wallets. Visits come from the last core, the shop and its
 * database have the others, where that can be arranged.
 *
 * @param {(stop: () => Promise<void>) => void} onStop is told how to end it
 * @param {number} products besides the demo's
 * @param {string} [data] a folder that the first run fills and later ones take as it is
 */
export async function startBusyShop(onStop, products, data) {
  await install();
  await buildIfChanged();
  const isPinned = leaveLastCore();
  const isThere = data !== undefined && existsSync(path.join(data, 'postgres'));
  const dataDir = data ?? temporaryDataDir(onStop);
  const database = await startEmbeddedPostgres({ dataDir });
  onStop(database.stop);
  const secret = randomBytes(32).toString('hex');
  const loops = path.join(dataDir, 'loops');
  mkdirSync(loops, { recursive: true });
  const settings = {
    DATABASE_URL: database.url,
    JWT_SECRET: secret,
    BENCH_LOOP_DIR: loops,
    NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, 'loop-probe.mjs')).href}`,
  };
  if (!isThere) {
    const env = { ...process.env, ...settings, NODE_OPTIONS: '', DATA_DIR: dataDir, SEED: 'demo' };
    await seedShop(env, { products, orders: products });
  }
  const shop = await startShop(dataDir, settings);
  onStop(shop.stop);
  const db = new pg.Pool({ connectionString: database.url, max: 2 });
  onStop(() => db.end());

  const lasting = (/** @type {string} */ token) => renewed(token, secret);
  const shoppers = (await registerRichShoppers(shop.backendUrl, db, SHOPPERS)).map(lasting);
  const goods = await pieces(db, 'random()', GOODS);
  await fillStock(db);
  const origin = new KeepAliveClient(shop.backendUrl);
  const { access } = await origin.ask('POST', '/auth/jwt/create/', {
    json: { username: 'admin', password: 'admin123' },
  });
  origin.close();
  const admin = lasting(String(access));
  const { rows } = await db.query('SELECT pg_backend_pid() AS pid');
  /** @type {Omit<import('./traffic.mjs').Task, 'rate' | 'seconds'>} */
  const task = { origin: shop.url, shoppers, admin, pieces: goods, products: goods.map(({ id }) => id) };
  return {
    ...shop,
    isPinned,
    databaseUrl: database.url,
    secret,
    admin,
    postmaster: parentOf(Number(/** @type {{ pid: number }[]} */ (rows)[0]?.pid)),
    /**
     * How late the event loop of a process was since the last call: the largest 99th percentile of five seconds in milliseconds, how many
     * times it was looked at, and how many of them it was more than 20 ms late.
     *
     * @param {Process} name
     */
    loopDelay(name) {
      const file = path.join(loops, String(shop.pids[name]));
      const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
      if (text === '') return { p99: NaN, looks: 0, late: 0 }; // Nothing is written yet.
      truncateSync(file);
      const lines = text.split('\n').map((line) => line.split(' ').map(Number));
      return {
        p99: Math.max(...lines.map(([p99 = 0]) => p99)),
        looks: lines.reduce((sum, [, looks = 0]) => sum + looks, 0),
        late: lines.reduce((sum, [, , late = 0]) => sum + late, 0),
      };
    },
    /** Waits until the worker has described the new pictures: it would take the processor of what is measured. */
    settle: () => idle(shop.pids.worker),
    /**
     * Sends visits at a steady rate.
     *
     * @param {number} rate visits per second
     * @param {number} seconds
     * @param {string} [only] visits of this kind alone, instead of the mix
     */
    async visit(rate, seconds, only) {
      const visits = { ...task, rate, seconds, only };
      const outcome = await runTask(path.join(import.meta.dirname, 'traffic.mjs'), visits, { isPinned });
      return /** @type {import('./traffic.mjs').Outcome} */ (outcome);
    },
  };
}

/**
 * Waits until a process has used hardly any processor for a few seconds.
 *
 * @param {number} pid
 * @throws Error when it still works after `IDLE.giveUpMs`
 */
async function idle(pid) {
  const begin = performance.now();
  for (let calm = 0; calm < IDLE.looks;) {
    const before = cpuTime(pid);
    await sleep(IDLE.lookMs);
    calm = cpuTime(pid) - before < IDLE.share * IDLE.lookMs * 1_000 ? calm + 1 : 0;
    if (performance.now() - begin > IDLE.giveUpMs) throw new Error(`Process ${pid} is still busy.`);
  }
}

/** The same token with a later end. @param {string} token @param {string} secret */
function renewed(token, secret) {
  const [, body = ''] = token.split('.');
  const claims = /** @type {{ iat: number }} */ (JSON.parse(Buffer.from(body, 'base64url').toString()));
  return signToken({ ...claims, exp: claims.iat + TOKEN_SECONDS }, secret);
}
