// @ts-check
import path from 'node:path';
import { buildsIn } from './builds.mjs';
import { startChild } from './children.mjs';
import { openDatabase } from './database.mjs';
import { launch, untilTold } from './launcher.mjs';
import { freePort, usablePort } from './ports.mjs';
import { buildIfChanged, install } from './prepare.mjs';
import { launchSettings, processEnv } from './settings.mjs';
import { addressOf, welcome } from './welcome.mjs';

/** Bounds the heap of each process; the caches inside are sized to fit. Megabytes. */
const HEAP = ['--max-old-space-size=192'];

// `npm start`: the whole shop from nothing but Node and npm. A process that ends unasked stops the others: half a shop
// hides its trouble, and what watches over the launcher (a container, systemd) starts all of it again.
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
  const start = (
    /** @type {string} */ name,
    /** @type {string} */ script,
    /** @type {NodeJS.ProcessEnv} */ more = {},
  ) => {
    const child = startChild(name, path.join(build.folder, script), { env: { ...env, ...more }, execArgv: HEAP });
    onStop(child.stop);
    return child;
  };

  // The web server needs only the backend's address, so it loads while the database opens.
  const web = start('web server', 'web/server.js');
  const databaseUrl = await openDatabase(settings, { onStop });
  signal.throwIfAborted();
  const backend = start('backend', 'backend/main.js', { DATABASE_URL: databaseUrl });
  onStop(web.stop); // Before the backend, so that what was asked through it is still answered.
  await Promise.race([untilTold(signal), Promise.all([backend.ready, web.ready])]);

  const url = addressOf(settings.host, port);
  console.log(welcome(url, settings));
  process.send?.({ url });
  // The backend migrates, so the worker comes after it; no page waits for the worker.
  const worker = start('worker', 'backend/worker.js', { DATABASE_URL: databaseUrl });
  throw await Promise.race([untilTold(signal), backend.gone, web.gone, worker.gone]);
});
