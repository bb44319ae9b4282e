import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { trustOf } from '../backend/src/platform/config/trusted-proxies.js';
import { HttpDrain } from '../backend/src/platform/http/http-drain';
import { runProcess, type Running } from '../backend/src/platform/process';
import { createGuardedServer } from './server/limits/connections';
import { createFront } from './server/front';
import { limitsFor } from './server/limits/limits';
import { OpenSockets } from './server/open-sockets';
import { fetchWithTags } from './server/pages/read-tags';
import { readSettings, type Settings } from './server/settings';

/** Milliseconds that open responses may take to end when the server stops. */
const CALLS_MS = 20_000;

async function start(settings: Settings): Promise<Running> {
  const limits = limitsFor(settings.limitsRates);
  const server = createGuardedServer(trustOf(settings.trustProxy), limits);
  const calls = new HttpDrain(server);
  const sockets = new OpenSockets(server);
  const front = await createFront(settings, server, limits);
  server.on('request', (request, response) => {
    if (calls.isDraining && isReadinessCheck(request)) answerStopping(response);
    else front.request(request, response);
  });
  server.on('upgrade', front.upgrade);

  const port = await listen(server, settings);
  if (!process.send) console.log(`http://${settings.host}:${port}`);
  return {
    port,
    drain: { begin: () => calls.begin(), ms: settings.drainMs },
    async close() {
      await Promise.all([calls.end(CALLS_MS), sockets.end()]);
      await front.close(); // last: open calls still use its connections to the backend
    },
  };
}

const isReadinessCheck = ({ url = '' }: IncomingMessage) => /^\/readyz\/?(\?|$)/.test(url);

/** Tells a load balancer to send requests to other web servers. */
function answerStopping(response: ServerResponse) {
  response.writeHead(503, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end('{"web":"stopping"}');
}

/** @returns the port @throws Error with a message that says what to do */
function listen(server: Server, { host, port }: Settings): Promise<number> {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} of ${host} is already in use. Choose another with PORT.`,
    EACCES: `Port ${port} of ${host} may not be opened by this user. Choose another with PORT.`,
    EADDRNOTAVAIL: `HOST ${host} is no address of this machine.`,
    ENOTFOUND: `HOST ${host} is no address of this machine.`,
  };
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new Error(reasons[error.code ?? ''] ?? error.message));
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

await runProcess(() => {
  const settings = readSettings(process.env);
  process.env.BACKEND_URL = settings.backendUrl; // read by the pages' API client, see app/api/http/client.ts
  globalThis.fetch = fetchWithTags(globalThis.fetch, settings.backendUrl);
  return start(settings);
});
