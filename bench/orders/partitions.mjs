// @ts-check
import pg from 'pg';
import { install } from '../../backend/launch/build/prepare.mjs';
import { launch } from '../../backend/launch/launcher.mjs';
import { startEmbeddedPostgres } from '../../backend/launch/postgres/embedded-postgres.mjs';
import { machine, table } from '../support/report.mjs';
import { median } from '../support/statistics.mjs';
import { temporaryDataDir } from '../support/temporary-data-dir.mjs';

/** Two years, as the shop that asks the question has them. */
const MONTHS = 24;
const at = process.argv.indexOf('--rows');
const ROWS = at < 0 ? 2_400_000 : Number(process.argv[at + 1]);
const WALLETS = 20_000;
const ROUNDS = 5;
/** Single inserts, and runs of each query, in one round. */
const REPEATS = 400;

/** The columns of `transfers` that its indexes and the hot queries use, and one that stands for the rest. */
const COLUMNS = `
  id bigint NOT NULL, kind text NOT NULL, debit_account_id integer NOT NULL, credit_account_id integer NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0), wallet_balance_after bigint, order_id integer, description text NOT NULL,
  created_at timestamptz NOT NULL`;

/**
 * The two ways. With partitions every unique key contains the month's column, so `(order_id, kind)` is unique within a month only:
 * that is not the guard of the real table, and is here for its cost alone.
 */
const WAYS = /** @type {const} */ (['plain', 'months']);
/** @typedef {(typeof WAYS)[number]} Way */

const INDEXES = (/** @type {Way} */ way, /** @type {string} */ key) => `
  ALTER TABLE ${way} ADD PRIMARY KEY (id${key});
  CREATE UNIQUE INDEX ${way}_order_once ON ${way} (order_id, kind${key});
  CREATE INDEX ${way}_debit ON ${way} (debit_account_id, id);
  CREATE INDEX ${way}_credit ON ${way} (credit_account_id, id);`;

const month = (/** @type {number} */ nth) => `timestamptz '2024-01-01 00:00+00' + interval '${nth} months'`;

/** Rows of one month, in the order in which they were written. */
const fill = (/** @type {Way} */ way, /** @type {number} */ nth) => {
  const each = Math.floor(ROWS / MONTHS);
  return `INSERT INTO ${way} SELECT ${nth * each} + n, CASE n % 3 WHEN 0 THEN 'DEPOSIT' ELSE 'PAYMENT' END,
      CASE n % 3 WHEN 0 THEN 1 ELSE 10 + (n * 7919 % ${WALLETS}) END, CASE n % 3 WHEN 0 THEN 10 + (n * 7919 % ${WALLETS}) ELSE 2 END,
      100000, 100000, CASE n % 3 WHEN 0 THEN NULL ELSE ${nth * each} + n END, 'Thanh toán đơn hàng #' || n,
      ${month(nth)} + (n::float8 / ${each}) * interval '28 days'
    FROM generate_series(1, ${each}) n`;
};

const ID = () => 1 + Math.floor(Math.random() * ROWS);
const WALLET = () => 10 + Math.floor(Math.random() * WALLETS);

/** What the shop asks all day, and what an archive asks. @type {Record<string, [sql: string, value: () => unknown]>} */
const QUERIES = {
  'by id': ['SELECT * FROM $way WHERE id = $1', ID],
  'of an order': ['SELECT * FROM $way WHERE order_id = $1', ID],
  'last 20 of a wallet': ['SELECT * FROM $way WHERE debit_account_id = $1 ORDER BY id DESC LIMIT 20', WALLET],
  'balance after the last transfer': [
    `SELECT wallet_balance_after FROM (
       (SELECT id, wallet_balance_after FROM $way WHERE debit_account_id = $1 ORDER BY id DESC LIMIT 1) UNION ALL
       (SELECT id, wallet_balance_after FROM $way WHERE credit_account_id = $1 ORDER BY id DESC LIMIT 1)) p ORDER BY id DESC LIMIT 1`,
    WALLET,
  ],
};

/** Chores on one month. @type {Record<string, Record<Way, string[]>>} */
const CHORES = {
  'read one month': {
    plain: [`SELECT sum(amount) FROM plain WHERE created_at >= ${month(3)} AND created_at < ${month(4)}`],
    months: ['SELECT sum(amount) FROM months_3'],
  },
  'vacuum and freeze after a month of writing': {
    plain: ['VACUUM (FREEZE, ANALYZE) plain'],
    months: [`VACUUM (FREEZE, ANALYZE) months_${MONTHS - 1}`],
  },
  'take the first month out': {
    plain: [`DELETE FROM plain WHERE created_at < ${month(1)}`, 'VACUUM plain'],
    months: ['ALTER TABLE months DETACH PARTITION months_0'],
  },
};

/*
 * `npm run bench:partitions [-- --rows N]`: what monthly partitions of the ledger's transfers would cost and give, on scratch copies in an
 * embedded PostgreSQL of its own. See docs/decisions/042-retention-and-partitions.md.
 */
