// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { launch } from '../../backend/launch/launcher.mjs';
import { startBackend } from '../support/backend.mjs';
import { cpuTime, isMeasurable, memory } from '../support/process-stats.mjs';
import { machine, table } from '../support/report.mjs';
import { median } from '../support/statistics.mjs';

/** The maximum number of lines of one order. */
const LINES = 200;
const ROUNDS = 7;
/** The interval of another client's reads while the list is created. */
const READ_EVERY_MS = 5;

/** Users by their number of orders, with the lists that they request. */
const CASES = [
  { orders: 10, path: '/api/orders/?page=1&page_size=100' },
  { orders: 40, path: '/api/orders/?page=1&page_size=100' },
  { orders: 100, path: '/api/orders/?page=1&page_size=100' },
  { orders: 1_000, path: '/api/orders/' },
  { orders: 1_000, path: '/auth/users/me/data/' },
];

/*
 * `npm run bench:orders`: the cost of the longest lists of orders, and how long they delay another client's requests. See
 * docs/benchmarks.md.
 */
if (!isMeasurable) throw new Error('The figures are read from /proc, which only Linux has.');
await launch(async ({ onStop }) => {
  const backend = await startBackend(onStop);
  const [origin, pid] = [backend.origin, backend.pid()];
  const db = new pg.Pool({ connectionString: backend.databaseUrl, max: 1 });
  onStop(() => db.end());

  const reader = await register(origin, 'reader');
  const read = () => ask(`${origin}/api/paybox/wallet/`, reader.access);
  /** @param {string} name @param {() => Promise<number>} list */
  const measured = async (name, list) => {
    /** @type {Awaited<ReturnType<typeof measure>>[]} */
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(pid, list, read));
    const of = (/** @type {'cpu' | 'took' | 'waited' | 'bytes'} */ fact) => median(rounds.map((round) => round[fact]));
    const ms = (/** @type {number} */ value) => `${Math.round(value)} ms`;
    return [name, `${(of('bytes') / 1e6).toFixed(1)} MB`, ms(of('cpu') / 1_000), ms(of('took')), ms(of('waited'))];
  };
  const rows = [await measured('nothing, for comparison', () => sleep(200, 0))];
  for (const [nth, { orders, path: address }] of CASES.entries()) {
    const shopper = await register(origin, `shopper${nth}`);
    await addOrders(db, shopper.username, orders);
    const list = () => ask(origin + address, shopper.access);
    await list(); // Warms up.
    rows.push(await measured(`${orders} × ${LINES}: \`${address}\``, list));
  }
  console.log(
    [
      `Measured on ${machine()}. Medians of ${ROUNDS} rounds. The backend had ${Math.round(memory(pid).peak / 1e6)} MB at most.`,
      '',
      table(['orders × lines: asked for', 'bytes', 'CPU of the backend', 'took', "longest of another's reads"], rows),
    ].join('\n'),
  );
});

/**
 * @param {number} pid of the backend
 * @param {() => Promise<number>} list
 * @param {() => Promise<number>} read another client's request at the same time
 * @returns CPU time in microseconds, bytes, and milliseconds for the list and for the slowest concurrent read
 */
async function measure(pid, list, read) {
  let isOver = false;
  let waited = 0;
  const before = cpuTime(pid);
  const begin = performance.now();
  const listing = list().finally(() => (isOver = true));
  while (!isOver) {
    const start = performance.now();
    await read();
    waited = Math.max(waited, performance.now() - start);
    await sleep(READ_EVERY_MS);
  }
  const bytes = await listing;
  return { bytes, waited, took: performance.now() - begin, cpu: cpuTime(pid) - before };
}

/**
 * @param {string} url
 * @param {string} access
 */
async function ask(url, access) {
  const reply = await fetch(url, { headers: { Authorization: `JWT ${access}` } });
  const body = await reply.arrayBuffer();
  if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
  return body.byteLength;
}

/**
 * @param {string} origin
 * @param {string} username
 */
async function register(origin, username) {
  const body = JSON.stringify({ username, email: `${username}@example.com`, password: 'kim-chi-vai' });
  const call = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
  const registered = await fetch(`${origin}/auth/users/`, call);
  if (!registered.ok) throw new Error(`${username} could not register: ${registered.status}`);
  const signedIn = await fetch(`${origin}/auth/jwt/create/`, call);
  const { access } = /** @type {{ access: string }} */ (await signedIn.json());
  return { username, access };
}

/**
 * @param {pg.Pool} db
 * @param {string} username
 * @param {number} count
 */
async function addOrders(db, username, count) {
  await db.query(
    `WITH placed AS (
       INSERT INTO orders (user_id, address, city, postal_code, country, receiver, phone, payment_method, items_price,
         shipping_price, tax_price, discount, total_price, cancelled_at)
       SELECT u.id, '1 Lê Lợi', 'Huế', '530000', 'Việt Nam', 'Nguyễn Văn An', '0901234567', 'Paybox', 0, 0, 0, 0, 0, now()
       FROM users u, generate_series(1, $2) WHERE u.username = $1 RETURNING id),
     product AS (INSERT INTO products (handle, name, price, count_in_stock)
       VALUES (gen_random_uuid()::text, 'Áo sơ mi linen cổ tàu', 199000, 1) RETURNING id, name),
     picture AS (INSERT INTO media (hash, mime, width, height) VALUES (md5($1), 'image/webp', 1, 1) RETURNING hash)
     INSERT INTO order_items (order_id, product_id, product_name, color, size, image_hash, qty, price)
     SELECT placed.id, product.id, product.name, 'Xanh lá', 'XL', picture.hash, 1, 199000
     FROM placed, product, picture, generate_series(1, $3) line`,
    [username, count, LINES],
  );
  await db.query('ANALYZE');
}
