// @ts-check
import { build } from 'esbuild';
import { buildConstant } from './build-info.mjs';
import { ROOT } from '../settings.mjs';

/**
 * Compiles the web server into one file, which loads its packages from node_modules.
 *
 * @param {string} outfile
 * @param {{ sourcemap?: boolean }} [options]
 */
export async function bundleWebServer(outfile, { sourcemap = false } = {}) {
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['web/server.ts'],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap,
    define: buildConstant(),
    logLevel: 'warning',
  });
}
