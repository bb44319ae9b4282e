// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { KeepAliveClient } from '../support/keep-alive-client.mjs';
import { MIX } from './mix.mjs';
import { totalOf } from '../support/order-stream.mjs';
import { percentile } from '../support/statistics.mjs';

/*
 * An open-loop load generator: shoppers and owners arrive at a steady rate, whether or not the earlier ones are answered. Runs in a
 * process of its own: takes one task by IPC, sends the outcome by IPC and exits.
 */

/**
 * @typedef {object} Task
 * @property {string} origin the public one
 * @property {number} rate visits per second
 * @property {number} seconds
 * @property {string[]} shoppers access tokens
 * @property {string} admin access token
 * @property {number[]} products ids
 * @property {import('../support/order-stream.mjs').Piece[]} pieces what is ordered
 * @property {string} [only] visits of this kind alone, instead of the mix
 */
/**
 * What came of the visits of a kind: `good` ones were answered rightly within `GOOD_MS`, `refused` ones got 429 or 503, `failed` ones another
 * error or no connection, `late` ones came too late, if at all.
 *
 * @typedef {{ priority: string, good: number, refused: number, failed: number, late: number }} Count
 */
/** @typedef {{ kinds: Record<string, Count>, failures: string[], p50: number, p99: number }} Outcome
 * `failures`: how visits failed, each way once; times of good visits in milliseconds */

/** A shopper who waits for longer is gone. */
const GOOD_MS = 1_000;
const GIVE_UP_MS = 5_000;
/** Visits beyond this many open connections fail. */
const MAX_CONNECTIONS = 4_000;
const TICK_MS = 5;
const KINDS = [
  'áo thun',
  'áo sơ mi',
  'áo khoác',
  'quần jean',
  'quần tây',
  'váy',
  'đầm',
  'chân váy',
  'áo len',
  'quần short',
];
const COLORS = ['đỏ', 'đen', 'trắng', 'xanh', 'vàng', 'hồng', 'be', 'xám', 'nâu', 'tím'];
const SORTS = ['', 'price-asc', 'price-desc', 'rating-desc', 'sold-desc', 'newest'];
const ADDRESS = { address: '1 Lê Lợi', city: 'Huế', postalCode: '530000', country: 'Việt Nam' };

/** @typedef {(client: KeepAliveClient) => Promise<number>} Visit gives the last status */

/** What each kind of visit of the mix does. @param {Task} task @returns {Record<keyof typeof MIX, Visit>} */
function visitsOf({ shoppers, admin, products, pieces }) {
  const page = (/** @type {() => string} */ path) => async (/** @type {KeepAliveClient} */ client) =>
    (await client.send('GET', path(), { accepts: 'gzip, br' })).status;
  const signed =
    (/** @type {string} */ path, /** @type {() => string} */ token) => async (/** @type {KeepAliveClient} */ client) =>
      (await client.send('GET', path, { token: token() })).status;
  const shopper = () => one(shoppers);
  return {
    'home page': page(() => '/'),
    'product page': page(() => `/products/${one(products)}`),
    'product, API': page(() => `/api/products/${one(products)}/`),
    'list page': page(() => `/search?page=${1 + upTo(20)}&sort=${one(SORTS)}`),
    // Prices vary, so hardly any search repeats.
    'new search': page(
      () => `/search?keyword=${encodeURIComponent(`${one(KINDS)} ${one(COLORS)} dưới ${100 + upTo(900)}k`)}`,
    ),
    wallet: signed('/api/paybox/wallet/', shopper),
    orders: signed('/api/orders/?page=1', shopper),
    'order and payment': (client) => order(client, shopper(), pieces),
    'admin list': signed('/api/orders/?page=1', () => admin),
    dashboard: signed('/api/admin/dashboard/?days=30', () => admin),
  };
}

/** @type {(client: KeepAliveClient, token: string, pieces: Task['pieces']) => Promise<number>} */
async function order(client, token, pieces) {
  const { id, variant_id, price } = one(pieces);
  const placed = await client.send('POST', '/api/placeorder/', {
    token,
    json: {
      orderItems: [{ id, variant_id, qty: 1 }],
      shippingAddress: ADDRESS,
      paymentMethod: 'Paybox',
      totalPrice: totalOf(price),
    },
  });
  if (placed.status !== 201) return placed.status;
  const { id: order_id } = /** @type {{ id: number }} */ (JSON.parse(placed.text));
  return (await client.send('POST', '/api/paybox/payment/', { token, json: { order_id } })).status;
}

const upTo = (/** @type {number} */ end) => Math.floor(Math.random() * end);
/** @template T @param {T[]} from */
const one = (from) => /** @type {T} */ (from[upTo(from.length)]);

process.once('message', async (/** @type {Task} */ task) => {
  const visits = visitsOf(task);
  const mix = Object.entries(MIX).filter(([kind]) => task.only === undefined || kind === task.only);
  const draw = mix.flatMap(([kind, { share }]) => Array.from({ length: share }, () => kind));
  /** @type {Record<string, Count>} */
  const kinds = Object.fromEntries(
    mix.map(([kind, { priority }]) => [kind, { priority, good: 0, refused: 0, failed: 0, late: 0 }]),
  );
  /** @type {Set<string>} */
  const failures = new Set();
  /** @type {number[]} */
  const times = [];
  /** @type {KeepAliveClient[]} */
  const idle = [];
  let open = 0;

  /** @param {string} kind */
  async function visit(kind) {
    const count = /** @type {Count} */ (kinds[kind]);
    const client = idle.pop() ?? (open < MAX_CONNECTIONS ? new KeepAliveClient(task.origin) : undefined);
    if (!client) {
      failures.add('no connection left');
      return void count.failed++;
    }
    open++;
    const began = performance.now();
    /** @type {number | 'late' | 'failed'} */
    const end = await new Promise((resolve) => {
      const timer = setTimeout(() => resolve('late'), GIVE_UP_MS);
      void visits[/** @type {keyof typeof MIX} */ (kind)](client).then(
        (status) => (clearTimeout(timer), resolve(status)),
        () => (clearTimeout(timer), resolve('failed')),
      );
    });
    open--;
    const took = performance.now() - began;
    if (typeof end === 'number') idle.push(client);
    else client.close();
    if (end === 429 || end === 503) count.refused++;
    else if (end === 'failed' || (typeof end === 'number' && end >= 300)) {
      count.failed++;
      failures.add(`${kind}: ${end}`);
    } else if (end === 'late' || took > GOOD_MS) count.late++;
    else {
      count.good++;
      times.push(took);
    }
  }

  /** @type {Set<Promise<void>>} */
  const underWay = new Set();
  const begin = performance.now();
  let sent = 0;
  for (let now = 0; now < task.seconds * 1_000; now = performance.now() - begin) {
    for (const due = (task.rate * now) / 1_000; sent < due; sent++) {
      const visiting = visit(one(draw));
      underWay.add(visiting);
      void visiting.then(() => underWay.delete(visiting));
    }
    await sleep(TICK_MS);
  }
  await Promise.all(underWay);
  const [p50, p99] = [Math.round(percentile(times, 0.5)), Math.round(percentile(times, 0.99))];
  /** @type {Outcome} */
  const outcome = { kinds, failures: [...failures], p50, p99 };
  process.send?.(outcome, () => process.exit(0));
});
process.on('disconnect', () => process.exit(0));
