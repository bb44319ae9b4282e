import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.js';
import { watchdog } from './common/watchdog.js';
import { Config } from './config.js';
import { prepareDatabase } from './db/prepare.js';
import { Stopping } from './health.controller.js';
import { HttpDrain } from './http-drain.js';
import { runProcess } from './process.js';

/** Milliseconds that calls under way may take to end. A call to the card provider may take most of them. */
const CALLS_MS = 20_000;

await runProcess(async () => {
  const config = Config.ofProcess();
  await prepareDatabase(config);
  const app = await createApp(config);
  const server = app.getHttpServer();
  // The web servers' streams of events have no end of their own.
  const calls = new HttpDrain(server, ({ url }) => url?.startsWith('/internal/') === true);
  await app.listen(config.listen.port, config.listen.host);
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
