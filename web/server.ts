import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFront } from './server/front';
import { readSettings, type Settings } from './server/settings';

/** Milliseconds that answers under way may take to end when the server is told to stop. */
const GRACE = 5_000;

async function start(settings: Settings) {
  const server = createServer();
  let close = async () => {};
  let isStopping = false;
  function stop() {
    if (isStopping) return;
    isStopping = true;
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    void close();
    setTimeout(() => process.exit(0), GRACE).unref();
  }
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.once('disconnect', stop); // the launcher is gone

  const front = await createFront(settings, server);
  close = () => front.close();
  server.on('request', front.request);
  server.on('upgrade', front.upgrade);
  // Longer than the idle time of a usual edge (60 s), so that it never writes into a connection just being closed.
  server.keepAliveTimeout = 65_000;

  const port = await listen(server, settings);
  if (process.connected) process.send?.({ ready: true, port });
  else if (process.send)
    stop(); // the launcher went while this was loading
  else console.log(`http://${settings.host}:${port}`);
}

/** @returns the port; @throws Error with one sentence that says what to do */
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

try {
  await start(readSettings(process.env));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
