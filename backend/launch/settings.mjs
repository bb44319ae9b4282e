// @ts-check
import path from 'node:path';
import { ConfigError, pathNames, readSettings } from '../src/platform/config/environment/read.js';
import { strayNames } from '../src/platform/config/environment/stray-names.js';
import { LaunchError } from './launch-error.mjs';
import { addressOf } from './welcome.mjs';

/** The project's folder; every command works from any other one too. */
export const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * Checks all settings of the shop, before anything is installed or built, and takes what the launchers themselves need.
 * Names that look like a setting's are warned of on standard error.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ host: string, port: number, backendHost: string, backendPort: number, workerPort: number, dataDir: string, databaseUrl?: string, drainMs: number, hasDemo: boolean, admin: string, env: NodeJS.ProcessEnv }}
 *   ports may be 0: any free one; `dataDir` is absolute; `env` is what the shop's processes are given: without the names
 *   that were warned of, and with absolute paths
 * @throws {LaunchError} with a sentence for each setting that is wrong
 */
export function launchSettings(env) {
  const strays = strayNames(env);
  for (const { sentence } of strays) console.error(sentence);
  const settings = checked(env);
  /** @type {NodeJS.ProcessEnv} */
  const clean = { ...env };
  for (const { name } of strays) delete clean[name];
  for (const name of pathNames()) {
    const text = clean[name]?.trim();
    if (text && !text.includes('://')) clean[name] = path.resolve(ROOT, text);
  }
  delete clean.DATABASE_URL_FILE; // The processes are given DATABASE_URL.
  return {
    host: settings.HOST,
    port: settings.PORT,
    backendHost: settings.BACKEND_HOST,
    backendPort: settings.BACKEND_PORT ?? 0,
    workerPort: settings.WORKER_METRICS_PORT ?? 0,
    dataDir: path.resolve(ROOT, settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    drainMs: settings.DRAIN_SECONDS * 1_000,
    hasDemo: (settings.SEED ?? (settings.NODE_ENV === 'production' ? 'none' : 'demo')) === 'demo',
    admin: `${settings.ADMIN_USERNAME} / ${settings.ADMIN_PASSWORD ? '(ADMIN_PASSWORD)' : 'admin123'}`,
    env: clean,
  };
}

/** @param {NodeJS.ProcessEnv} env */
function checked(env) {
  try {
    return readSettings(env, 'launcher');
  } catch (error) {
    throw error instanceof ConfigError ? new LaunchError(error.message) : error;
  }
}

/** Addresses that stand for all of the machine. */
const ALL = ['0.0.0.0', '::'];

/**
 * The environment of the shop's processes: the launcher's own, and where they find each other.
 *
 * @param {ReturnType<typeof launchSettings>} settings
 * @param {{ port: number, backendPort: number }} ports those that were found usable
 * @returns {NodeJS.ProcessEnv}
 */
export function processEnv({ env, host, backendHost, dataDir }, { port, backendPort }) {
  return {
    ...env,
    HOST: host,
    PORT: String(port),
    BACKEND_PORT: String(backendPort),
    BACKEND_URL: addressOf(ALL.includes(backendHost) ? '127.0.0.1' : backendHost, backendPort),
    DATA_DIR: dataDir,
  };
}
