import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { startShop } from '../../../../../bench/support/shop.mjs';

const IDLE = 2_000;
const SLOW = 300;
const READS = 400;
/** On a busy machine the slowest of a hundred calls takes some milliseconds more now and then, whoever else is there. */
const NOISE_MS = 25;

let shop: Awaited<ReturnType<typeof startShop>>;
let token: string;
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'may-slow-sockets-'));
const agent = new Agent({ keepAlive: true, maxSockets: 4 });

interface Call {
  method: string;
  path: string;
  body?: object;
  /** What an answer that did its work has. */
  status: number;
}
const CALLS: Record<string, Call> = {
  'a read': { method: 'GET', path: '/api/products/?page=1&page_size=12', status: 200 },
  'a page': { method: 'GET', path: '/', status: 200 },
  readiness: { method: 'GET', path: '/readyz', status: 200 },
  'a webhook': { method: 'POST', path: '/api/stripe-webhook/', body: {}, status: 400 }, // it is not signed
  'a money call': { method: 'POST', path: '/api/paybox/payment/', body: { order_id: 1_000_000 }, status: 404 },
};

beforeAll(async () => {
  shop = await startShop(dataDir);
  const answer = await fetch(`${shop.url}/auth/jwt/create/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'khach', password: 'khach123' }),
  });
  token = ((await answer.json()) as { access: string }).access;
}, 300_000);
afterAll(async () => {
  agent.destroy();
  await shop.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function ask({ method, path, body, status }: Call): Promise<number> {
  const begin = performance.now();
  const headers = { Authorization: `JWT ${token}`, 'Content-Type': 'application/json' };
  return new Promise((resolve, reject) => {
    const request = httpRequest(shop.url + path, { method, headers, agent }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === status) resolve(performance.now() - begin);
        else reject(new Error(`${method} ${path} answered ${response.statusCode}`));
      });
    });
    request.on('error', reject).end(body && JSON.stringify(body));
  });
}

/** Milliseconds of each call by name, in order; four are under way at a time, and each kind has its turns among the others. */
async function measure(): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(CALLS).map((name) => [name, []]));
  const queue = Array.from({ length: READS }, () => Object.entries(CALLS)).flat();
  const caller = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) times[next[0]]?.push(await ask(next[1]));
  };
  await Promise.all([caller(), caller(), caller(), caller()]);
  for (const list of Object.values(times)) list.sort((a, b) => a - b);
  return times;
}

const percentile = (times: number[] | undefined, share: number): number =>
  times?.[Math.floor(times.length * share)] ?? Infinity;

/** Holds the sockets from a thread of its own, whose work is not measured, and opens a new one for each that is closed. */
const HOLDER = `
const { parentPort, workerData: { host, port, idle, slow } } = require('node:worker_threads');
const { connect } = require('node:net');
const slowOnes = new Set();
let open = 0;
function hold(isSlow) {
  const socket = connect(port, host, () => {
    open += 1;
    if (isSlow) {
      socket.write('POST /api/coupons/check/ HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 1000\\r\\n\\r\\n{');
      slowOnes.add(socket);
    }
    if (open === idle + slow) parentPort.postMessage('open');
  });
  socket.on('error', () => {}).resume().once('close', () => {
    slowOnes.delete(socket);
    open -= 1;
    setTimeout(hold, 100, isSlow);
  });
}
for (let i = 0; i < idle + slow; i += 1) hold(i >= idle);
setInterval(() => slowOnes.forEach((socket) => socket.write(' ')), 3000);
`;

test('2,000 idle sockets and 300 slow requests leave the others as quick as before', async () => {
  await measure(); // what is made at the first call
  const before = await measure();
  const { hostname: host, port } = new URL(shop.url);
  const holder = new Worker(HOLDER, { eval: true, workerData: { host, port: Number(port), idle: IDLE, slow: SLOW } });
  await once(holder, 'message');
  const meanwhile = await measure();
  await holder.terminate();
  const after = await measure();
  const lines = Object.keys(CALLS).map((name) =>
    Object.entries({ before, meanwhile, after })
      .map(
        ([when, { [name]: times }]) => `${when} ${[0.5, 0.99].map((p) => percentile(times, p).toFixed(1)).join(' / ')}`,
      )
      .join(', ')
      .replace(/^/, `${name}: p50 / p99 in ms `),
  );
  console.log(lines.join('\n'));
  for (const name of Object.keys(CALLS)) {
    const usual = Math.max(percentile(before[name], 0.99), percentile(after[name], 0.99));
    expect(percentile(meanwhile[name], 0.99)).toBeLessThan(2 * usual + NOISE_MS);
  }
});

test('a connection that sends too slowly is closed', async () => {
  const { hostname, port } = new URL(shop.url);
  const socket = connect(Number(port), hostname);
  let reply = '';
  socket.on('data', (chunk) => (reply += chunk.toString())).on('error', () => undefined);
  socket.write('POST /api/coupons/check/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{');
  await new Promise((resolve) => socket.once('close', resolve));
  expect(reply).toMatch(/^HTTP\/1.1 408 /);
});
