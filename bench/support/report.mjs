// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { ROOT } from '../../backend/launch/settings.mjs';

const FILE = path.join(ROOT, 'docs/benchmarks.md');

/**
 * @typedef {object} Figures
 * @property {string} machine
 * @property {number} rounds
 * @property {number} seconds
 * @property {import('../web/startup.mjs').Startup} startup
 * @property {Awaited<ReturnType<typeof import('../web/startup.mjs').compareLoading>>} loading
 * @property {import('../web/throughput.mjs').Throughput[]} throughput
 * @property {Record<'backend' | 'web' | 'worker', { now: number, peak: number }>} memories
 * @property {import('../web/page-scripts.mjs').PageScripts[]} scripts
 */

/** @returns {string} a description of the machine */
export function machine() {
  const memory = Math.round(totalmem() / 2 ** 30);
  const cores = availableParallelism();
  const [kernel] = release().split('-');
  return `${cores} ${cores === 1 ? 'core' : 'cores'} of ${cpus()[0]?.model.trim()}, ${memory} GiB, ${process.platform} ${kernel}, Node ${process.version}`;
}

/**
 * @param {Figures} figures
 * @returns {string} Markdown
 */
export function report({ machine, rounds, seconds, startup, loading, throughput, memories, scripts }) {
  return [
    `Measured on ${machine}. Medians of ${rounds} rounds, in brackets the least and the most; each turn took ${seconds} s.`,
    '',
    '### Answers',
    '',
    table(
      ['asked for', 'bytes', 'requests/s', 'of bare', 'CPU per request', 'bare', 'of bare', 'p99'],
      throughput.map(({ name, bytes, shop, bare, speed, thrift }) => [
        name,
        number(bytes),
        number(shop.perSecond),
        percent(speed),
        `${number(shop.cpu)} µs`,
        `${number(bare.cpu)} µs`,
        percent(thrift),
        `${shop.p99} ms`,
      ]),
    ),
    '',
    '### Start',
    '',
    table(
      ['start', 'time', 'ratio'],
      [
        ['first `npm start`, with an empty data folder', time(startup.first), ''],
        ['second `npm start`', times(startup.again), `${factor(startup.ratio)} bare`],
        ['a bare node:http server', times(startup.bare), ''],
        ['loading the backend, joined', times(loading.joined), ''],
        ['loading the backend, separate modules', times(loading.separate), `${factor(loading.ratio)} joined`],
      ],
    ),
    '',
    '### Memory after the load',
    '',
    table(
      ['process', 'resident', 'at most'],
      Object.entries(memories).map(([name, { now, peak }]) => [name, megabytes(now), megabytes(peak)]),
    ),
    '',
    '### JavaScript of each page',
    '',
    table(
      ['page', 'files', 'plain', 'gzip', 'brotli'],
      scripts.map(({ page, files, plain, gzip, brotli }) => [
        `\`${page}\``,
        String(files),
        kilobytes(plain),
        kilobytes(gzip),
        kilobytes(brotli),
      ]),
    ),
  ].join('\n');
}

/**
 * Writes a report into a document, replacing the previous one.
 *
 * @param {string} text
 * @param {'bench' | 'bench:money' | 'bench:overload' | 'bench:soak' | 'bench:memory' | 'bench:vitals' | 'bench:caches' | 'bench:catalogue' | 'bench:growth' | 'bench:chat' | 'bench:admin' | 'bench:sale'} script whose report it is
 * @param {string} [file] docs/benchmarks.md unless given
 */
export async function write(text, script, file = FILE) {
  const [begin, end] = ['begin', 'end'].map((edge) => `<!-- npm run ${script} -- --write: ${edge} -->`);
  const page = readFileSync(file, 'utf8');
  const [before, after] = [page.split(`${begin}`)[0], page.split(`${end}`)[1]];
  if (after === undefined) throw new Error(`${file} has lost its marks.`);
  const written = `${before}${begin}\n\n${text}\n\n${end}${after}`;
  writeFileSync(file, await format(written, { ...(await resolveConfig(file)), filepath: file }));
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 * @returns {string} Markdown
 */
export function table(head, rows) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n');
}

/** @typedef {import('./statistics.mjs').Spread} Spread */

const number = (/** @type {number} */ value) => Math.round(value).toLocaleString('en');
const share = (/** @type {number} */ value) => Math.round(value * 100);
const time = (/** @type {number} */ ms) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`);
const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} KB`;
const megabytes = (/** @type {number} */ bytes) => `${number(bytes / 1e6)} MB`;

/** @param {Spread} spread */
function percent({ median, min, max }) {
  return `**${share(median)} %** (${share(min)}-${share(max)})`;
}
/** @param {Spread} spread */
function times({ median, min, max }) {
  return `${time(median)} (${time(min)}-${time(max)})`;
}
/** @param {Spread} spread */
function factor({ median, min, max }) {
  return `${median.toFixed(1)} (${min.toFixed(1)}-${max.toFixed(1)}) ×`;
}
