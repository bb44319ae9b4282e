// @ts-check
import pg from 'pg';
import { launch } from '../../backend/launch/launcher.mjs';
import { startBackend } from '../support/backend.mjs';
import { KeepAliveClient } from '../support/keep-alive-client.mjs';
import { cpuTime, familyCpuTime, isMeasurable, parentOf } from '../support/process-stats.mjs';
import { registerRichShoppers } from '../support/shoppers.mjs';
import { machine, table, write } from '../support/report.mjs';
import { median, percentile } from '../support/statistics.mjs';

const CLIENTS = 50;
/** Customers who each look at a product before they order it. */
const CUSTOMERS = 20;
/** The number of database connections that the backend opens. */
const POOL = 15;
const ROUNDS = 5;
const SECONDS = 4;
const PRICE = 150_000;

const CART = {
  shippingAddress: { address: '1 Lê Lợi', city: 'Huế', postalCode: '530000', country: 'Việt Nam' },
  paymentMethod: 'Paybox',
  totalPrice: 3 * PRICE + (3 * PRICE * 5) / 100,
};

/** The processes whose CPU time is reported. */
const PARTS = /** @type {const} */ (['clients', 'backend', 'postgres']);

/** @typedef {{ perSecond: number, p50: number, p99: number } & Record<(typeof PARTS)[number], number>} Rate
 * times in milliseconds, CPU times per operation in microseconds */

// `npm run bench:money`: see docs/benchmarks.md.
if (!isMeasurable) throw new Error('The figures are read from /proc, which only Linux has.');
await launch(async ({ onStop }) => {
  const backend = await startBackend(onStop);
  const shop = await fill(backend.databaseUrl, backend.origin);
  onStop(shop.close);
  const server = backend.pid();
  const postmaster = parentOf(await shop.databaseProcess());
  const cpu = () => ({
    clients: cpuTime(process.pid),
    backend: cpuTime(server),
    postgres: familyCpuTime(postmaster),
  });

  /** @type {Record<string, Rate[]>} */
  const rates = {};
  const measure = async (
    /** @type {string} */ name,
    /** @type {(client: number) => Promise<boolean>} */ act,
    clients = CLIENTS,
  ) => {
    (rates[name] ??= []).push(await rateOf(act, cpu, clients));
  };
  await rateOf(shop.bareDebit(CLIENTS), cpu); // Warms up the pool, and the backend below.
  await rateOf(shop.place(CLIENTS), cpu);
  await rateOf(shop.pay(CLIENTS), cpu);
  await shop.analyze();
  for (let round = 0; round < ROUNDS; round++) {
    await measure('bare debit, 50 wallets', shop.bareDebit(CLIENTS));
    await measure('empty signed-in call', shop.look('/healthz'));
    await measure('wallet looked at', shop.look('/api/paybox/wallet/'));
    await measure('order of three lines, 50 shoppers', shop.place(CLIENTS));
    await measure('product read, then ordered, 20 shoppers', shop.readAndPlace, CUSTOMERS);
    await measure('wallet payment, 50 wallets', shop.pay(CLIENTS));
    await measure('bare debit, 1 wallet', shop.bareDebit(1));
    await rateOf(shop.place(1), cpu);
    await measure('wallet payment, 1 wallet', shop.pay(1));
  }
  const text = report(rates);
  console.log(text);
  if (process.argv.includes('--write')) await write(text, 'bench:money');
});

/**
 * A shop with 50 rich shoppers and unlimited stock.
 *
 * @param {string} databaseUrl
 * @param {string} origin
 */
