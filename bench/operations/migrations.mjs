// @ts-check
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { buildIfChanged, install } from '../../backend/launch/build/prepare.mjs';
import { launch } from '../../backend/launch/launcher.mjs';
import { startEmbeddedPostgres } from '../../backend/launch/postgres/embedded-postgres.mjs';
import { ROOT } from '../../backend/launch/settings.mjs';
import { machine, table } from '../support/report.mjs';
import { temporaryDataDir } from '../support/temporary-data-dir.mjs';
import { READS, WRITES } from './old-calls.mjs';
import { fill, sizeOf } from './old-shop.mjs';

const argument = (/** @type {string} */ name, /** @type {number} */ otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const ORDERS = argument('orders', 1_000_000);
/** The number of migrations that the old shop has. */
const FROM = argument('from', 1);
const READERS = 4;
const WRITERS = 4;
/** Between two calls of one shopper. */
const THINK_MS = 10;
/** Before the first migration, and after each: calls that waited have ended by then. */
const [CALM_MS, SETTLE_MS] = [5_000, 1_500];
/** An owner's report that holds its tables for a while, and pauses. */
const [REPORT_MS, REPORT_PAUSE_MS] = [1_200, 2_000];
const LIMIT_MS = 1_000;

/**
 * @typedef {object} Window what happened from a migration's start to the next one's
 * @property {string} name
 * @property {number} seconds that the migration took
 * @property {number} retries
 * @property {{ reader: number, writer: number }} longest in milliseconds
 * @property {number} calls
 */

/**
 * `npm run bench:migrations [-- --orders N] [--from N]`: runs the migrations one by one on a large shop of an early schema, beside
 * readers and writers of that schema, and prints how long the longest of them waited. Ends with 1 when one waited over a second or failed.
 */
await launch(async ({ onStop }) => {
  await install();
  await buildIfChanged();
  const database = path.join(ROOT, 'dist/backend/src/platform/database');
  /** @type {typeof import('../../backend/src/platform/database/data-source.js')} */
  const { createOwnerDataSource } = await import(path.join(database, 'data-source.js'));
  /** @type {typeof import('../../backend/src/platform/database/migrations.js')} */
  const { migrate } = await import(path.join(database, 'migrations.js'));
  const migrations = await migrationsIn(path.join(database, 'migrations'));

  const server = await startEmbeddedPostgres({ dataDir: temporaryDataDir(onStop) });
  onStop(server.stop);
  const source = await createOwnerDataSource(server.url).initialize();
  onStop(() => source.destroy());

  await migrate(source, { migrations: migrations.slice(0, FROM) });
  const size = sizeOf(ORDERS);
  const db = await connect(server.url);
  onStop(() => db.end());
  console.log(`Filling ${ORDERS.toLocaleString('en')} orders at migration ${FROM} …`);
  await fill(db, size);
  const { rows } = await db.query('SELECT pg_size_pretty(pg_database_size(current_database())) AS bytes');

  /** @type {Window[]} */
  const windows = [windowOf('before')];
  const crowd = startCrowd(server.url, size, () => /** @type {Window} */ (windows.at(-1)));
  await pause(CALM_MS);
  for (let count = FROM + 1; count <= migrations.length; count++) {
    const window = windowOf(migrations[count - 1]?.name ?? '');
    windows.push(window);
    const began = performance.now();
    await migrate(source, { migrations: migrations.slice(0, count), onRetry: () => window.retries++ });
    window.seconds = (performance.now() - began) / 1_000;
    await pause(SETTLE_MS);
  }
  const failures = await crowd.leave();

  console.log(
    [
      `Measured on ${machine()}: ${ORDERS.toLocaleString('en')} orders, ${size.users.toLocaleString('en')} accounts, ${rows[0].bytes}; ${READERS} readers, ${WRITERS} writers and a report that holds its tables for ${REPORT_MS} ms.`,
      '',
      table(
        ['migration', 'seconds', 'longest read, ms', 'longest write, ms', 'retries', 'calls'],
        windows.map(({ name, seconds, longest, retries, calls }) => [
          name.replace(/1[0-9]{12}$/, ''),
          seconds.toFixed(2),
          String(Math.round(longest.reader)),
          String(Math.round(longest.writer)),
          String(retries),
          calls.toLocaleString('en'),
        ]),
      ),
    ].join('\n'),
  );
  for (const failure of failures.slice(0, 5)) console.error(failure);
  const isSlow = windows.some(({ longest }) => Math.max(longest.reader, longest.writer) > LIMIT_MS);
  if (failures.length > 0 || isSlow) {
    console.error(`${failures.length} calls failed; ${isSlow ? 'a shopper' : 'no shopper'} waited over a second.`);
    process.exitCode = 1;
  }
});

/**
 * @param {string} name
 * @returns {Window}
 */
function windowOf(name) {
  return { name, seconds: 0, retries: 0, longest: { reader: 0, writer: 0 }, calls: 0 };
}

/** @typedef {import('../../backend/src/platform/database/run-migrations.js').MigrationClass} MigrationClass */

/**
 * @param {string} folder of the built migrations
 * @returns {Promise<MigrationClass[]>} in their order
 */
async function migrationsIn(folder) {
  const files = readdirSync(folder).filter((name) => /^\d+-.*\.js$/.test(name));
  files.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  return Promise.all(
    files.map(async (file) => {
      /** @type {Record<string, MigrationClass>} */
      const module = await import(path.join(folder, file));
      return /** @type {MigrationClass} */ (Object.values(module)[0]);
    }),
  );
}

/** A connection with the shop's timeouts. @param {string} connectionString */
async function connect(connectionString) {
  const client = new pg.Client({ connectionString, statement_timeout: 0, lock_timeout: 10_000 });
  await client.connect();
  return client;
}

/**
 * Shoppers who read and order until they are told to leave, and a report.
 *
 * @param {string} url
 * @param {import('./old-shop.mjs').Size} size
 * @param {() => Window} now the window that is open
 */
function startCrowd(url, size, now) {
  /** @type {string[]} */
  const failures = [];
  let isOpen = true;

  /** @param {'reader' | 'writer'} who @param {import('./old-calls.mjs').Call[]} calls */
  const shop = async (who, calls) => {
    const db = await connect(url);
    for (let turn = 0; isOpen; turn++) {
      const [began, window] = [performance.now(), now()];
      try {
        await calls[turn % calls.length]?.(db, size);
      } catch (error) {
        failures.push(`${window.name}: ${error instanceof Error ? error.message : String(error)}`);
        await db.query('ROLLBACK');
      }
      const took = performance.now() - began;
      // A call that began in one window and ended in the next belongs to both.
      for (const each of new Set([window, now()])) {
        each.longest[who] = Math.max(each.longest[who], took);
        each.calls++;
      }
      await pause(THINK_MS);
    }
    await db.end();
  };
  const report = async () => {
    const db = await connect(url);
    while (isOpen) {
      await db.query('BEGIN');
      await db.query(
        'SELECT FROM orders JOIN transfers ON order_id = orders.id JOIN products ON products.id = orders.id LIMIT 1',
      );
      await pause(REPORT_MS);
      await db.query('COMMIT');
      await pause(REPORT_PAUSE_MS);
    }
    await db.end();
  };
  const running = Promise.all([
    ...Array.from({ length: READERS }, () => shop('reader', READS)),
    ...Array.from({ length: WRITERS }, () => shop('writer', WRITES)),
    report(),
  ]);
  return {
    /** @returns what failed */
    async leave() {
      isOpen = false;
      await running;
      return failures;
    },
  };
}
