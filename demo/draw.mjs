// @ts-check
import { build } from 'esbuild';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/*
 * npm run demo:draw [-- products|site]: draws the pictures of the demo products and of the site's pages. The files are
 * committed, so only a changed drawing or a new product needs it. It bundles the program first: Node 20 does not run TypeScript.
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
