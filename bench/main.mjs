// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { LaunchError } from '../backend/launch/launch-error.mjs';
import { launch } from '../backend/launch/launcher.mjs';
import { buildIfChanged, install } from '../backend/launch/build/prepare.mjs';
import { pageScripts } from './web/page-scripts.mjs';
import { isMeasurable, memory } from './support/process-stats.mjs';
import { machine, report, write } from './support/report.mjs';
import { startShop } from './support/shop.mjs';
import { temporaryDataDir } from './support/temporary-data-dir.mjs';
import { compareLoading, measureStartup } from './web/startup.mjs';
import { measureThroughput } from './web/throughput.mjs';

/** The time for the worker to render pictures before its memory is read. */
const WORKER_SECONDS = 10;

// `npm run bench`: see docs/benchmarks.md. Load generators run on the same machine.
await launch(async ({ onStop }) => {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '2' },
      write: { type: 'boolean', default: false },
    },
  });
  const rounds = Number(values.rounds);
  const seconds = Number(values.seconds);
  if (!(rounds >= 1 && rounds <= 50 && seconds >= 1 && seconds <= 30)) {
    throw new LaunchError('--rounds is from 1 to 50, --seconds from 1 to 30.');
  }
  if (!isMeasurable) throw new LaunchError('The benchmark reads /proc and runs on Linux only.');

  await install();
  await buildIfChanged();
  const dataDir = temporaryDataDir(onStop);

  console.error('Starting the shop several times …');
  const startup = await measureStartup(dataDir, rounds);
  const loading = await compareLoading(rounds);

  console.error('Asking for pages and answers …');
  const shop = await startShop(dataDir);
  onStop(shop.stop);
  const { backend, web, worker } = shop.pids;
  process.kill(worker, 'SIGSTOP'); // It would render the demo's pictures meanwhile.
  const throughput = await targetsOf(shop)
    .then((targets) => measureThroughput(targets, { rounds, seconds }))
    .finally(() => process.kill(worker, 'SIGCONT'));
  await sleep(WORKER_SECONDS * 1000);
  const memories = { backend: memory(backend), web: memory(web), worker: memory(worker) };

  const text = report({
    machine: machine(),
    rounds,
    seconds,
    startup,
    loading,
    throughput,
    memories,
    scripts: pageScripts(),
  });
  console.log(text);
  if (values.write) await write(text, 'bench');
});

/**
 * The requested URLs. Several of each kind, so that not all responses are in the processor's cache.
 *
 * @param {import('./support/shop.mjs').Shop} shop
 * @returns {Promise<import('./web/throughput.mjs').Target[]>}
 */
async function targetsOf({ url, backendUrl, pids: { backend, web } }) {
  const products = /** @type {{ id: number }[]} */ (await (await fetch(`${url}/api/products/`)).json());
  const details = products.slice(0, 20).map(({ id }) => `/api/products/${id}/`);
  const lists = [1, 2, 3, 4, 5].flatMap((page) => [
    `/api/products/?page=${page}&page_size=12`,
    `/api/products/?page=${page}&page_size=12&sort=price-asc`,
  ]);
  const pages = products.slice(0, 20).map(({ id }) => `/products/${id}`);
  return [
    { name: 'product, at the backend', origin: backendUrl, paths: details, pids: [backend] },
    { name: 'list with facets, at the backend', origin: backendUrl, paths: lists, pids: [backend] },
    { name: 'product, through the public origin', origin: url, paths: details, pids: [web, backend] },
    { name: 'list with facets, through the public origin', origin: url, paths: lists, pids: [web, backend] },
    { name: 'home page', origin: url, paths: ['/'], pids: [web, backend] },
    { name: 'product page', origin: url, paths: pages, pids: [web, backend] },
  ];
}
