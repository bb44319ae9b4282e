import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { RateLimits } from '../../../src/platform/rate-limits/rate-limits.js';
import { Config } from '../../../src/platform/config/config.js';
import { until } from '../../support/until.js';

let limits: RateLimits;
let server: Server;
const sockets = new Set<Socket>();
/** How often it was asked to count. */
let callCount = 0;
/** Everything it was sent. */
let received = '';

/** Enough of a Redis (https://redis.io/docs/latest/develop/reference/protocol-spec/) to be taken for one that is ready. */
beforeEach(async () => {
  callCount = 0;
  received = '';
  server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.on('data', (bytes) => {
      received += bytes.toString();
      for (const call of bytes
        .toString()
        .split(/^\*\d+\r\n/m)
        .slice(1)) {
        if (/\binfo\b/i.test(call)) socket.write('$9\r\nloading:0\r\n');
        else if (!/\beval/i.test(call)) socket.write('+OK\r\n');
        else callCount += 1; // and never answers
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  limits = new RateLimits(
    Config.from({
      NODE_ENV: 'test',
      DATABASE_URL: 'postgres://shop@127.0.0.1/shop',
      REDIS_URL: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
      JWT_SECRET: 'a secret that only the tests sign with',
    }),
  );
});
afterEach(() => {
  limits.onApplicationShutdown();
  server.close();
  for (const socket of sockets) socket.destroy();
});

test('addresses that earlier releases marked as known stay known', async () => {
  await until('Redis is asked', async () => {
    await limits.hasCount('knownAddress', '7 203.0.113.1');
    return received.includes('may:limits:known:7 203.0.113.1');
  });
});

test('a Redis that falls silent is waited for once, and what is to be limited is counted here', async () => {
  // Before it is ready it is not asked.
  let nth = 0;
  await until('Redis is asked', async () => {
    await limits.consume('newsletterPerCaller', nth++);
    return callCount > 0;
  });
  for (let event = 0; event < 5; event++) await limits.consume('secondFactorPerAccount', 1);
  await expect(limits.consume('secondFactorPerAccount', 1)).rejects.toMatchObject({ status: 429 });
  expect(callCount).toBe(1);
});
