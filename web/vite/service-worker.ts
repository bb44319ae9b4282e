import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Plugin } from 'vite';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const read = (path: string) => readFileSync(source(path), 'utf8');

/** Files outside the build that the offline page shows. */
const SHELL = ['/offline.html', '/offline.js', '/icons/icon.svg', '/icons/icon-192.png', '/manifest.webmanifest'];
/** What every page needs: the styles and the fonts. */
const SHELL_ASSET = /\.(css|woff2)$/;

/**
 * Writes `sw.js`, the service worker, and the offline page that it caches. Both know the build's files and a version that
 * changes with any of them.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async generateBundle(_options, bundle) {
      const assets = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      const ofShell = assets.filter((name) => SHELL_ASSET.test(name)).map((name) => `/${name}`);
      const styles = ofShell
        .filter((name) => name.endsWith('.css'))
        .map((href) => `<link rel="stylesheet" href="${href}" />`);
      const offline = read('../worker/offline.html').replace('%STYLES%', styles.join(''));
      const hash = createHash('sha256').update(assets.sort().join()).update(offline);
      for (const name of ['offline-cache', 'requests', 'service-worker', 'offline-page'])
        hash.update(read(`../worker/${name}.ts`));
      const define = { version: hash.digest('hex').slice(0, 12), shell: [...SHELL, ...ofShell] };
      const worker = await bundled('../worker/service-worker.ts', define);
      const page = read('../app/routing/hash/deep-link.js') + (await bundled('../worker/offline-page.ts', define));
      const files = { 'sw.js': worker, 'offline.html': offline, 'offline.js': page };
      for (const [fileName, text] of Object.entries(files)) this.emitFile({ type: 'asset', fileName, source: text });
    },
  };
}

async function bundled(path: string, define: object): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [source(path)],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: { BUILD: JSON.stringify(define) },
  });
  return outputFiles[0]!.text;
}
