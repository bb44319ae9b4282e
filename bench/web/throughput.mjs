// @ts-check
import { get } from 'node:http';
import { runClosedLoop } from '../support/child-task.mjs';
import { startBareServer } from './bare.mjs';
import { cpuTime } from '../support/process-stats.mjs';
import { median, spread } from '../support/statistics.mjs';

/** As a browser asks: the answer is the compressed one. */
const HEADERS = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br' };
const CONNECTIONS = 16;
const WARM_UP_SECONDS = 1;

/**
 * @typedef {object} Target something to ask for
 * @property {string} name
 * @property {string} origin
 * @property {string[]} paths asked in turn
 * @property {number[]} pids the processes that work on the answer
 */

/**
 * @typedef {object} Throughput
 * @property {string} name
 * @property {number} bytes of one answer's body, on average
 * @property {Side} shop
 * @property {Side} bare
 * @property {import('../support/statistics.mjs').Spread} speed requests per second, the shop's in relation to the bare server's
 * @property {import('../support/statistics.mjs').Spread} thrift the bare server's CPU per request in relation to the shop's
 */
/** @typedef {{ perSecond: number, cpu: number, p99: number }} Side medians; cpu in microseconds per request */

/**
 * Measures targets against a bare node:http server that gives the same bytes. The two take turns, so that whatever
 * else the machine does hits both.
 *
 * @param {Target[]} targets
 * @param {{ rounds: number, seconds: number }} size seconds of each turn
 * @returns {Promise<Throughput[]>}
 */
export async function measureThroughput(targets, { rounds, seconds }) {
  const bare = await startBareServer();
  const results = [];
  for (const { name, origin, paths, pids } of targets) {
    const sides = {
      shop: { origin, paths, pids },
      bare: { origin: bare.origin, paths, pids: [bare.pid] },
    };
    /** @type {{ shop: Side[], bare: Side[] }} */
    const turns = { shop: [], bare: [] };
    // Warmed up first: the shop compresses what it keeps after the first answer.
    await turn(sides.shop, WARM_UP_SECONDS);
    const answers = await Promise.all(paths.map((path) => answerOf(origin, path)));
    await bare.tell(answers);
    await turn(sides.bare, WARM_UP_SECONDS);
    for (let round = 0; round < rounds; round++) {
      turns.bare.push(await turn(sides.bare, seconds));
      turns.shop.push(await turn(sides.shop, seconds));
    }
    const ratio = (/** @type {(shop: Side, bare: Side) => number} */ of) =>
      spread(turns.shop.map((shop, round) => of(shop, /** @type {Side} */ (turns.bare[round]))));
    results.push({
      name,
      bytes: answers.reduce((sum, { body }) => sum + Buffer.byteLength(body, 'base64'), 0) / answers.length,
      shop: medians(turns.shop),
      bare: medians(turns.bare),
      speed: ratio((shop, bare) => shop.perSecond / bare.perSecond),
      thrift: ratio((shop, bare) => bare.cpu / shop.cpu),
    });
  }
  await bare.stop();
  return results;
}

/**
 * @param {{ origin: string, paths: string[], pids: number[] }} target
 * @param {number} seconds
 * @returns {Promise<Side>}
 */
async function turn({ origin, paths, pids }, seconds) {
  const cpu = () => pids.reduce((sum, pid) => sum + cpuTime(pid), 0);
  const before = cpu();
  const outcome = await runClosedLoop({ origin, paths, headers: HEADERS, seconds, connections: CONNECTIONS });
  const { answered, perSecond, p99, wrong } = outcome;
  if (wrong > 0 || answered === 0) throw new Error(`${origin}${paths[0]}: ${answered} answers, ${wrong} wrong ones.`);
  return { perSecond, cpu: (cpu() - before) / answered, p99 };
}

/** @param {Side[]} sides */
function medians(sides) {
  const of = (/** @type {keyof Side} */ key) => median(sides.map((side) => side[key]));
  return { perSecond: of('perSecond'), cpu: of('cpu'), p99: of('p99') };
}

/**
 * @param {string} origin
 * @param {string} path
 * @returns {Promise<import('./bare-server.mjs').Answer>} as it went over the wire, without what every node:http adds itself
 */
function answerOf(origin, path) {
  return new Promise((resolve, reject) => {
    get(origin + path, { headers: HEADERS, agent: false }, (response) => {
      /** @type {Buffer[]} */
      const pieces = [];
      response.on('data', (/** @type {Buffer} */ piece) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        if (status !== 200) return reject(new Error(`${origin}${path} answered ${status}.`));
        const body = Buffer.concat(pieces);
        const headers = ownHeaders(response.rawHeaders, body.length);
        resolve({ path, status, headers, body: body.toString('base64') });
      });
    }).on('error', reject);
  });
}

/**
 * @param {string[]} raw names and values by turns
 * @param {number} length of the body
 * @returns {string[]}
 */
function ownHeaders(raw, length) {
  const added = /^(date|connection|keep-alive|transfer-encoding|content-length)$/i;
  const pairs = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));
  return [...pairs.filter(([name = '']) => !added.test(name)).flat(), 'Content-Length', String(length)];
}
