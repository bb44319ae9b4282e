// @ts-check
import { loadavg } from 'node:os';
import { launch } from '../../backend/launch/launcher.mjs';
import { seedShop, startBackend } from '../support/backend.mjs';
import { machine, table, write } from '../support/report.mjs';
import { percentile } from '../support/statistics.mjs';

const SCALE = { products: 20_000, orders: 100_000, transactions: 1_000_000 };
const ROUNDS = 20;
const ADMIN = { username: 'admin', password: 'admin123' };

const day = (/** @type {number} */ ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const MONTH = `from=${day(60)}&to=${day(30)}`;

/** Typical calls of an administrator: the first page, a page in the middle, filters, a search, another order. */
const CALLS = {
  'dashboard, 30 days': '/api/admin/dashboard/?days=30',
  'dashboard, 90 days': '/api/admin/dashboard/?days=90',
  'dashboard, a year': '/api/admin/dashboard/?days=366',
  'counts of the sidebar': '/api/admin/counts/',
  orders: '/api/orders/?page=1',
  'orders, page 2,500': '/api/orders/?page=2500',
  'orders of a month, delivered': `/api/orders/?page=1&status=delivered&${MONTH}`,
  'orders, search': '/api/orders/?page=1&search=khach1234',
  'an order': '/api/admin/orders/1000/',
  users: '/auth/users/?page=1',
  'users, search': '/auth/users/?page=1&search=quynh',
  'a customer': '/api/admin/customers/1000/',
  products: '/api/admin/products/?page=1',
  'products, search': '/api/admin/products/?page=1&search=ao+thun',
  'products, low stock': '/api/admin/products/?page=1&stock=low',
  reviews: '/api/reviews/?page=1',
  coupons: '/api/coupons/?page=1',
  'refunds, pending': '/api/paybox/refund-requests/?page=1&status=pending',
  mails: '/api/admin/mails/?page=1',
  'mails, failed': '/api/admin/mails/?page=1&state=failed',
  audit: '/api/admin/audit/?page=1',
  'audit, page 2,000': '/api/admin/audit/?page=2000',
  wallets: '/api/admin/paybox/wallets/?page=1',
  'wallets by balance': '/api/admin/paybox/wallets/?page=1&sort=balance-desc',
  'wallets, sums': '/api/admin/paybox/wallets/totals/',
  transactions: '/api/admin/paybox/transactions/?page=1',
  'transactions, page 25,000': '/api/admin/paybox/transactions/?page=25000&page_size=20',
  'transactions, page 45,000': '/api/admin/paybox/transactions/?page=45000&page_size=20',
  'transactions of a month, refunds': `/api/admin/paybox/transactions/?page=1&type=REFUND&${MONTH}`,
  'transactions by amount': '/api/admin/paybox/transactions/?page=1&sort=amount-desc',
  'transactions, search': '/api/admin/paybox/transactions/?page=1&search=khach1234',
  'transactions, sums': '/api/admin/paybox/transactions/totals/',
  'transactions, sums of a search': '/api/admin/paybox/transactions/totals/?search=khach1234',
};

// `npm run bench:admin`: see docs/benchmarks.md. `--data DIR` uses the existing shop of a folder.
await launch(async ({ onStop }) => {
  const at = process.argv.indexOf('--data');
  const dataDir = at < 0 ? undefined : process.argv[at + 1];
  const { origin } = await startBackend(onStop, { dataDir, fill: dataDir ? undefined : (env) => seedShop(env, SCALE) });
  const headers = { 'Content-Type': 'application/json' };
  const signedIn = await fetch(`${origin}/auth/jwt/create/`, { method: 'POST', headers, body: JSON.stringify(ADMIN) });
  const { access } = /** @type {{ access: string }} */ (await signedIn.json());
  const ask = async (/** @type {string} */ address) => {
    const begin = performance.now();
    const reply = await fetch(origin + address, { headers: { Authorization: `JWT ${access}` } });
    await reply.arrayBuffer();
    if (!reply.ok) throw new Error(`${address}: ${reply.status}`);
    return performance.now() - begin;
  };

  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(Object.keys(CALLS).map((name) => [name, []]));
  for (const address of Object.values(CALLS)) await ask(address); // Warms up caches.
  // In turns, so that a busy moment of the machine affects all of them.
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, address] of Object.entries(CALLS)) times[name]?.push(await ask(address));
  }
  const text = report(times);
  console.log(text);
  if (process.argv.includes('--write')) await write(text, 'bench:admin');
});

/** @param {Record<string, number[]>} times */
function report(times) {
  const rows = Object.entries(times).map(([name, all]) => [
    name,
    ...[0.5, 0.95].map((share) => `${Math.round(percentile(all, share))} ms`),
  ]);
  const load = loadavg().map((value) => value.toFixed(1));
  return [
    `Measured on ${machine()}; load of the machine in the last 1, 5 and 15 minutes: ${load.join(', ')}. ${ROUNDS} rounds, one call after the other.`,
    '',
    table(['asked for', 'p50', 'p95'], rows),
  ].join('\n');
}
