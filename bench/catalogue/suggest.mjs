// @ts-check
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { launch } from '../../backend/launch/launcher.mjs';
import { seedShop, startBackend } from '../support/backend.mjs';
import { KeepAliveClient } from '../support/keep-alive-client.mjs';
import { cpuTime } from '../support/process-stats.mjs';
import { machine, table } from '../support/report.mjs';
import { percentile } from '../support/statistics.mjs';

const POLL_MS = 200;
/** Keywords whose beginnings are typed key by key, with tones, without, by Telex and misspelt. */
const TYPED = [
  ...['áo thun nam', 'váy đỏ', 'quần jean ống rộng', 'áo sơ mi trắng', 'đầm dự tiệc', 'áo khoác gió', 'chân váy'],
  ...['ao thun nu', 'vay dam', 'quan short', 'giay cao got', 'ao len co lo', 'do bo', 'tui xach', 'so mi cong so'],
  ...['aos thun', 'ddaamf maxi', 'quaanf jean', 'vays ddor', 'aos khoacs'],
  ...['ao thnu', 'quan jaen', 'aothunnam', 'vayxoe'],
];

/*
 * `npm run bench:suggest -- --products 100000`: how long a shopper waits for suggestions that no cache has, key by key. See
 * docs/benchmarks.md.
 */
await launch(async ({ onStop }) => {
  const { values } = parseArgs({
    options: { products: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '5' } },
  });
  const { origin, databaseUrl, pid } = await startBackend(onStop, {
    seed: 'demo',
    fill: (env) => seedShop(env, { products: Number(values.products) }),
  });
  const db = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  onStop(() => db.end());
  const client = new KeepAliveClient(origin);
  onStop(() => Promise.resolve(client.close()));
  await untilLoaded(client);

  const beginnings = [...new Set(TYPED.flatMap((text) => [...text].map((_, at) => text.slice(0, at + 1).trim())))];
  /** @type {number[][]} */
  const rounds = [];
  const began = cpuTime(pid());
  for (let round = 0; round < Number(values.rounds); round++) {
    const took = [];
    for (const text of beginnings) {
      // Spaces at the end change the cache's key, and not the answer.
      const query = encodeURIComponent(text + ' '.repeat(round + 1));
      const begin = performance.now();
      await client.ask('GET', `/api/search/suggest/?q=${query}`);
      took.push(performance.now() - begin);
    }
    rounds.push(took);
  }
  const cpu = (cpuTime(pid()) - began) / 1_000 / (rounds.length * beginnings.length);
  // What is left when other processes of the machine stand in the way of some rounds.
  const quickest = beginnings.map((_, at) => Math.min(...rounds.map((took) => took[at] ?? Infinity)));
  const [{ count }] = (await db.query('SELECT count(*) FROM products WHERE archived_at IS NULL')).rows;
  console.log(
    [
      `Measured on ${machine()}; load of the machine before: ${loadavg()[1]?.toFixed(1)}.`,
      `${Number(count).toLocaleString('en')} products; ${beginnings.length} beginnings of ${TYPED.length} keywords, one after the other, none from a cache.`,
      '',
      table(
        ['round', 'p50', 'p95', 'p99'],
        [...rounds, quickest].map((took, round) => [
          round < rounds.length ? String(round + 1) : 'the quickest of each',
          ...[0.5, 0.95, 0.99].map((share) => `${percentile(took, share).toFixed(1)} ms`),
        ]),
      ),
      '',
      `CPU of the backend for each: ${cpu.toFixed(1)} ms.`,
    ].join('\n'),
  );
});

/** Until the index answers: while it loads, only titles are suggested. @param {KeepAliveClient} client */
async function untilLoaded(client) {
  for (let tries = 1; ; tries++) {
    const { products } = await client.ask(
      'GET',
      `/api/search/suggest/?q=${encodeURIComponent('áo')}${'%20'.repeat(tries % 50)}`,
    );
    if (Array.isArray(products) && products.length > 0) return;
    await sleep(POLL_MS);
  }
}
