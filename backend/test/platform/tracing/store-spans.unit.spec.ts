import { Redis } from 'ioredis';
import { once } from 'node:events';
import { createServer, get, type IncomingHttpHeaders, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { traceProcess } from '../../../src/platform/tracing/backend-tracing.js';
import { stopTracing, tracing } from '../../../src/platform/tracing/tracing.js';
import { OtlpReceiver } from '../../support/otlp-receiver.js';

let receiver: OtlpReceiver;
const opened: (Server | TcpServer)[] = [];

const listen = async (server: Server | TcpServer) => {
  opened.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
};

beforeEach(async () => {
  receiver = new OtlpReceiver();
  const url = `${await receiver.open()}/v1/traces`;
  const traces = { url, headers: {}, serviceName: undefined, sampler: 'parentbased_always_on', ratio: 1 } as const;
  await traceProcess({ traces }, 'may-backend');
});
afterEach(async () => {
  await stopTracing();
  receiver.close();
  for (const server of opened.splice(0)) server.close();
});

/** Runs `act` as work of a traced job. @returns the spans beneath it */
async function within(act: () => Promise<unknown>) {
  await tracing()!.jobs.followUp('work', { trace: undefined, requestId: undefined }, act);
  await stopTracing();
  const work = receiver.find('work');
  return receiver.spans.filter(({ parentSpanId }) => parentSpanId === work.spanId);
}

/** Answers each command of Redis with OK, as far as a client can tell. */
const redisServer = () =>
  createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const commands = String(data).match(/^\*\d/gm)?.length ?? 0;
      socket.write(
        String(data).includes('WRONG') ? '-ERR no such command mai@example.com\r\n' : '+OK\r\n'.repeat(commands),
      );
    });
  });

const redisAt = (port: number) =>
  new Redis({ port, host: '127.0.0.1', lazyConnect: true, enableReadyCheck: false, disableClientInfo: true });

test('a command to Redis has its name and no key or value, and one that fails no message', async () => {
  const redis = redisAt(await listen(redisServer()));
  await redis.connect();
  await redis.set('before', 'untraced');
  const spans = await within(async () => {
    await redis.set('limit:mai@example.com', 'secret');
    await redis.call('WRONG', 'key').catch(() => undefined);
  });
  redis.disconnect();
  expect(spans.map(({ name, kind, status }) => [name, kind, status.code])).toEqual([
    ['SET', 3, 0],
    ['WRONG', 3, 2],
  ]);
  expect(spans[0]!.attributes).toEqual({
    'db.system.name': 'redis',
    'db.operation.name': 'SET',
    'server.address': '127.0.0.1',
    'server.port': expect.any(Number),
  });
  expect(JSON.stringify(receiver.spans)).not.toMatch(/mai@|secret|key|untraced/);
});

test.each([
  ['fetch', async (url: string) => void (await (await fetch(url)).text())],
  [
    'node:http',
    async (url: string) => {
      const [response] = (await once(get(url), 'response')) as [NodeJS.ReadableStream];
      await once(response.resume(), 'end');
    },
  ],
])('a call of another service by %s has method, host and status, no path, and tells no trace', async (_, call) => {
  const headers: IncomingHttpHeaders[] = [];
  const port = await listen(
    createServer((request, response) => {
      headers.push(request.headers);
      response.writeHead(418, { connection: 'close' }).end();
    }),
  );
  const spans = await within(() => call(`http://127.0.0.1:${port}/hooks/a-secret-of-the-owner?token=x`));
  expect(spans.map(({ name, kind, attributes }) => ({ name, kind, attributes }))).toEqual([
    {
      name: 'GET',
      kind: 3,
      attributes: {
        'http.request.method': 'GET',
        'server.address': '127.0.0.1',
        'http.response.status_code': 418,
      },
    },
  ]);
  expect(headers.map(({ traceparent }) => traceparent)).toEqual([undefined]);
});

test('a service that cannot be reached marks the call', async () => {
  const port = await listen(createTcpServer((socket) => socket.destroy()));
  const spans = await within(() => fetch(`http://127.0.0.1:${port}/`).catch(() => undefined));
  expect(spans.map(({ name, status }) => [name, status.code])).toEqual([['GET', 2]]);
});
