/** @jest-environment node */
import { build } from 'esbuild';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Server } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { acceptMore } from '../../../server/limits/accept-more';
import { logError } from '../../../server/http/log';

jest.mock('../../../server/http/log', () => ({ logError: jest.fn() }));

const ROOT = path.resolve(import.meta.dirname, '../../../..');
/** Opens connections in a thread of its own: the kernel completes them, whatever the server does. */
const VISITORS = `
const { connect } = require('node:net');
const { workerData: { port, count, connected } } = require('node:worker_threads');
for (let nth = 0; nth < count; nth++) {
  connect(port, '127.0.0.1', () => {
    Atomics.add(connected, 0, 1);
    Atomics.notify(connected, 0);
  });
}
`;

let folder: string;
let program: URL;
let server: Server;
let port: number;

beforeAll(async () => {
  mkdirSync(path.join(ROOT, '.cache'), { recursive: true });
  folder = mkdtempSync(path.join(ROOT, '.cache/accept-'));
  const outfile = path.join(folder, 'send-back.mjs');
  const entryPoints = [path.join(ROOT, 'web/server/limits/send-back.ts')];
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm' });
  program = pathToFileURL(outfile);
});
afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(async () => {
  server = createServer((_request, response) => void response.end('answered'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  jest.clearAllMocks();
  server.close();
});

/** How many of twenty connections that are there a turn of the event loop accepts. */
async function acceptedInOneTurn(): Promise<number> {
  let count = 0;
  server.on('connection', () => (count += 1));
  const connected = new Int32Array(new SharedArrayBuffer(4));
  const visitors = new Worker(VISITORS, { eval: true, workerData: { port, count: 20, connected } });
  await once(visitors, 'online');
  for (let there = 0; there < 20; there = Atomics.load(connected, 0)) Atomics.wait(connected, 0, there, 1_000);
  count = 0;
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  const accepted = count;
  await visitors.terminate();
  return accepted;
}

test('a turn of the event loop accepts eight connections instead of one', async () => {
  const alone = await acceptedInOneTurn();
  const more = acceptMore(server, program);
  await more.ready;
  const together = await acceptedInOneTurn();
  more.stop();
  // A turn may end and another begin between the two looks.
  expect([alone <= 2, together >= 8]).toEqual([true, true]);
});

test('every connection is answered, and one that is closed for writing too', async () => {
  const more = acceptMore(server, program);
  await more.ready;
  const answers = Array.from({ length: 24 }, async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.end('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return text;
  });
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 .*answered$/s);
  more.stop();
});

test('a stopped server accepts nothing more', async () => {
  const more = acceptMore(server, program);
  await more.ready;
  more.stop();
  await once(server.close(), 'close');
  await new Promise(setImmediate); // the others' handles are closed by the event loop
  const [error] = (await once(connect(port, '127.0.0.1'), 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNREFUSED');
});

test('a server that stops before it has its handles logs no error', async () => {
  const more = acceptMore(server, program);
  more.stop();
  await more.ready;
  expect(logError).not.toHaveBeenCalled();
});

test('a server that gets no more handles goes on with its own, and logs why', async () => {
  const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const more = acceptMore(server, pathToFileURL(path.join(folder, 'missing.mjs')));
  await more.ready;
  stderr.mockRestore();
  expect(logError).toHaveBeenCalledTimes(1);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('answered');
});