async function fill(databaseUrl, origin) {
  const db = new pg.Pool({ connectionString: databaseUrl, max: POOL });

  const tokens = await registerRichShoppers(origin, db, CLIENTS);
  const { rows: products } = await db.query(
    `INSERT INTO products (handle, name, price, count_in_stock)
     SELECT 'p' || n, 'Áo ' || n, $1, 1000000000 FROM generate_series(1, 2000) n RETURNING id`,
    [PRICE],
  );
  await db.query(
    `CREATE TABLE bare (id integer PRIMARY KEY, balance bigint NOT NULL CHECK (balance >= 0));
     INSERT INTO bare SELECT n, 1000000000000 FROM generate_series(0, 49) n;
     ANALYZE`,
  );

  const clients = Array.from({ length: CLIENTS }, () => new KeepAliveClient(origin));
  /** @type {(client: number, ...call: Parameters<KeepAliveClient['ask']>) => ReturnType<KeepAliveClient['ask']>} */
  const ask = (client, ...call) => /** @type {KeepAliveClient} */ (clients[client]).ask(...call);
  /** @type {number[][]} */
  const unpaid = Array.from({ length: CLIENTS }, () => []);
  let turn = 0;
  return {
    /** Every client debits one of these wallets with a single statement. @param {number} wallets */
    bareDebit: (wallets) => async (/** @type {number} */ client) => {
      const debit = 'UPDATE bare SET balance = balance - 1 WHERE id = $1 AND balance >= 1';
      await db.query({ name: 'debit', text: debit, values: [client % wallets] });
      return true;
    },
    /** Every client requests a path as a shopper of its own. @param {string} path */
    look: (path) => async (/** @type {number} */ client) => {
      await ask(client, 'GET', path, { token: tokens[client] });
      return true;
    },
    /** Every client places orders of three lines as one of these shoppers. @param {number} shoppers */
    place: (shoppers) => async (/** @type {number} */ client) => {
      const shopper = client % shoppers;
      const first = (turn += 7) % products.length;
      const orderItems = [0, 1, 2].map((line) => ({ id: products[(first + line * 13) % products.length].id, qty: 1 }));
      const { id } = await ask(client, 'POST', '/api/placeorder/', {
        json: { ...CART, orderItems },
        token: tokens[shopper],
      });
      unpaid[shopper]?.push(Number(id));
      return true;
    },
    /** Every client reads a product and orders one piece of it, as a shopper of its own. */
    readAndPlace: async (/** @type {number} */ client) => {
      const { id } = products[(turn += 7) % products.length];
      await ask(client, 'GET', `/api/products/${id}/`);
      const json = { ...CART, totalPrice: PRICE + (PRICE * 5) / 100, orderItems: [{ id, qty: 1 }] };
      await ask(client, 'POST', '/api/placeorder/', { json, token: tokens[client] });
      return true;
    },
    /** Every client pays orders from one of these wallets, until none is left. @param {number} wallets */
    pay: (wallets) => async (/** @type {number} */ client) => {
      const order_id = unpaid[client % wallets]?.pop();
      if (order_id === undefined) return false;
      await ask(client, 'POST', '/api/paybox/payment/', { json: { order_id }, token: tokens[client % wallets] });
      return true;
    },
    /** @returns {Promise<number>} one of PostgreSQL's processes */
    databaseProcess: async () => {
      const { rows } = await db.query('SELECT pg_backend_pid() AS pid');
      return Number(/** @type {{ pid: number }[]} */ (rows)[0]?.pid);
    },
    /** Has PostgreSQL plan for a shop with a history. It scans tables whole as long as it believes them to be empty. */
    analyze: () => db.query('ANALYZE'),
    close: async () => {
      for (const client of clients) client.close();
      await db.end();
    },
  };
}

/**
 * Measures clients, each repeating an operation for a few seconds or until nothing is left to do.
 *
 * @param {(client: number) => Promise<boolean>} act false when nothing is left to do
 * @param {() => Record<(typeof PARTS)[number], number>} cpu the CPU time of each part since its start
 * @returns {Promise<Rate>}
 */
async function rateOf(act, cpu, clients = CLIENTS) {
  /** @type {number[]} */
  const times = [];
  const before = cpu();
  const begin = performance.now();
  let isOver = false;
  const work = async (/** @type {number} */ client) => {
    while (!isOver) {
      const start = performance.now();
      if (!(await act(client))) break;
      times.push(performance.now() - start);
      if (performance.now() - begin > SECONDS * 1_000) isOver = true;
    }
    isOver = true; // Later, fewer clients would be running.
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
  const seconds = (performance.now() - begin) / 1_000;
  const after = cpu();
  const each = (/** @type {(typeof PARTS)[number]} */ part) => (after[part] - before[part]) / times.length;
  return {
    ...{ perSecond: times.length / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99) },
    ...{ clients: each('clients'), backend: each('backend'), postgres: each('postgres') },
  };
}

/** @param {Record<string, Rate[]>} rates */
function report(rates) {
  const middle = (/** @type {Rate[]} */ rounds, /** @type {keyof Rate} */ figure) =>
    median(rounds.map((round) => round[figure]));
  const bareOf = (/** @type {string} */ name) =>
    rates[`bare debit, ${name.includes('1 wallet') ? '1 wallet' : '50 wallets'}`];
  const rows = Object.entries(rates).map(([name, rounds]) => {
    const ratios = rounds.map(({ perSecond }, i) => perSecond / (bareOf(name)?.[i]?.perSecond ?? NaN));
    return [
      name,
      Math.round(middle(rounds, 'perSecond')).toLocaleString('en'),
      name.startsWith('bare') ? '' : `**${Math.round(100 * median(ratios))} %**`,
      `${middle(rounds, 'p50').toFixed(1)} ms`,
      `${middle(rounds, 'p99').toFixed(1)} ms`,
      ...PARTS.map((part) => `${Math.round(middle(rounds, part))} µs`),
    ];
  });
  return [
    `Measured on ${machine()}. Medians of ${ROUNDS} rounds of ${SECONDS} s, ${CLIENTS} clients, ${POOL} connections to the database.`,
    '',
    table(['', 'per second', 'of bare', 'p50', 'p99', 'CPU: clients', 'backend', 'PostgreSQL'], rows),
  ].join('\n');
}
