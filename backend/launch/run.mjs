// @ts-check
import { spawn } from 'node:child_process';
import path from 'node:path';
import { openDatabase } from './postgres/database.mjs';
import { LaunchError } from './launch-error.mjs';
import { launch } from './launcher.mjs';
import { buildIfChanged, install, prepareIfMissing } from './build/prepare.mjs';
import { ROOT, launchSettings } from './settings.mjs';

// `node backend/launch/run.mjs <script> [arguments]`: runs a built script of the backend with the shop's database, beside a
// running shop or without one. Paths among the arguments are seen from where the user stands.
const command = async (/** @type {import('./launcher.mjs').Run} */ { signal, onStop }) => {
  const [script, ...args] = process.argv.slice(2);
  if (!script) throw new LaunchError('Say which script: node backend/launch/run.mjs dist/backend/src/<script>.js');
  const settings = launchSettings(process.env);
  await prepare(script, args);
  const databaseUrl = await openDatabase(settings, { onStop });
  signal.throwIfAborted();

  const child = spawn(process.execPath, ['--enable-source-maps', path.join(ROOT, script), ...args], {
    cwd: process.env.INIT_CWD ?? process.cwd(),
    env: { ...settings.env, DATA_DIR: settings.dataDir, DATABASE_URL: databaseUrl },
    stdio: 'inherit',
    signal,
  });
  /** @type {number | null} */
  const code = await new Promise((resolve, reject) => {
    child.once('exit', resolve);
    child.once('error', (error) => signal.aborted || reject(error)); // `signal` raises one too, and the exit follows.
  });
  if (code === 0) return;
  signal.throwIfAborted();
  throw new LaunchError(''); // It has said why.
};

/** @param {string} script @param {string[]} args */
async function prepare(script, args) {
  const isOfSchema = /\/(migrate|restore)\.js$/.test(script) && !args.includes('--rehearsal');
  // Others run beside the shop, some by cron, also between a pull and the restart: they change nothing under it.
  if (!isOfSchema) return prepareIfMissing();
  await install();
  // An old build knows no new migrations, and would call its own schema up to date.
  await buildIfChanged();
}

await launch(command, { mustEnd: true });
