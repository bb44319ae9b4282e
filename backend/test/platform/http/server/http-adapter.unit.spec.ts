import type { Response } from 'express';
import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { until } from '../../../support/until.js';
import { HttpAdapter } from '../../../../src/platform/http/server/http.adapter.js';

const adapter = new HttpAdapter({ graceMs: 300, slowestBytesPerSecond: 1_000 });
let origin: string;

beforeAll(async () => {
  adapter.initHttpServer({});
  const server = adapter.getHttpServer() as Server;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => adapter.close());

test('Express finds requests and responses as it wants them, and changes the prototype of neither', async () => {
  const kinds: (object | null)[][] = [];
  adapter.front.serve = (request, response, next) => {
    kinds.push([request, response].map(Object.getPrototypeOf));
    next();
  };
  adapter.get('/kinds', (request: object, response: Response) => {
    kinds.push([request, response].map(Object.getPrototypeOf));
    response.json({ fresh: 'fresh' in request });
  });
  expect(await (await fetch(`${origin}/kinds`)).json()).toEqual({ fresh: true });
  const [before, inside] = kinds;
  expect(before?.[0] === inside?.[0] && before?.[1] === inside?.[1]).toBe(true);
});

const BODY = { name: 'Áo', price: null };
const ANSWERS: [string, string | undefined, unknown, boolean][] = [
  ['an object that nobody may keep', 'no-store', BODY, false],
  ['a list that nobody may keep', 'no-store', [BODY], false],
  ['an object that may be kept', 'no-cache', BODY, true],
  ['an object about which nothing was said', undefined, BODY, true],
];
test.each(ANSWERS)(
  '%s comes as JSON with its length, and has an ETag only if it may be known again',
  async (...args) => {
    const [, caching, body, hasTag] = args;
    const path = `/${ANSWERS.findIndex(([name]) => name === args[0])}`;
    adapter.get(path, (_request: object, response: Response) => {
      if (caching) response.setHeader('Cache-Control', caching);
      adapter.reply(response, body, 201);
    });
    const head = await fetch(origin + path, { method: 'HEAD' });
    const reply = await fetch(origin + path);
    for (const { status, headers } of [head, reply]) {
      expect([status, headers.get('content-type')]).toEqual([201, 'application/json; charset=utf-8']);
      expect([headers.get('content-length'), headers.has('etag')]).toEqual([
        `${Buffer.byteLength(JSON.stringify(body))}`,
        hasTag,
      ]);
    }
    expect(await head.text()).toBe('');
    expect(await reply.json()).toEqual(body);
  },
);

test.each([
  ['a bare list', (rows: unknown[]) => rows],
  ['a page', (results: unknown[]) => ({ count: 30, page: 1, page_size: 30, results })],
])('%s of many rows is written row by row, and others get their turn between them', async (name, bodyOf) => {
  const path = `/rows/${encodeURIComponent(name)}`;
  let turns = 0;
  let isWritten = false;
  const slowRow = {
    toJSON() {
      const end = performance.now() + 10;
      while (performance.now() < end);
      return 'một dòng';
    },
  };
  adapter.get(path, (_request: Request, response: Response) => {
    const count = () => {
      turns += 1;
      if (!isWritten) setImmediate(count);
    };
    setImmediate(count);
    response.setHeader('Cache-Control', 'no-store').once('finish', () => (isWritten = true));
    void adapter.reply(response, bodyOf(Array(30).fill(slowRow)));
  });
  expect(await (await fetch(origin + path)).json()).toEqual(bodyOf(Array(30).fill('một dòng')));
  expect(turns).toBeGreaterThan(20);
});

test('a body that does not come ends its connection, one that comes is waited for', async () => {
  adapter.post('/body', (request: IncomingMessage, response: Response) => {
    request.resume().once('end', () => response.end('whole'));
  });
  const slow = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => {});
  slow.write('POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc');
  await once(slow.resume(), 'close');
  const reply = await fetch(`${origin}/body`, { method: 'POST', body: 'abc' });
  expect(await reply.text()).toBe('whole');
});

test('requests that were pipelined end with their connection', async () => {
  const closed = jest.fn();
  let arrived = 0;
  adapter.front.serve = (_request, response) => {
    arrived += 1;
    response.once('close', closed);
  };
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.write('GET /x HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3));
  await until('all arrive', () => arrived === 3);
  socket.destroy();
  await until('all close', () => closed.mock.calls.length === 3);
});
