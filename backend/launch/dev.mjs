// @ts-check
import { watch } from 'node:fs';
import path from 'node:path';
import { startChild } from './processes/children.mjs';
import { keepDatabase } from './postgres/database.mjs';
import { launch, untilStopped } from './launcher.mjs';
import { usablePorts } from './processes/ports.mjs';
import { compileBackend } from './build/compile.mjs';
import { install } from './build/prepare.mjs';
import { ROOT, launchSettings, processEnv } from './settings.mjs';
import { addressOf, welcome } from './welcome.mjs';

/** @typedef {(name: string, script: string, env: NodeJS.ProcessEnv) => import('./processes/children.mjs').Child} Start */

/** Beside the builds: a shop that runs from one of them is not disturbed. */
const COMPILED = '.cache/dev';

/** An editor may write several files for one change. */
const DEBOUNCE_MS = 100;

// `npm run dev`: the shop from its sources. Vite brings changed pages into the open browser; the backend with its worker,
// and the web server, are compiled and started again when a file of theirs changes. What fails waits for the next change.
await launch(async ({ signal, onStop }) => {
  const settings = launchSettings(process.env);
  const ports = await usablePorts(settings);
  await install();
  const database = await keepDatabase(settings, { onStop });
  signal.throwIfAborted();
  const env = { ...processEnv(settings, ports), DATABASE_URL: database.url };

  const restartBackend = restarting(onStop, compile, async (start) => {
    await start('backend', `${COMPILED}/backend/src/main.js`, env).ready;
    await start('worker', `${COMPILED}/backend/src/worker.js`, env).ready;
  });
  const restartWeb = restarting(onStop, compileWebServer, async (start) => {
    await start('web server', `${COMPILED}/web/server.js`, { ...env, WEB_FROM_SOURCES: 'on' }).ready;
  });
  onChange('backend/src', /./, restartBackend, onStop);
  onChange('web', /^(server|vite)\b/, restartWeb, onStop); // Vite itself watches the pages.

  await Promise.race([untilStopped(signal), Promise.all([restartBackend(), restartWeb()])]);
  console.log(welcome(addressOf(settings.host, ports.port), settings));
  throw await Promise.race([untilStopped(signal), database.failed]);
});

function compile() {
  return compileBackend(
    path.join(ROOT, COMPILED, 'backend'),
    'The backend was not compiled; the compiler says why above.',
  );
}

async function compileWebServer() {
  // Loaded here, because it needs packages that a first start has yet to install.
  const { bundleWebServer } = await import('./build/web-server.mjs');
  await bundleWebServer(path.join(ROOT, COMPILED, 'web'), { sourcemap: true });
}

/**
 * A part of the shop that can be restarted: compiled first, so that the running one goes on when that fails.
 *
 * @param {import('./launcher.mjs').Run['onStop']} onStop
 * @param {() => Promise<void>} compile
 * @param {(start: Start) => Promise<void>} begin starts the processes and waits until they work
 * @returns {() => Promise<void>} restarts it, after the restarts requested before; prints what failed, and never throws
 */
function restarting(onStop, compile, begin) {
  /** @type {import('./processes/children.mjs').Child[]} */
  const children = [];
  let earlier = Promise.resolve();
  const stop = () => Promise.all(children.splice(0).map((child) => child.stop()));
  const restart = async () => {
    await compile();
    await stop();
    await begin((name, script, env) => {
      const child = startChild(name, script, { env });
      void child.crashed.then((error) =>
        console.error(`${error.message || `The ${name} ended.`} It starts again after a change.`),
      );
      children.push(child);
      return child;
    });
  };
  onStop(stop);
  return () => (earlier = earlier.then(restart).catch((/** @type {Error} */ error) => console.error(error.message)));
}

/**
 * @param {string} folder relative to the project's folder
 * @param {RegExp} names which of its files count, by their path below it
 * @param {() => Promise<void>} action
 * @param {import('./launcher.mjs').Run['onStop']} onStop
 */
function onChange(folder, names, action, onStop) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const watcher = watch(path.join(ROOT, folder), { recursive: true }, (_event, name) => {
    if (!name || !names.test(name)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void action(), DEBOUNCE_MS);
  });
  onStop(async () => {
    watcher.close();
    clearTimeout(timer);
  });
}
