// @ts-check
import path from 'node:path';
import { LaunchError } from './launch-error.mjs';

/** The project's folder; every command works from any other one too. */
export const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * What the launchers themselves need of the environment; everything else is read and checked by the processes.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ host: string, port: number, backendPort: number, dataDir: string, databaseUrl?: string }} ports may be 0:
 *   any free one; `dataDir` is absolute
 * @throws {LaunchError} naming the variable
 */
export function launchSettings(env) {
  return {
    host: env.HOST || '127.0.0.1',
    port: portOf('PORT', env.PORT || '3000'),
    backendPort: portOf('BACKEND_PORT', env.BACKEND_PORT || '0'),
    dataDir: path.resolve(ROOT, env.DATA_DIR || '.data'),
    databaseUrl: env.DATABASE_URL || undefined,
  };
}

/**
 * The environment of the shop's processes: the launcher's own, and where they find each other.
 *
 * @param {ReturnType<typeof launchSettings>} settings
 * @param {{ port: number, backendPort: number }} ports those that were found usable
 * @returns {NodeJS.ProcessEnv}
 */
export function processEnv({ host, dataDir }, { port, backendPort }) {
  return {
    ...process.env,
    HOST: host,
    PORT: String(port),
    BACKEND_PORT: String(backendPort),
    BACKEND_URL: `http://127.0.0.1:${backendPort}`,
    DATA_DIR: dataDir,
  };
}

/**
 * @param {string} name
 * @param {string} value
 */
function portOf(name, value) {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : NaN;
  if (!(port <= 65_535)) throw new LaunchError(`${name} must be a number from 0 to 65535, it is "${value}".`);
  return port;
}
