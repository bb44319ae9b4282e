import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { trustOf } from '../backend/src/platform/network/trusted-proxies.js';
import { listenError } from '../backend/src/platform/errors/listen-error';
import { HttpDrain } from '../backend/src/platform/http/server/http-drain';
import { NICE, lowerPriority } from '../backend/src/platform/process-priority';
import { runProcess, type Running } from '../backend/src/platform/process';
import { acceptMore } from './server/limits/accept-more';
import { startTracing } from '../backend/src/platform/tracing/tracing';
import { createGuardedServer } from './server/limits/connections';
import { openFront } from './server/front';
import { limitsFor } from './server/limits/limits';
import { logWarning, setLogLevel } from './server/http/log';
import { OpenSockets } from './server/open-sockets';
import { isReadinessCheck } from './server/proxy/backend-paths';
import { readSettings, type Settings } from './server/settings';

/** Milliseconds that open responses may take to end when the server stops. */
const CALLS_MS = 20_000;

async function start(settings: Settings): Promise<Running> {
  lowerPriority(NICE.web);
  setLogLevel(settings.logLevel);
  await startTracing(settings.traces, 'may-web', logWarning);
  const limits = limitsFor(settings.limitsRates, settings.exemptsOwnMachine);
  const server = createGuardedServer(trustOf(settings.trustProxy), limits);
  const calls = new HttpDrain(server);
  const sockets = new OpenSockets(server);
  const { front, close: closeFront } = await openFront(settings, server, limits);
  server.on('request', (request, response) => {
    if (calls.isDraining && isReadinessCheck(request)) answerStopping(response);
    else front.request(request, response);
  });
  server.on('upgrade', front.upgrade);

  const port = await listen(server, settings);
  const more = settings.development ? undefined : acceptMore(server, new URL('./send-back.js', import.meta.url));
  if (!process.send) console.log(`http://${settings.host}:${port}`);
  return {
    port,
    drain: { begin: () => calls.begin(), ms: settings.drainMs },
    async close() {
      more?.stop();
      await Promise.all([calls.end(CALLS_MS), sockets.end()]);
      await closeFront(); // last: open calls still use its connections to the backend
    },
  };
}

/** Tells a load balancer to send requests to other web servers. */
function answerStopping(response: ServerResponse) {
  response.writeHead(503, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end('{"web":"stopping"}');
}

/** @returns the port @throws Error with a message that says what to do */
function listen(server: Server, { host, port }: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, { host, port }, { host: 'HOST', port: 'PORT' })));
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

await runProcess(() => start(readSettings(process.env)));
