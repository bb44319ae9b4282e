// @ts-check
import { launch } from '../launch/launcher.mjs';
import { buildIfChanged, install } from '../launch/prepare.mjs';
import { machine, table } from './report.mjs';
import { median } from './statistics.mjs';

const DIMENSIONS = 256;
const ROUNDS = 100;

// `npm run bench:vectors`: how long a search among many vectors takes, see docs/ai-search.md.
await launch(async () => {
  await install();
  await buildIfChanged();
  /** @param {string} name @returns {Promise<any>} */
  const built = (name) => import(new URL(`../../dist/backend/src/${name}.js`, import.meta.url).href);
  /** @type {typeof import('../src/ai-search/vector-scan.js')} */
  const { VectorScan } = await built('ai-search/vector-scan');
  /** @type {typeof import('../src/db/seed/random.js')} */
  const { randomFrom } = await built('db/seed/random');
  const random = randomFrom('vectors');
  const vector = () => Float32Array.from({ length: DIMENSIONS }, () => random.next() * 2 - 1);
  const scan = new VectorScan(DIMENSIONS);
  /** @type {string[][]} */
  const lines = [];
  for (const count of [1_000, 10_000, 100_000]) {
    while (scan.size < count) scan.set(scan.size, vector());
    const times = Array.from({ length: ROUNDS }, () => {
      const query = vector();
      const began = performance.now();
      scan.search(query, 24);
      return performance.now() - began;
    }).sort((a, b) => a - b);
    const p95 = times[Math.floor(ROUNDS * 0.95)] ?? 0;
    const size = `${(scan.bytes / 1024 / 1024).toFixed(1)} MiB`;
    lines.push([count.toLocaleString('en'), `${median(times).toFixed(2)} ms`, `${p95.toFixed(2)} ms`, size]);
  }
  console.log(`Measured on ${machine()}.\n`);
  console.log(table([`vectors of ${DIMENSIONS}`, 'median', 'p95', 'memory'], lines));
});
