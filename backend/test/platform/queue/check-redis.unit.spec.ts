import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import type { Config } from '../../../src/platform/config/config.js';
import { checkRedis } from '../../../src/platform/queue/check-redis.js';

let server: Server;
afterEach(() => server.close());

/** A Redis with one database, as far as a check asks it. @returns where it listens */
async function startRedis(): Promise<string> {
  server = createServer((socket) => {
    socket.on('data', (bytes) => {
      for (const command of bytes
        .toString()
        .split(/\*\d+\r\n/)
        .slice(1))
        socket.write(command.includes('select') ? '-ERR DB index is out of range\r\n' : '$0\r\n\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const check = (redisUrl: string) => checkRedis({ redisUrl } as Config);

test('a Redis without the database of REDIS_URL is refused', async () => {
  const host = await startRedis();
  await expect(check(`redis://${host}`)).resolves.toBeUndefined();
  await expect(check(`redis://${host}/99`)).rejects.toThrow(
    `REDIS_URL cannot be reached (${host}): ERR DB index is out of range`,
  );
});
