// @ts-check
import path from 'node:path';
import { Builds } from './build/builds.mjs';
import { startChild } from './processes/children.mjs';
import { keepDatabase } from './postgres/database.mjs';
import { launch, untilStopped } from './launcher.mjs';
import { usablePorts } from './processes/ports.mjs';
import { buildIfChanged, install } from './build/prepare.mjs';
import { keepRunning } from './processes/restarts.mjs';
import { launchSettings, processEnv } from './settings.mjs';
import { addressOf, welcome } from './welcome.mjs';

/**
 * Limits each process's heap, in megabytes; the caches are sized to fit. The young generation takes at most three times the
 * semi-space size. By default Node uses 48 MB for it, and a start leaves all of that filled with garbage.
 */
const HEAP = ['--max-old-space-size=192', '--max-semi-space-size=4'];

// `npm start`: runs the whole shop with only Node and npm. A process that dies is restarted, and so is the embedded database.
// If one dies three times within a minute, the launcher exits, so that its supervisor (a container runtime, systemd) notices
// instead of half a shop hiding the failure.
await launch(async ({ signal, onStop }) => {
  const settings = launchSettings(process.env);
  const ports = await usablePorts(settings);
  await install();
  await buildIfChanged();
  signal.throwIfAborted();

  const build = new Builds().use();
  onStop(build.release);
  const env = processEnv(settings, ports);
  const keep = (
    /** @type {string} */ name,
    /** @type {string} */ script,
    /** @type {NodeJS.ProcessEnv} */ more = {},
    /** @type {Parameters<typeof keepRunning>[2]} */ how = undefined,
  ) => {
    const options = { env: { ...env, ...more }, execArgv: HEAP, drainMs: settings.drainMs };
    return keepRunning(name, () => startChild(name, path.join(build.folder, script), options), how);
  };

  // The web server needs only the backend's address, so it loads while the database opens.
  const web = keep('web server', 'web/server.js');
  onStop(web.stop);
  const database = await keepDatabase(settings, { onStop });
  signal.throwIfAborted();
  /** @type {import('./processes/restarts.mjs').SupervisedProcess | undefined} */
  let worker;
  onStop(async () => worker?.stop());
  const withDatabase = { DATABASE_URL: database.url };
  const backend = keep('backend', 'backend/main.js', withDatabase, { before: database.whenUp });
  // Requests go through the web server to the backend, and some on to the worker: the first in line drains, and the others
  // stop after it.
  onStop(() => backend.stop());
  onStop(web.stop);
  await Promise.race([untilStopped(signal), Promise.all([backend.ready, web.ready])]);

  const url = addressOf(settings.host, ports.port);
  console.log(welcome(url, settings));
  process.send?.({ url });
  // The backend migrates, so the worker comes after it; no page waits for the worker. The backend has found the settings right, so what
  // keeps the worker from starting passes: by its low priority a busy machine can let its first connection time out.
  worker = keep('worker', 'backend/worker.js', withDatabase, { before: database.whenUp, retriesStart: true });
  throw await Promise.race([untilStopped(signal), database.failed, backend.failed, web.failed, worker.failed]);
});
