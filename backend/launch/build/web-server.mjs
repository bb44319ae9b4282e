// @ts-check
import { build, stop } from 'esbuild';
import { buildConstant } from './build-info.mjs';
import { ROOT } from '../settings.mjs';

/** A package of CommonJS gets what Node would provide. */
const BANNER = [
  `import { createRequire as __createRequire } from 'node:module';`,
  `const require = __createRequire(import.meta.url);`,
].join('\n');

/**
 * Compiles the web server into `server.js`, and what it runs in threads and child processes into files of their own. They load their
 * packages from node_modules, except those of tracing: they become a file of their own, which is loaded when tracing is on.
 *
 * @param {string} outdir
 * @param {{ sourcemap?: boolean }} [options]
 */
export async function bundleWebServer(outdir, { sourcemap = false } = {}) {
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['web/server.ts', 'web/server/render/render-thread.ts', 'web/server/limits/send-back.ts'],
    entryNames: '[name]',
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: 'shared/[name]-[hash]',
    banner: { js: BANNER },
    // The ES modules of packages, so that tree shaking drops what is not used.
    mainFields: ['module', 'main'],
    plugins: [{ name: 'packages', setup: externalPackages }],
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap,
    define: buildConstant(),
    logLevel: 'warning',
  });
  // Else esbuild's process, some 40 MB, would stay beside the shop that is started next.
  await stop();
}

/** @param {import('esbuild').PluginBuild} bundler */
function externalPackages(bundler) {
  bundler.onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
    kind === 'entry-point' || name.startsWith('@opentelemetry/') ? undefined : { external: true },
  );
}
