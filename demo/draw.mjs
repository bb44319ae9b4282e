// @ts-check
import { build } from 'esbuild';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/*
 * npm run demo:draw [-- products|descriptions|site]: draws the pictures of the demo products, has the search by picture describe them, and
 * draws those of the site's pages. The files are committed, so only a changed drawing, a new product or a new network needs it. It bundles
 * the program first: Node 20 does not run TypeScript. The descriptions need a build.
 */
const outfile = path.join(import.meta.dirname, '../.cache/draw-demo.mjs');
await build({
  entryPoints: [path.join(import.meta.dirname, 'draw.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  logLevel: 'warning',
});
await import(pathToFileURL(outfile).href);