await launch(async ({ onStop }) => {
  await install();
  const database = await startEmbeddedPostgres({ dataDir: temporaryDataDir(onStop) });
  onStop(database.stop);
  const db = new pg.Client({ connectionString: database.url });
  await db.connect();
  onStop(() => db.end());

  await db.query(`CREATE TABLE plain (${COLUMNS}); CREATE TABLE months (${COLUMNS}) PARTITION BY RANGE (created_at);`);
  for (let nth = 0; nth < MONTHS; nth++)
    await db.query(
      `CREATE TABLE months_${nth} PARTITION OF months FOR VALUES FROM (${literal(nth)}) TO (${literal(nth + 1)})`,
    );
  await db.query(INDEXES('plain', '') + INDEXES('months', ', created_at'));

  const load = { plain: 0, months: 0 };
  for (let nth = 0; nth < MONTHS; nth++) {
    // In turns, so that a busy moment of the machine affects both.
    for (const way of WAYS) {
      load[way] += await timed(() => db.query(fill(way, nth)));
      // All but the last month are as a running shop has them: vacuumed.
      if (nth < MONTHS - 1)
        await db.query(way === 'plain' ? 'VACUUM (FREEZE, ANALYZE) plain' : `VACUUM (FREEZE, ANALYZE) months_${nth}`);
    }
  }

  /** @type {Record<string, Record<Way, number[]>>} */
  const figures = {};
  const note = (/** @type {string} */ name, /** @type {Way} */ way, /** @type {number} */ value) =>
    (figures[name] ??= { plain: [], months: [] })[way].push(value);
  await chore(db, 'vacuum and freeze after a month of writing', note);
  await db.query('ANALYZE plain; ANALYZE months');
  for (let round = 0; round < ROUNDS; round++) {
    for (const way of WAYS) {
      note('one insert, ms', way, await insertOnes(db, way, round));
      for (const [name, [sql, value]] of Object.entries(QUERIES)) {
        const { planning, whole } = await ask(db, sql.replaceAll('$way', way), value);
        note(`${name}: planning, ms`, way, planning);
        note(`${name}: prepared, whole call, ms`, way, whole);
      }
    }
  }
  for (const name of ['read one month', 'take the first month out']) await chore(db, name, note);

  const shown = (/** @type {number} */ ms) => (ms < 10 ? ms.toFixed(3) : String(Math.round(ms)));
  console.log(
    [
      `Measured on ${machine()}: ${ROWS.toLocaleString('en')} transfers of ${MONTHS} months. Medians of ${ROUNDS} rounds.`,
      '',
      table(
        ['', 'one table', `${MONTHS} partitions`, 'ratio'],
        Object.entries({ 'load all, ms': { plain: [load.plain], months: [load.months] }, ...figures }).map(
          ([name, of]) => {
            const [plain, months] = [median(of.plain), median(of.months)];
            return [name, shown(plain), shown(months), `${(months / plain).toFixed(2)} ×`];
          },
        ),
      ),
    ].join('\n'),
  );
});

/** The first moment of a month, as partition bounds need it: a literal. */
function literal(/** @type {number} */ nth) {
  return `'${new Date(Date.UTC(2024, nth, 1)).toISOString()}'`;
}

/** @param {() => Promise<unknown>} act @returns {Promise<number>} milliseconds */
async function timed(act) {
  const begin = performance.now();
  await act();
  return performance.now() - begin;
}

/**
 * @param {pg.Client} db
 * @param {string} name
 * @param {(name: string, way: Way, ms: number) => void} note
 */
async function chore(db, name, note) {
  for (const way of WAYS) {
    const statements = CHORES[name]?.[way] ?? [];
    note(
      `${name}, ms`,
      way,
      await timed(async () => {
        for (const sql of statements) await db.query(sql);
      }),
    );
  }
}

/**
 * Inserts single rows of the last month, without waiting for the disk: that would hide the rest.
 *
 * @param {pg.Client} db
 * @param {Way} way
 * @param {number} round
 */
async function insertOnes(db, way, round) {
  const text = `INSERT INTO ${way} VALUES ($1::bigint, 'PAYMENT', $2, 2, 5, 5, $1::bigint::integer, 'x', ${literal(MONTHS - 1)}::timestamptz + interval '27 days')`;
  await db.query('SET synchronous_commit = off');
  const first = ROWS + 1 + round * REPEATS;
  const ms = await timed(async () => {
    for (let nth = 0; nth < REPEATS; nth++)
      await db.query({ name: `insert ${way}`, text, values: [first + nth, WALLET()] });
  });
  await db.query('RESET synchronous_commit');
  return ms / REPEATS;
}

/**
 * @param {pg.Client} db
 * @param {string} sql
 * @param {() => unknown} value
 * @returns {Promise<{ planning: number, whole: number }>} milliseconds: planning anew, and a call of the prepared statement
 */
async function ask(db, sql, value) {
  /** @type {number[]} */
  const planning = [];
  for (let nth = 0; nth < REPEATS / 10; nth++) {
    const { rows } = await db.query(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${sql.replaceAll('$1', String(value()))}`,
    );
    planning.push(Number(rows[0]['QUERY PLAN'][0]['Planning Time']));
  }
  const prepared = { name: sql.slice(0, 60) + sql.length, text: sql };
  const ms = await timed(async () => {
    for (let nth = 0; nth < REPEATS; nth++) await db.query({ ...prepared, values: [value()] });
  });
  return { planning: median(planning), whole: ms / REPEATS };
}
