// @ts-check
import path from 'node:path';
import { buildsIn } from './build/builds.mjs';
import { startChild } from './processes/children.mjs';
import { keepDatabase } from './postgres/database.mjs';
import { launch, untilTold } from './launcher.mjs';
import { freePort, usablePort } from './processes/ports.mjs';
import { buildIfChanged, install } from './build/prepare.mjs';
import { keepRunning } from './processes/restarts.mjs';
import { launchSettings, processEnv } from './settings.mjs';
import { addressOf, welcome } from './welcome.mjs';

/**
 * Bounds the heap of each process, in megabytes: the caches inside are sized to fit. Young objects take three times the second
 * number at most; by itself Node takes 48 MB for them, and a start leaves all of that full of garbage.
 */
const HEAP = ['--max-old-space-size=192', '--max-semi-space-size=4'];

// `npm start`: the whole shop from nothing but Node and npm. A process that dies is started again, and so is the embedded
// database. One that dies three times within a minute ends all of it: half a shop would hide its trouble, and what watches
// over the launcher (a container, systemd) hears of it.
await launch(async ({ signal, onStop }) => {
  const settings = launchSettings(process.env);
  const port = await usablePort(settings.host, settings.port);
  const backendPort = settings.backendPort || (await freePort());
  await install();
  await buildIfChanged();
  signal.throwIfAborted();

  const build = buildsIn().use();
  onStop(build.release);
  const env = processEnv(settings, { port, backendPort });
  const keep = (
    /** @type {string} */ name,
    /** @type {string} */ script,
    /** @type {NodeJS.ProcessEnv} */ more = {},
    /** @type {(() => Promise<unknown>) | undefined} */ before = undefined,
  ) => {
    const options = { env: { ...env, ...more }, execArgv: HEAP, drainMs: settings.drainMs };
    return keepRunning(name, () => startChild(name, path.join(build.folder, script), options), before);
  };

  // The web server needs only the backend's address, so it loads while the database opens.
  const web = keep('web server', 'web/server.js');
  onStop(web.stop);
  const database = await keepDatabase(settings, { onStop });
  signal.throwIfAborted();
  /** @type {import('./processes/restarts.mjs').Kept | undefined} */
  let worker;
  onStop(async () => worker?.stop());
  const withDatabase = { DATABASE_URL: database.url };
  const backend = keep('backend', 'backend/main.js', withDatabase, database.whenUp);
  // Calls under way go through the web server to the backend, and some of them to the worker: the first in line drains,
  // and the others stop after it.
  onStop(() => backend.stop());
  onStop(web.stop);
  await Promise.race([untilTold(signal), Promise.all([backend.ready, web.ready])]);

  const url = addressOf(settings.host, port);
  console.log(welcome(url, settings));
  process.send?.({ url });
  // The backend migrates, so the worker comes after it; no page waits for the worker.
  worker = keep('worker', 'backend/worker.js', withDatabase, database.whenUp);
  throw await Promise.race([untilTold(signal), database.failed, backend.failed, web.failed, worker.failed]);
});
