// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { startEmbeddedPostgres } from '../../backend/launch/postgres/embedded-postgres.mjs';
import { LaunchError } from '../../backend/launch/launch-error.mjs';
import { launch } from '../../backend/launch/launcher.mjs';
import { buildIfMissing, install } from '../../backend/launch/build/prepare.mjs';
import { ROOT } from '../../backend/launch/settings.mjs';
import { temporaryDataDir } from '../support/temporary-data-dir.mjs';

/*
 * `npm run bench:import`: imports catalogues with more and more rows, each into an empty database and then once more, and
 * reports time and peak memory, which must not grow with the rows.
 */

const ROWS = [1_000, 10_000, 100_000];
const VARIANTS = 5;
/** Has a process report its peak memory in KB when it exits. */
const TELL_PEAK = `data:text/javascript,${encodeURIComponent(
  `process.on('exit', () => console.log('peak ' + process.resourceUsage().maxRSS))`,
)}`;

await launch(async ({ onStop }) => {
  await install();
  await buildIfMissing();
  const folder = temporaryDataDir(onStop);
  const server = await startEmbeddedPostgres({ dataDir: folder });
  onStop(server.stop);
  const file = path.join(folder, 'products.csv');
  console.log('rows, first import (s), peak (MB), again (s), peak (MB)');
  for (const rows of ROWS) {
    await pipeline(Readable.from(lines(rows)), createWriteStream(file));
    // The larger file contains the products of the smaller one too, so each size has handles of its own.
    const [first, again] = [await importFile(server.url, folder, file), await importFile(server.url, folder, file)];
    console.log([rows, first.seconds, first.megabytes, again.seconds, again.megabytes].join(', '));
  }
});

/** @param {number} rows */
function* lines(rows) {
  yield 'Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price\n';
  for (let row = 0; row < rows; row += 1) {
    const product = Math.floor(row / VARIANTS);
    const handle = `ao-${rows}-${product}`;
    const isFirst = row % VARIANTS === 0;
    const facts = isFirst
      ? `Áo thun số ${product},<p>Vải mềm ${'và mát '.repeat(20)}</p>,Mây,Áo thun,true,Màu sắc`
      : ',,,,,';
    yield `${handle},${facts},Đỏ,${isFirst ? 'Kích thước' : ''},${36 + (row % VARIANTS)},S-${rows}-${row},9,199000\n`;
  }
}

/**
 * @param {string} url of the database
 * @param {string} dataDir
 * @param {string} file
 */
async function importFile(url, dataDir, file) {
  const started = Date.now();
  const script = path.join(ROOT, 'dist/backend/src/commands/catalog-import.js');
  const child = spawn(process.execPath, ['--import', TELL_PEAK, script, file], {
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir, SEED: 'none' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (text) => (said += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new LaunchError(`The import ended with ${code}: ${said}`);
  const peak = Number(/^peak (\d+)$/m.exec(said)?.[1]);
  return { seconds: ((Date.now() - started) / 1000).toFixed(1), megabytes: Math.round(peak / 1024) };
}
