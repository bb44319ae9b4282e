import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.js';
import { watchdog } from './platform/overload/watchdog.js';
import { Config } from './platform/config/config.js';
import { listenError } from './platform/errors/listen-error.js';
import { warnOfFileStore } from './platform/file-store/open-file-store.js';
import { checkReplica } from './platform/database/replica/check-replica.js';
import { prepareDatabase } from './commands/prepare-database.js';
import { Stopping } from './monitoring/readiness.service.js';
import { HttpDrain } from './platform/http/server/http-drain.js';
import { checkRedis } from './platform/queue/check-redis.js';
import { runProcess } from './platform/process.js';
import { traceProcess } from './platform/tracing/backend-tracing.js';

/** Milliseconds that calls under way may take to end. A call to the card provider may take most of them. */
const CALLS_MS = 20_000;

await runProcess(async () => {
  const config = Config.ofProcess();
  await traceProcess(config, 'may-backend');
  for (const sentence of config.warnings) console.error(sentence);
  await warnOfFileStore(config);
  await checkRedis(config);
  await prepareDatabase(config);
  await checkReplica(config);
  const app = await createApp(config);
  const server = app.getHttpServer();
  // The web servers' streams of events have no end of their own.
  const calls = new HttpDrain(server, ({ url }) => url?.startsWith('/internal/catalog-events') === true);
  const { listen } = config;
  await app.listen(listen.port, listen.host).catch((error: Error) => {
    throw listenError(error, listen, { host: 'BACKEND_HOST', port: 'BACKEND_PORT' });
  });
  watchdog.start();
  return {
    port: (server.address() as AddressInfo).port,
    drain: {
      begin() {
        app.get(Stopping).isOn = true;
        calls.begin();
      },
      ms: config.drain,
    },
    async close() {
      await calls.end(CALLS_MS);
      await app.close();
    },
  };
});
